// A real Kafka broker, on the core of this process.
import { startBroker } from "@openintents/testing";
import { serveEntry } from "../harness/entry.ts";

const broker = await startBroker();
serveEntry({ brokers: broker.brokers }, {}, () => broker.stop());

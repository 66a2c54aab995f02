// P8's own side: core's relay and the Kafka event log, nothing else.
import { openSchema } from "@openintents/all";
import { createKafkaEventLog, type EventLog } from "@openintents/events";
import { createRelay } from "@openintents/postgres";
import { createLogger, createMetrics } from "@openintents/process";
import { entryInput, serveEntry } from "../harness/entry.ts";

type Input = { databaseUrl: string; brokers: string[] };
const { databaseUrl, brokers } = entryInput<Input>();
const logger = createLogger({ service: "bench-relay", level: "warn" });
const metrics = createMetrics({ service: "bench-relay" });
const database = openSchema(databaseUrl, "core", { logger });
const eventLog = createKafkaEventLog({ brokers, clientId: "bench-relay", logger });
await eventLog.start();

/** Empties an outbox of `rows`: from starting the relay until the last row is published and deleted. */
async function drain({ rows }: { rows: number }): Promise<{ seconds: number }> {
  let left = rows;
  const all = Promise.withResolvers<void>();
  const relay = createRelay({
    database,
    logger,
    metrics,
    async publish(messages) {
      await eventLog.publish(messages as Parameters<EventLog["publish"]>[0]);
      left -= messages.length;
      if (left <= 0) all.resolve();
    },
  });
  const began = performance.now();
  await relay.start();
  await all.promise;
  await relay.stop();
  return { seconds: (performance.now() - began) / 1000 };
}

serveEntry(null, { drain }, async () => {
  await eventLog.close();
  await database.close();
});

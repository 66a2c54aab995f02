import { createLogger, runUntilSignal } from "@openintents/process";
import { restProcess } from "./process.ts";

const logger = createLogger({ service: "rest" });
await runUntilSignal(() => restProcess(logger), { logger });

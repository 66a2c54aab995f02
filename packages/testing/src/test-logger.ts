import { createLogger, type Logger } from "@openintents/process";

/** What tests give to code that logs: silent, unless TEST_LOG_LEVEL names a level. */
export const testLogger: Logger = createLogger({ service: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" });

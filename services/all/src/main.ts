// `npm start`: everything in one process, until a signal.
import { createLogger, readConfig, runUntilSignal } from "@openintents/process";
import { announce } from "./announce.ts";
import { compose } from "./compose.ts";
import { allSettings } from "./config.ts";

const level = process.env.LOG_LEVEL ?? "warn";
const logger = createLogger({ service: "all", level });

await runUntilSignal(async () => announce(await compose(readConfig(allSettings), process.env, logger)), {
  logger,
  graceMs: 9_500,
});

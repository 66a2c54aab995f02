// `npm start`: everything in one process, until a signal.
import { ConfigError, createLogger, readConfig, runUntilSignal } from "@openintents/process";
import { announce } from "./announce.ts";
import { compose } from "./compose.ts";
import { allSettings } from "./config.ts";
import { AlreadyRunningError } from "./instance.ts";
import { PortInUseError } from "./ports.ts";

const logger = createLogger({ service: "all", level: process.env.LOG_LEVEL ?? "warn" });

await runUntilSignal(
  async () => {
    try {
      return announce(await compose(readConfig(allSettings), process.env, logger));
    } catch (cause) {
      // Somebody at a terminal started this and can mend it: a sentence serves better than a log line.
      const mendable = [ConfigError, AlreadyRunningError, PortInUseError].some((kind) => cause instanceof kind);
      if (!mendable) throw cause;
      console.error(`OpenIntents did not start: ${(cause as Error).message}`);
      process.exit(1);
    }
  },
  { logger, graceMs: 9_500 },
);

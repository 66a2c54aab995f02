import {
  createLogger,
  createMetrics,
  Readiness,
  runUntilSignal,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { createConsole, readConsoleConfig } from "./index.ts";

const logger = createLogger({ service: "console", level: process.env.LOG_LEVEL ?? "info" });

await runUntilSignal(
  async () => {
    const config = readConsoleConfig();
    const metrics = createMetrics({ service: "console", collectDefault: true });
    const deps = { logger, metrics, readiness: new Readiness(), clock: systemClock };
    await startHealthListener({ host: config.metricsHost, port: config.metricsPort, ...deps });
    return createConsole(config, deps);
  },
  { logger },
);

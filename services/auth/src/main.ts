import {
  createLogger,
  createMetrics,
  Readiness,
  runUntilSignal,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { createAuthService, readAuthServiceConfig } from "./index.ts";

const logger = createLogger({ service: "auth", level: process.env.LOG_LEVEL ?? "info" });

await runUntilSignal(
  async () => {
    const config = readAuthServiceConfig();
    const metrics = createMetrics({ service: "auth", collectDefault: true });
    const deps = { logger, metrics, readiness: new Readiness(), clock: systemClock };
    await startHealthListener({ host: config.metricsHost, port: config.metricsPort, ...deps });
    return createAuthService(config, deps);
  },
  { logger },
);

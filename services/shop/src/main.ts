import {
  createLogger,
  createMetrics,
  Readiness,
  runUntilSignal,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { createShop, readShopConfig } from "./index.ts";

const logger = createLogger({ service: "shop", level: process.env.LOG_LEVEL ?? "info" });

await runUntilSignal(
  async () => {
    const config = readShopConfig();
    const deps = {
      logger,
      metrics: createMetrics({ service: "shop", collectDefault: true }),
      readiness: new Readiness(),
      clock: systemClock,
    };
    if (config.metricsPort !== null) {
      await startHealthListener({ host: config.metricsHost, port: config.metricsPort, ...deps });
    }
    return createShop(config, deps);
  },
  { logger },
);

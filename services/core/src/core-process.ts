// Core's real dependencies, made from its settings: its database, the event log, one gRPC
// listener and one for health and metrics.
import { openEventLog } from "@openintents/events";
import { createDatabase } from "@openintents/postgres";
import {
  createMetrics,
  type Logger,
  Readiness,
  type Service,
  type SettingValue,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { createRpcServer } from "@openintents/rpc";
import type { coreSettings } from "./config.ts";
import { createCore } from "./service.ts";

type Settings = Readonly<{ [K in keyof typeof coreSettings]: SettingValue<(typeof coreSettings)[K]> }>;

export async function coreProcess(config: Settings, logger: Logger): Promise<Service> {
  const metrics = createMetrics({ service: "core", collectDefault: true });
  const readiness = new Readiness();
  const database = createDatabase({
    url: config.databaseUrl,
    schema: "core",
    applicationName: "openintents-core",
    max: config.databasePool,
    logger,
    ...(config.databaseRole === null ? {} : { role: config.databaseRole }),
  });
  const eventLog = openEventLog(config, {
    clientId: "openintents-core",
    logger,
    database: ({ url, role }) =>
      createDatabase({
        url: url ?? config.databaseUrl,
        schema: "event_log",
        applicationName: "openintents-core-events",
        logger,
        ...(role === null ? {} : { role }),
      }),
  });
  const server = createRpcServer({ logger, metrics });
  readiness.onChange((report) => server.setServing("", report.ready));
  const recognition = { mode: config.recognitionMode, config: config.recognitionConfig, env: process.env };
  const core = createCore(
    { ...config, recognition },
    {
      database,
      eventLog,
      server,
      logger,
      metrics,
      readiness,
      clock: systemClock,
    },
  );
  const health = await startHealthListener({
    host: config.metricsHost,
    port: config.metricsPort,
    readiness,
    metrics,
    logger,
  });
  return {
    name: "core",
    async start() {
      await eventLog.start();
      await core.start();
      await server.listen(`${config.host}:${config.grpcPort}`);
      logger.info({ port: config.grpcPort }, "core is ready");
    },
    async stop() {
      await core.stop();
      await server.close(5_000);
      await eventLog.close();
      await database.close();
      await health.close();
    },
  };
}

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
import { AuthService } from "@openintents/proto";
import { createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import type { webhooksSettings } from "./config.ts";
import type { processSettings } from "./process-settings.ts";
import { createWebhooks } from "./service.ts";

type Table = typeof processSettings & typeof webhooksSettings;
type Settings = Readonly<{ [K in keyof Table]: SettingValue<Table[K]> }>;

/** The service with real dependencies, made from its settings: database, event log, core's client, listeners. */
export async function webhooksProcess(config: Settings, logger: Logger): Promise<Service> {
  const metrics = createMetrics({ service: "webhooks", collectDefault: true });
  const readiness = new Readiness();
  const database = createDatabase({
    url: config.databaseUrl,
    schema: "webhooks",
    applicationName: "openintents-webhooks",
    max: config.databasePool,
    logger,
    ...(config.databaseRole === null ? {} : { role: config.databaseRole }),
  });
  const eventLog = openEventLog(config, {
    clientId: "openintents-webhooks",
    logger,
    database: ({ url, role }) =>
      createDatabase({
        url: url ?? config.databaseUrl,
        schema: "event_log",
        applicationName: "openintents-webhooks-events",
        logger,
        ...(role === null ? {} : { role }),
      }),
  });
  const core = grpcTransport({ address: config.coreAddress });
  const server = createRpcServer({ logger, metrics });
  readiness.onChange((report) => server.setServing("", report.ready));
  const webhooks = createWebhooks(config, {
    database,
    eventLog,
    server,
    auth: createClient(AuthService, core),
    logger,
    metrics,
    readiness,
    clock: systemClock,
  });
  const health = await startHealthListener({
    host: config.metricsHost,
    port: config.metricsPort,
    readiness,
    metrics,
    logger,
  });
  return {
    name: "webhooks",
    async start() {
      await eventLog.start();
      await server.listen(`${config.host}:${config.grpcPort}`);
      await webhooks.start();
      logger.info({ port: config.grpcPort }, "webhooks is ready");
    },
    async stop() {
      const served = server.close(2_000);
      await webhooks.stop();
      await served;
      await core.close();
      await eventLog.close();
      await database.close();
      await health.close();
    },
  };
}

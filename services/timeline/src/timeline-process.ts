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
import type { timelineSettings } from "./config.ts";
import type { processSettings } from "./process-settings.ts";
import { createTimeline } from "./service.ts";

type Table = typeof processSettings & typeof timelineSettings;
type Settings = Readonly<{ [K in keyof Table]: SettingValue<Table[K]> }>;

/** The service with real dependencies, made from its settings: database, event log, core's client, listeners. */
export async function timelineProcess(config: Settings, logger: Logger): Promise<Service> {
  const metrics = createMetrics({ service: "timeline", collectDefault: true });
  const readiness = new Readiness();
  const database = createDatabase({
    url: config.databaseUrl,
    schema: "timeline",
    applicationName: "openintents-timeline",
    max: config.databasePool,
    logger,
    ...(config.databaseRole === null ? {} : { role: config.databaseRole }),
  });
  const eventLog = openEventLog(config, {
    clientId: "openintents-timeline",
    logger,
    database: ({ url, role }) =>
      createDatabase({
        url: url ?? config.databaseUrl,
        schema: "event_log",
        applicationName: "openintents-timeline-events",
        logger,
        ...(role === null ? {} : { role }),
      }),
  });
  const core = grpcTransport({ address: config.coreAddress });
  const server = createRpcServer({ logger, metrics });
  readiness.onChange((report) => server.setServing("", report.ready));
  const timeline = createTimeline(config, {
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
    name: "timeline",
    async start() {
      await eventLog.start();
      await server.listen(`${config.host}:${config.grpcPort}`);
      await timeline.start();
      logger.info({ port: config.grpcPort }, "timeline is ready");
    },
    async stop() {
      const served = server.close(2_000);
      await timeline.stop();
      await served;
      await core.close();
      await eventLog.close();
      await database.close();
      await health.close();
    },
  };
}

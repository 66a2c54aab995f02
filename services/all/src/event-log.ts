// The event log of this process: Kafka when brokers are set, else the Postgres driver.
import { type EventLog, type EventLogConfig, openEventLog } from "@openintents/events";
import { type Logger, systemClock } from "@openintents/process";
import { openSchema, prepareSchemas } from "./databases.ts";

/** Opens and starts the log; its schema is made and migrated when it is the Postgres driver's. */
export async function startEventLog(config: EventLogConfig, databaseUrl: string, logger: Logger): Promise<EventLog> {
  const url = config.eventLogUrl ?? databaseUrl;
  if (config.kafkaBrokers === null) await prepareSchemas(url, ["event_log"], logger);
  const log = openEventLog(config, {
    clientId: "openintents",
    logger,
    clock: systemClock,
    database: () => openSchema(url, "event_log", { logger }),
  });
  await log.start();
  return log;
}

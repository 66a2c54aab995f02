// The event log of this process: Kafka when brokers are set, else the Postgres driver.
import { createKafkaEventLog, createPostgresEventLog, type EventLog } from "@openintents/events";
import { type Logger, systemClock } from "@openintents/process";
import { openSchema, prepareSchemas } from "./databases.ts";

export async function openEventLog(
  config: { kafkaBrokers: string[] | null; eventLogUrl: string | null },
  databaseUrl: string,
  o: { logger: Logger; stopped: (() => Promise<void>)[] },
): Promise<EventLog> {
  if (config.kafkaBrokers) {
    const log = createKafkaEventLog({ brokers: config.kafkaBrokers, clientId: "openintents", logger: o.logger });
    o.stopped.push(() => log.close());
    await log.start();
    return log;
  }
  const url = config.eventLogUrl ?? databaseUrl;
  await prepareSchemas(url, ["event_log"], o.logger);
  const database = openSchema(url, "event_log", { logger: o.logger });
  const log = createPostgresEventLog({ database, logger: o.logger, clock: systemClock });
  o.stopped.push(async () => {
    await log.close();
    await database.close();
  });
  await log.start();
  return log;
}

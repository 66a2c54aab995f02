import { createKafkaEventLog, createPostgresEventLog, type EventLog } from "@openintents/events";
import { createDatabase } from "@openintents/postgres";
import type { Logger, SettingValue } from "@openintents/process";
import type { processSettings } from "./process-settings.ts";

type Settings = Readonly<{ [K in keyof typeof processSettings]: SettingValue<(typeof processSettings)[K]> }>;

/** The event log that the settings name: Kafka when brokers are set, else the Postgres driver. */
export function eventLogOf(config: Settings, logger: Logger): { log: EventLog; close(): Promise<void> } {
  const { kafkaBrokers: brokers, kafkaSaslMechanism: mechanism, kafkaSaslUsername: username } = config;
  if (brokers !== null) {
    const sasl = mechanism && username ? { mechanism, username, password: config.kafkaSaslPassword ?? "" } : null;
    const log = createKafkaEventLog({
      brokers,
      clientId: "openintents-timeline",
      tls: config.kafkaTls,
      logger,
      ...(sasl === null ? {} : { sasl }),
    });
    return { log, close: () => log.close() };
  }
  const database = createDatabase({
    url: config.eventLogUrl ?? config.databaseUrl,
    schema: "event_log",
    applicationName: "openintents-timeline-events",
    logger,
    ...(config.eventLogRole === null ? {} : { role: config.eventLogRole }),
  });
  const log = createPostgresEventLog({ database, logger });
  return {
    log,
    async close() {
      await log.close();
      await database.close();
    },
  };
}

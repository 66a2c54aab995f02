// Which event log a process uses, from its settings: Kafka when brokers are named, else the
// Postgres driver. One table of settings for every service that publishes or consumes.
import { type Clock, type Logger, type SettingValue, setting } from "@openintents/process";
import type { EventLog } from "./event-log.ts";
import { createKafkaEventLog } from "./kafka-event-log.ts";
import { createPostgresEventLog } from "./postgres-event-log.ts";
import type { SqlDatabase } from "./sql-database.ts";

export const eventLogSettings = {
  eventLogUrl: setting.string({
    env: "EVENT_LOG_URL",
    default: null,
    help: "PostgreSQL of the event log when no broker is set; default: DATABASE_URL",
    secret: true,
  }),
  eventLogRole: setting.string({ env: "EVENT_LOG_ROLE", default: null, help: "role to take on at the event log" }),
  kafkaBrokers: setting.list({
    env: "KAFKA_BROKERS",
    default: null,
    help: "brokers, host:port; unset: the Postgres event log",
  }),
  kafkaTls: setting.boolean({ env: "KAFKA_TLS", default: false, help: "TLS to the brokers" }),
  kafkaSaslMechanism: setting.choice({
    env: "KAFKA_SASL_MECHANISM",
    default: null,
    choices: ["plain", "scram-sha-256", "scram-sha-512"],
    help: "SASL mechanism",
  }),
  kafkaSaslUsername: setting.string({ env: "KAFKA_SASL_USERNAME", default: null, help: "SASL user" }),
  kafkaSaslPassword: setting.string({ env: "KAFKA_SASL_PASSWORD", default: null, help: "SASL password", secret: true }),
};

export type EventLogConfig = Readonly<{
  [K in keyof typeof eventLogSettings]: SettingValue<(typeof eventLogSettings)[K]>;
}>;

type ClosableDatabase = SqlDatabase & { close(): Promise<void> };

/**
 * Opens the log. `database` makes the connection of the Postgres driver, to `url` (null: the
 * service's own database) as `role`; closing the log closes it too.
 */
export function openEventLog(
  config: EventLogConfig,
  o: {
    clientId: string;
    logger: Logger;
    clock?: Clock;
    database: (to: { url: string | null; role: string | null }) => ClosableDatabase;
  },
): EventLog {
  const { clientId, logger } = o;
  if (config.kafkaBrokers !== null) {
    return createKafkaEventLog({
      brokers: config.kafkaBrokers,
      clientId,
      tls: config.kafkaTls,
      logger,
      ...saslOf(config),
    });
  }
  const database = o.database({ url: config.eventLogUrl, role: config.eventLogRole });
  const log = createPostgresEventLog({ database, logger, ...(o.clock ? { clock: o.clock } : {}) });
  return {
    start: () => log.start(),
    publish: (messages) => log.publish(messages),
    subscribe: (subscription) => log.subscribe(subscription),
    async close() {
      await log.close();
      await database.close();
    },
  };
}

function saslOf(config: EventLogConfig) {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername: username, kafkaSaslPassword: password } = config;
  return mechanism === null || username === null ? {} : { sasl: { mechanism, username, password: password ?? "" } };
}

export { type Consumer, createConsumer } from "./consumer.ts";
export {
  type EventLog,
  type Handle,
  type LogMessage,
  RETENTION_DAYS,
  type ReceivedMessage,
  type Subscription,
  type Topic,
} from "./event-log.ts";
export type { KafkaOptions, KafkaSasl } from "./kafka-client.ts";
export { createKafkaEventLog } from "./kafka-event-log.ts";
export { type EventLogConfig, eventLogSettings, openEventLog } from "./open-event-log.ts";
export { createPostgresEventLog, eventLogMigrations, type PostgresEventLog } from "./postgres-event-log.ts";
export type { SqlDatabase, SqlQueryable, SqlSession } from "./sql-database.ts";

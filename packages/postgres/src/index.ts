export { createDatabase, type Database } from "./database.ts";
export { EmbeddedInUseError, runningEmbedded, startEmbedded } from "./embedded/server.ts";
export { acquireInstanceLock, type InstanceLock } from "./instance-lock.ts";
export { migrate } from "./migrate.ts";
export {
  OUTBOX_CHANNEL,
  type OutboxMessage,
  outboxInsert,
  outboxInsertSql,
  outboxMigrations,
  outboxValues,
} from "./outbox.ts";
export { provision } from "./provision.ts";
export { type Queryable, type QueryResult, type Row, sqlState } from "./queryable.ts";
export { createRelay, type Relay } from "./relay.ts";
export type { Session } from "./session.ts";

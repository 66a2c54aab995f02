// The schemas of every service on one PostgreSQL server: each with its own role, which
// sees its own schema and nothing else.
import { migrations as coreMigrations } from "@openintents/core";
import { eventLogMigrations } from "@openintents/events";
import { createDatabase, type Database, migrate, outboxMigrations, provision } from "@openintents/postgres";
import type { Logger } from "@openintents/process";
import { migrations as timelineMigrations } from "@openintents/timeline";
import { migrations as webhooksMigrations } from "@openintents/webhooks";

export const SCHEMAS = {
  core: { role: "oi_core", directories: [outboxMigrations, coreMigrations] },
  timeline: { role: "oi_timeline", directories: [timelineMigrations] },
  webhooks: { role: "oi_webhooks", directories: [webhooksMigrations] },
  event_log: { role: "oi_event_log", directories: [eventLogMigrations] },
} as const;

export type SchemaName = keyof typeof SCHEMAS;

/** Creates and migrates the named schemas. Any number of processes may do it at once. */
export async function prepareSchemas(url: string, names: readonly SchemaName[], logger: Logger): Promise<void> {
  for (const schema of names) {
    const { role, directories } = SCHEMAS[schema];
    await provision({ adminUrl: url, schema, role });
    for (const directory of directories) await migrate({ url, schema, role, directory, logger });
  }
}

/** A pool of connections that act as the schema's role. */
export function openSchema(url: string, schema: SchemaName, o: { logger: Logger; max?: number }): Database {
  return createDatabase({ url, schema, role: SCHEMAS[schema].role, applicationName: `openintents-${schema}`, ...o });
}

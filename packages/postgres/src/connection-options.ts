import type pg from "pg";
import { valueTypes } from "./value-types.ts";

/** How one service connects: its schema, the role it acts as, and how it names itself. */
export type ConnectionSettings = {
  url: string;
  schema: string;
  role?: string;
  applicationName: string;
  statementTimeoutMs?: number;
};

const IDENTIFIER = /^[a-z_][a-z0-9_]{0,62}$/;

/** Returns `name` when it is a plain lower-case SQL identifier, so that it may stand in SQL text unquoted. */
export function identifier(name: string, what: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`${what} must match ${IDENTIFIER.source}, not ${JSON.stringify(name)}`);
  return name;
}

/**
 * The node-postgres configuration of a connection. Schema, role and timeout travel in the
 * start-up packet, so every connection has them before its first statement and a reconnect
 * cannot forget them.
 */
export function connectionConfig(settings: ConnectionSettings): pg.ClientConfig {
  const options = [`-c search_path=${identifier(settings.schema, "schema")}`];
  if (settings.role !== undefined) options.push(`-c role=${identifier(settings.role, "role")}`);
  if (settings.statementTimeoutMs !== undefined) options.push(`-c statement_timeout=${settings.statementTimeoutMs}`);
  // node-postgres lets the URL win over the fields beside it, so the options go into the URL.
  const url = new URL(settings.url);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", [...(given === null ? [] : [given]), ...options].join(" "));
  url.searchParams.set("application_name", settings.applicationName);
  return {
    connectionString: url.toString(),
    types: valueTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
  };
}

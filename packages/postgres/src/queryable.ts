import type pg from "pg";
import { byteArrays, isByteArrays } from "./byte-arrays.ts";

export type Row = Record<string, unknown>;

export type QueryResult<R extends Row = Row> = { rows: R[]; rowCount: number };

/** Anything that runs SQL: the database, a transaction on it, or a session of one's own. */
export interface Queryable {
  /**
   * Runs one statement. `o.name` makes it a prepared statement: one name, one text. An
   * error of the server carries its SQLSTATE in `code`.
   */
  query<R extends Row = Row>(text: string, values?: unknown[], o?: { name?: string }): Promise<QueryResult<R>>;
}

type Runner = { query(config: pg.QueryConfig): Promise<pg.QueryResult> };

/** Runs one statement on a node-postgres pool or client. */
export async function run<R extends Row>(
  runner: Runner,
  text: string,
  values?: unknown[],
  o?: { name?: string },
): Promise<QueryResult<R>> {
  const config: pg.QueryConfig = { text };
  if (values !== undefined) config.values = values.map((value) => (isByteArrays(value) ? byteArrays(value) : value));
  if (o?.name !== undefined) config.name = o.name;
  const result = await runner.query(config);
  return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
}

/** SQLSTATE of a server error, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

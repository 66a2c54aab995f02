import type { Queryable } from "@openintents/postgres";
import type { IntentRecord } from "../domain/record.ts";
import { INTENT_COLUMNS, toRecord } from "./intents.ts";

export type IntentFilter = {
  accountId: string;
  test: boolean;
  statuses: number[];
  customers: string[];
  sessions: string[];
  metadata: Record<string, string>;
  createdAfter: Date | null;
  createdBefore: Date | null;
  /** Only intents with an ID below this one. */
  before: string | null;
  limit: number;
};

/** Newest first: IDs rise with time, so the ID alone is the order and the cursor. */
export async function listIntents(db: Queryable, f: IntentFilter): Promise<IntentRecord[]> {
  const conditions = ["account_id = $1", "test = $2"];
  const values: unknown[] = [f.accountId, f.test];
  const add = (condition: (n: number) => string, value: unknown) => {
    values.push(value);
    conditions.push(condition(values.length));
  };
  if (f.before !== null) add((n) => `id < $${n}`, f.before);
  if (f.statuses.length > 0) add((n) => `status = ANY($${n}::smallint[])`, f.statuses);
  if (f.customers.length > 0) add((n) => `customer = ANY($${n}::text[])`, f.customers);
  if (f.sessions.length > 0) add((n) => `session = ANY($${n}::text[])`, f.sessions);
  if (Object.keys(f.metadata).length > 0) add((n) => `metadata @> $${n}::jsonb`, JSON.stringify(f.metadata));
  if (f.createdAfter !== null) add((n) => `created_at > $${n}`, f.createdAfter);
  if (f.createdBefore !== null) add((n) => `created_at < $${n}`, f.createdBefore);
  values.push(f.limit);
  const { rows } = await db.query(
    `SELECT ${INTENT_COLUMNS} FROM intents WHERE ${conditions.join(" AND ")} ORDER BY id DESC LIMIT $${values.length}`,
    values,
  );
  return rows.map(toRecord);
}

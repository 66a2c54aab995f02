// Creating an intent: its row, its messages and its idempotency key in one statement, so
// that one round trip and one commit make all of it or nothing.
import { toBinary } from "@bufbuild/protobuf";
import { outboxInsertSql, outboxValues, type Queryable } from "@openintents/postgres";
import { IntentSchema, IntentSpecSchema } from "@openintents/proto";
import { dueAt } from "../domain/clocks.ts";
import type { Publication } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { routingOf } from "../domain/routing.ts";
import { date } from "./intents.ts";

export const CREATE_OPERATION = "intents.create";

const ROW = `INSERT INTO intents (id, account_id, test, status, customer, session, metadata, created_at, version,
    event_sequence, intent, request, work_kind, wake_at, due_at, traceparent, hosts, country)`;
const VALUES =
  "$1, $2, $3::boolean, $4::smallint, $5, $6, $7::jsonb, $8::timestamptz, $9::int, $10::int, $11::bytea, $12::bytea, $13::smallint, $14::timestamptz, $15::timestamptz, $16, $17::text[], $18";

/** Inserts a new intent without an idempotency key. */
export async function insertIntent(db: Queryable, record: IntentRecord, messages: Publication[]): Promise<void> {
  await db.query(
    `WITH made AS (${ROW} VALUES (${VALUES}))
     ${outboxInsertSql(19)}`,
    [...rowValues(record), ...outboxValues(messages)],
    { name: "intent_insert" },
  );
}

/** Inserts a new intent under an idempotency key; false when the key is taken. */
export async function insertIntentOnce(
  db: Queryable,
  record: IntentRecord,
  messages: Publication[],
  key: { key: string; bodyHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH key AS (
       INSERT INTO idempotency_keys (account_id, test, operation, key, body_hash, object_id, created_at)
       VALUES ($2, $3, '${CREATE_OPERATION}', $23, $24, $1, $8)
       ON CONFLICT DO NOTHING RETURNING 1),
     made AS (${ROW} SELECT ${VALUES} FROM key RETURNING 1)
     ${outboxInsertSql(19, "made")}`,
    [...rowValues(record), ...outboxValues(messages), key.key, key.bodyHash],
    { name: "intent_insert_once" },
  );
  return rowCount > 0;
}

function rowValues(record: IntentRecord): unknown[] {
  const { intent } = record;
  const routing = routingOf(record);
  return [
    intent.id,
    record.accountId,
    intent.test,
    intent.status,
    intent.spec?.customer ?? null,
    intent.spec?.session ?? null,
    JSON.stringify(intent.spec?.metadata ?? {}),
    date(Number(intent.createdAt?.seconds ?? 0n) * 1000 + Math.trunc((intent.createdAt?.nanos ?? 0) / 1e6)),
    intent.sequence,
    record.eventSequence,
    toBinary(IntentSchema, intent),
    toBinary(IntentSpecSchema, record.request),
    record.work?.kind ?? null,
    record.work ? new Date(record.work.wakeAt) : null,
    date(dueAt(record)),
    record.traceparent,
    routing.hosts,
    routing.country,
  ];
}

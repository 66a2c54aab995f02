// Creating intents: rows, messages and idempotency keys in one statement, so that one round
// trip and one commit make all of it or nothing.
import { toBinary } from "@bufbuild/protobuf";
import { outboxValues, type Queryable } from "@openintents/postgres";
import { IntentSchema, IntentSpecSchema } from "@openintents/proto";
import { dueAt } from "../domain/clocks.ts";
import type { Publication } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { routingOf } from "../domain/routing.ts";
import { msOf } from "../domain/values.ts";

export const CREATE_OPERATION = "intents.create";

/** A new intent with what it says to the outside, and the key under which it may exist once. */
export type NewIntent = {
  record: IntentRecord;
  messages: Publication[];
  key: { key: string; bodyHash: Buffer } | null;
};

/**
 * $1 is a JSON array of what is text and numbers, $2 to $4 are bytes in the same order
 * (a key's hash is empty where there is no key), $5 to $8 the messages of all.
 * Keys are taken in one order everywhere, so that two batches with the same keys cannot
 * wait for each other.
 */
const INSERT = `
  WITH given AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
      json_to_recordset($1::json) AS (id text, account_id text, test boolean, status smallint, customer text,
        session text, metadata jsonb, created_at timestamptz, version integer, event_sequence integer,
        recognise_at timestamptz, due_at timestamptz, hosts text[], country text, traceparent text,
        key text),
      unnest($2::bytea[]), unnest($3::bytea[]), unnest($4::bytea[])
    ) AS g (id, account_id, test, status, customer, session, metadata, created_at, version, event_sequence, recognise_at,
      due_at, hosts, country, traceparent, key, intent, request, body_hash)),
  keyed AS (
    INSERT INTO idempotency_keys (account_id, test, operation, key, body_hash, object_id, created_at)
    SELECT account_id, test, '${CREATE_OPERATION}', key, body_hash, id, created_at FROM given WHERE key IS NOT NULL
    ORDER BY account_id, test, key, id
    ON CONFLICT DO NOTHING RETURNING object_id),
  made AS (
    INSERT INTO intents (id, account_id, test, status, customer, session, metadata, created_at, version,
      event_sequence, intent, request, recognise_at, due_at, hosts, country, traceparent)
    SELECT id, account_id, test, status, customer, session, metadata, created_at, version,
      event_sequence, intent, request, recognise_at, due_at, hosts, country, traceparent FROM given
    WHERE key IS NULL OR id IN (SELECT object_id FROM keyed)
    RETURNING id),
  sent AS (
    INSERT INTO outbox (topic, key, event_id, value)
    SELECT topic, key, event_id, value
    FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[]) WITH ORDINALITY AS m (topic, key, event_id, value, place)
    WHERE key IN (SELECT id FROM made)
    ORDER BY place)
  SELECT id FROM made`;

const NO_HASH = Buffer.alloc(0);

/**
 * Inserts new intents with their messages and keys. Answers the IDs of those that were
 * made: an intent whose key is taken is not, and leaves nothing.
 */
export async function insertIntents(db: Queryable, given: NewIntent[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    INSERT,
    [
      JSON.stringify(given.map(columnsOf)),
      given.map(({ record }) => toBinary(IntentSchema, record.intent)),
      given.map(({ record }) => toBinary(IntentSpecSchema, record.request)),
      given.map(({ key }) => key?.bodyHash ?? NO_HASH),
      ...outboxValues(given.flatMap(({ messages }) => messages)),
    ],
    { name: "intents_insert" },
  );
  return new Set(rows.map(({ id }) => id));
}

function columnsOf({ record, key }: NewIntent): Record<string, unknown> {
  const { intent } = record;
  const { hosts, country } = routingOf(record);
  const createdAt = time(msOf(intent.createdAt));
  return {
    id: intent.id,
    account_id: record.accountId,
    test: intent.test,
    status: intent.status,
    customer: intent.spec?.customer,
    session: intent.spec?.session,
    metadata: intent.spec?.metadata ?? {},
    created_at: createdAt,
    version: intent.sequence,
    event_sequence: record.eventSequence,
    recognise_at: createdAt,
    due_at: time(dueAt(record)),
    hosts,
    country,
    traceparent: record.traceparent,
    key: key?.key,
  };
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

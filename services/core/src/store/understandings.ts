// Texts to be understood, as rows: taking those that are due, and writing what was understood.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { outboxValues, type Queryable, type Row } from "@openintents/postgres";
import { type IntentResult, IntentResultSchema, IntentSchema } from "@openintents/proto";
import { dueAt } from "../domain/clocks.ts";
import type { Plan } from "../domain/plan-check.ts";
import type { Publication } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { date, INTENT_COLUMNS, toRecord } from "./intents.ts";

export type PendingText = {
  record: IntentRecord;
  /** Counts this try. */
  tries: number;
};

const COLUMNS = INTENT_COLUMNS.split(",")
  .map((column) => `intents.${column.trim()}`)
  .join(", ");

/** Takes texts that are due, oldest first; each is due again at `again` unless it is understood by then. */
export async function takeTexts(
  db: Queryable,
  o: { now: number; again: number; limit: number },
): Promise<PendingText[]> {
  const { rows } = await db.query(
    `WITH due AS (
       SELECT id FROM intents WHERE recognise_at <= $1 ORDER BY recognise_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE intents SET recognise_at = $2, recognise_tries = recognise_tries + 1
     FROM due WHERE intents.id = due.id RETURNING ${COLUMNS}, intents.recognise_tries`,
    [new Date(o.now), new Date(o.again), o.limit],
    { name: "texts_take" },
  );
  return rows.map((row) => ({ record: toRecord(row), tries: row.recognise_tries as number }));
}

export type Understood = {
  /** Already moved on: its version is the one to write. */
  record: IntentRecord;
  result: IntentResult | null;
  source: string;
  messages: Publication[];
};

const SAVE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::smallint[], $3::integer[], $4::integer[], $5::bytea[], $6::smallint[],
      $7::timestamptz[], $8::timestamptz[], $9::bytea[], $10::text[])
      AS g (id, status, version, event_sequence, intent, work_kind, wake_at, due_at, result, source)),
  changed AS (
    UPDATE intents SET status = given.status, version = given.version, event_sequence = given.event_sequence,
      intent = given.intent, work_kind = given.work_kind, wake_at = given.wake_at, due_at = given.due_at,
      recognise_at = NULL
    FROM given WHERE intents.id = given.id AND intents.version = given.version - 1 AND intents.recognise_at IS NOT NULL
    RETURNING intents.id),
  kept AS (
    INSERT INTO understandings (intent_id, result, source, made_at)
    SELECT id, result, source, $11 FROM given WHERE id IN (SELECT id FROM changed)),
  sent AS (
    INSERT INTO outbox (topic, key, event_id, value)
    SELECT topic, key, event_id, value
    FROM unnest($12::text[], $13::text[], $14::text[], $15::bytea[]) WITH ORDINALITY AS m (topic, key, event_id, value, place)
    WHERE key IN (SELECT id FROM changed)
    ORDER BY place)
  SELECT id FROM changed`;

/** Writes what was understood; answers the IDs of the intents that had not changed meanwhile. */
export async function saveUnderstood(db: Queryable, given: Understood[], now: number): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    SAVE,
    [
      given.map(({ record }) => record.intent.id),
      given.map(({ record }) => record.intent.status),
      given.map(({ record }) => record.intent.sequence),
      given.map(({ record }) => record.eventSequence),
      given.map(({ record }) => toBinary(IntentSchema, record.intent)),
      given.map(({ record }) => record.work?.kind ?? null),
      given.map(({ record }) => date(record.work?.wakeAt ?? null)),
      given.map(({ record }) => date(dueAt(record))),
      given.map(({ result }) => (result === null ? null : toBinary(IntentResultSchema, result))),
      given.map(({ source }) => source),
      new Date(now),
      ...outboxValues(given.flatMap(({ messages }) => messages)),
    ],
    { name: "understood_save" },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Moves the next try of a text that could not be recognised. */
export async function postponeText(db: Queryable, id: string, at: number): Promise<void> {
  await db.query(
    "UPDATE intents SET recognise_at = $2 WHERE id = $1 AND recognise_at IS NOT NULL",
    [id, new Date(at)],
    { name: "text_postpone" },
  );
}

/** What binds an order of the intent; null for one that was made before texts were understood. */
export async function findPlan(db: Queryable, { intent }: IntentRecord): Promise<Plan | null> {
  const { rows } = await db.query("SELECT result FROM understandings WHERE intent_id = $1", [intent.id], {
    name: "understanding_find",
  });
  const [row] = rows;
  if (!row) return null;
  const { spec, test = false } = intent;
  return { result: resultOf(row), text: spec?.intent ?? "", currency: spec?.currency ?? "", test };
}

/** What was understood of these intents, for the work that is lent. */
export async function findUnderstandings(db: Queryable, ids: string[]): Promise<Map<string, IntentResult>> {
  const { rows } = await db.query("SELECT intent_id, result FROM understandings WHERE intent_id = ANY($1)", [ids], {
    name: "understandings_find",
  });
  const found = new Map<string, IntentResult>();
  for (const row of rows) {
    const result = resultOf(row);
    if (result) found.set(row.intent_id as string, result);
  }
  return found;
}

function resultOf(row: Row): IntentResult | null {
  return row.result === null ? null : fromBinary(IntentResultSchema, row.result as Buffer);
}

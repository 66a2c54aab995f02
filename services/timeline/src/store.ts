import type { Queryable } from "@openintents/postgres";

/** One row of `intent_events`; `event` is the IntentEvent message in binary. */
export type EventRow = {
  intent: string;
  sequence: number;
  account: string;
  test: boolean;
  type: number;
  event: Uint8Array;
  createdAt: Date;
};

export type StoredEvent = { sequence: number; type: number; event: Uint8Array };

/** Adds events; those that are there already stay as they are. */
export async function insertEvents(db: Queryable, rows: readonly EventRow[]): Promise<void> {
  await db.query(
    `insert into intent_events (intent, sequence, account, test, type, event, created_at)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::bool[], $5::int[], $6::bytea[], $7::timestamptz[])
     on conflict (intent, sequence) do nothing`,
    [
      rows.map((row) => row.intent),
      rows.map((row) => row.sequence),
      rows.map((row) => row.account),
      rows.map((row) => row.test),
      rows.map((row) => row.type),
      rows.map((row) => Buffer.from(row.event)),
      rows.map((row) => row.createdAt.toISOString()),
    ],
    { name: "timeline_insert_events" },
  );
}

/** Tells every replica, once the transaction commits, which intents have new events. */
export async function notifyIntents(db: Queryable, channel: string, payloads: readonly string[]): Promise<void> {
  await db.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [channel, payloads], {
    name: "timeline_notify",
  });
}

/** An intent's events above `after`, ascending, at most `limit`. */
export async function readEvents(
  db: Queryable,
  o: { account: string; test: boolean; intent: string; after: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select sequence, type, event from intent_events
     where intent = $1 and sequence > $2 and account = $3 and test = $4
     order by sequence limit $5`,
    [o.intent, o.after, o.account, o.test, o.limit],
    { name: "timeline_read_events" },
  );
  return rows;
}

export async function readCursorKey(db: Queryable): Promise<Uint8Array> {
  const { rows } = await db.query<{ key: Buffer }>("select key from cursor_key");
  const key = rows[0]?.key;
  if (key === undefined) throw new Error("the timeline's cursor key is missing: was its migration interrupted?");
  return key;
}

/**
 * Deletes up to `limit` timelines whose newest event is older than `before`; answers how
 * many. A timeline goes as a whole, so that what is left of one never has a hole.
 */
export async function deleteTimelines(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ intents: number }>(
    `with old as (
       select intent from intent_events first
       where sequence = 1 and created_at < $1 and not exists (
         select 1 from intent_events newer where newer.intent = first.intent and newer.created_at >= $1)
       order by created_at limit $2
     ), deleted as (
       delete from intent_events using old where intent_events.intent = old.intent
     )
     select count(*) as intents from old`,
    [before, limit],
    { name: "timeline_delete_old" },
  );
  return rows[0]?.intents ?? 0;
}

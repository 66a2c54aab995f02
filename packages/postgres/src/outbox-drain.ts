import type { Database } from "./database.ts";
import type { OutboxMessage } from "./outbox.ts";

type OutboxRow = { id: number; topic: string; key: string; event_id: string; value: Buffer };

/**
 * Only rows of transactions older than every open one, so that no row can appear later
 * before one that was taken. Rows "of the future" came with a dump of another server, whose
 * transaction numbers mean nothing here.
 */
const READ = `select id, topic, key, event_id, value from outbox
  where id > $1
    and (xid < pg_snapshot_xmin(pg_current_snapshot()) or xid >= pg_snapshot_xmax(pg_current_snapshot()))
  order by id limit $2`;

/**
 * Deletes the last batch and looks for others, from its first row (less a margin) on: what
 * the queue has left behind it before that is dead rows. The rows that are being deleted are
 * still there for the statement that deletes them.
 */
const FINISH = `with gone as (delete from outbox where id = any($1::bigint[]))
  select exists (
    select from (
      select from outbox where id > $2 and id <> all($1::bigint[]) order by id desc limit 1) as newest) as any`;
const MARGIN = 1_000;

// Reading on from the last id passes by rows that became safe behind it; start over this often.
const BATCHES_PER_SWEEP = 16;

/** What emptying the outbox came to: everything, or what is left is younger than an open transaction. */
export type Drained = "empty" | "unsafe";

/**
 * Publishes all rows that are safe to publish and deletes them. The next batch is read and
 * the last one deleted while one is published; batches are published one after the other,
 * which keeps the order of each key. Throws when a step fails: what was not deleted is
 * published again next time. Ends early when the signal aborts.
 */
export async function drainOutbox(o: {
  database: Database;
  publish: (messages: OutboxMessage[]) => Promise<void>;
  batch: number;
  signal: AbortSignal;
  onPublished: (count: number) => void;
}): Promise<Drained> {
  const { database, batch } = o;
  const read = async (after: number) =>
    (await database.query<OutboxRow>(READ, [after, batch], { name: "outbox_read" })).rows;
  const remove = (rows: OutboxRow[]) =>
    database.query("delete from outbox where id = any($1::bigint[])", [rows.map((row) => row.id)], {
      name: "outbox_delete",
    });

  /** Deletes the last rows that were safe, and tells whether others are left. */
  const finish = async (rows: OutboxRow[]): Promise<Drained> => {
    const from = Math.max(0, (rows[0]?.id ?? 0) - MARGIN);
    const { rows: left } = await database.query<{ any: boolean }>(FINISH, [rows.map((row) => row.id), from], {
      name: "outbox_finish",
    });
    return left[0]?.any === true ? "unsafe" : "empty";
  };

  let removing: Promise<unknown> = Promise.resolve();
  let ahead: Promise<OutboxRow[]> | undefined;
  try {
    for (let batches = 0; !o.signal.aborted; ) {
      const whole = ahead === undefined;
      // A read from the start must not see what is being deleted.
      if (whole) await removing;
      const rows = await (ahead ?? read(0));
      ahead = undefined;
      if (rows.length === 0) {
        if (!whole) continue;
        return await finish([]);
      }
      if (o.signal.aborted) break;
      batches += 1;
      const last = rows.at(-1);
      if (last !== undefined && rows.length === batch && batches % BATCHES_PER_SWEEP !== 0) {
        ahead = read(last.id);
        // Its failure is met where it is awaited; if publishing fails first, it is of no interest.
        ahead.catch(() => undefined);
      }
      await o.publish(rows.map(({ topic, key, event_id, value }) => ({ topic, key, id: event_id, value })));
      o.onPublished(rows.length);
      await removing;
      // Less than a batch from the start on was all that was safe; what came since has its own wake.
      if (whole && rows.length < batch) return await finish(rows);
      removing = remove(rows);
      removing.catch(() => undefined);
    }
  } finally {
    // Nothing may be deleted after the lock is given away, and a failed delete is a failure.
    await removing;
    await ahead?.catch(() => undefined);
  }
  return "unsafe";
}

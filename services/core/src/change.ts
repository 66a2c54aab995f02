// The one way in which an intent changes: lock the row, decide, write the new version and
// its messages in one statement, and tell the waiters once it is committed.

import type { Database, Queryable } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import { newId } from "@openintents/process";
import { publications } from "./domain/publication.ts";
import type { Change, IntentRecord } from "./domain/record.ts";
import { lockIntent, saveIntent } from "./store/intents.ts";

/** The dated version of the API; there is one until a second is needed. */
export const API_VERSION = "2026-11-30";

/** Hears of every committed change of an intent, in this process and, soon after, in the others. */
export type ChangeFeed = {
  changed(intentId: string, version: number, workWanted: boolean): void;
};

/** Writes one version: call it once per transaction and record, with everything the change says. */
export async function writeChange(tx: Queryable, record: IntentRecord, change: Change, now: number): Promise<void> {
  record.intent.sequence = (record.intent.sequence ?? 0) + 1;
  const messages = publications(record, change, { now, newId, apiVersion: API_VERSION });
  await saveIntent(tx, record, messages);
}

/**
 * Changes one intent. `decide` gets the locked record and returns the change and the
 * caller's result; returning no change writes nothing. The feed hears after the commit.
 */
export async function changeIntent<T>(
  deps: { database: Database; clock: Clock; feed: ChangeFeed },
  id: string,
  decide: (record: IntentRecord, tx: Queryable, now: number) => Promise<{ change: Change | null; result: T }>,
): Promise<{ record: IntentRecord; result: T } | null> {
  const done = await deps.database.transaction(async (tx) => {
    const record = await lockIntent(tx, id);
    if (!record) return null;
    const now = deps.clock.now();
    const { change, result } = await decide(record, tx, now);
    if (change) await writeChange(tx, record, change, now);
    return { record, result, changed: change !== null };
  });
  if (!done) return null;
  if (done.changed) deps.feed.changed(id, done.record.intent.sequence ?? 0, workOffered(done.record));
  return { record: done.record, result: done.result };
}

/** Whether the record holds work that a runner may take (now or at its time). */
export function workOffered(record: IntentRecord): boolean {
  return record.work !== null && record.claimId === null;
}

export { merged as joined } from "./domain/record.ts";

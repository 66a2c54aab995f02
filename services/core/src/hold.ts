// Holding a call: it returns when the intent is final, pauses, or the time is up. Nothing
// polls; the change feed wakes the call, and only then is the row read again.
import type { Database } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import type { IntentRecord } from "./domain/record.ts";
import { isFinal, isPaused } from "./domain/status.ts";
import type { Feed } from "./feed.ts";
import { findIntent } from "./store/intents.ts";

export type Owner = { accountId: string; test: boolean };

/**
 * Reads the intent, waiting up to `waitSeconds` while it is queued or running. A call that
 * its client gave up returns early, and so does every hold of a process that stops; the
 * intent runs on either way.
 */
export async function readHeld(
  deps: { database: Database; clock: Clock; feed: Feed; draining: AbortSignal },
  o: { owner: Owner; id: string; waitSeconds: number; signal: AbortSignal },
): Promise<IntentRecord | null> {
  const { database, clock, feed } = deps;
  if (o.waitSeconds <= 0) return findIntent(database, o.owner, o.id);
  const deadline = clock.monotonic() + o.waitSeconds * 1000;
  let wake = () => {};
  let woken = new AbortController();
  const stop = feed.onIntent(o.id, () => wake());
  try {
    for (;;) {
      woken = new AbortController();
      wake = () => woken.abort();
      const record = await findIntent(database, o.owner, o.id);
      const left = deadline - clock.monotonic();
      const ended = o.signal.aborted || deps.draining.aborted;
      const settled = !record || isFinal(record.intent.status) || isPaused(record.intent.status);
      if (settled || left <= 0 || ended) return record;
      await clock.sleep(left, AbortSignal.any([woken.signal, o.signal, deps.draining]));
    }
  } finally {
    stop();
  }
}

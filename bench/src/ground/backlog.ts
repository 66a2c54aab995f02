import { setTimeout as delay } from "node:timers/promises";
import type { Room } from "./postgres.ts";

const POLL_MS = 250;
const LONGEST_MS = 300_000;

/** Outbox rows that wait to be published. */
export async function outboxRows({ admin }: Room): Promise<number> {
  const { rows } = await admin.query<{ waiting: number }>("select count(*) as waiting from core.outbox");
  return rows[0]?.waiting ?? 0;
}

/** New intents whose text core has not understood yet: creates go before them. */
export async function unreadTexts({ admin }: Room): Promise<number> {
  const { rows } = await admin.query<{ waiting: number }>(
    "select count(*) as waiting from core.intents where recognise_at is not null",
  );
  return rows[0]?.waiting ?? 0;
}

/** Understanding what a leg created would take longer than the leg: those texts are withdrawn. */
async function withdrawTexts({ admin }: Room): Promise<void> {
  await admin.query("update core.intents set recognise_at = null where recognise_at is not null");
}

/** Resolves once the outbox is empty and nothing has been committed for a moment: consumers are done as well. */
export async function drained(room: Room): Promise<void> {
  await withdrawTexts(room);
  const deadline = performance.now() + LONGEST_MS;
  let commits = await room.commits();
  for (let quiet = 0; quiet < 4; ) {
    if (performance.now() > deadline) throw new Error("our side did not finish what the load left behind");
    await delay(POLL_MS);
    const now = await room.commits();
    // Polls and these looks commit a few times a second; work commits far more often.
    const busy = (await outboxRows(room)) > 0 || now - commits > 25;
    quiet = busy ? 0 : quiet + 1;
    commits = now;
  }
  await room.vacuum();
}

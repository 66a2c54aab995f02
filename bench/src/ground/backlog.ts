import { setTimeout as delay } from "node:timers/promises";
import type { Room } from "./postgres.ts";

const POLL_MS = 250;
const LONGEST_MS = 300_000;

/** Outbox rows that wait to be published. */
export async function outboxRows({ admin }: Room): Promise<number> {
  const { rows } = await admin.query<{ waiting: number }>("select count(*) as waiting from core.outbox");
  return rows[0]?.waiting ?? 0;
}

/** Resolves once the outbox is empty and nothing has been committed for a moment: consumers are done as well. */
export async function drained(room: Room): Promise<void> {
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

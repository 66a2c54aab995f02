// Writes new intents. Those that arrive while a statement is under way share the next one,
// so that many creates at once cost few round trips and few commits.
import { type Database, sqlState } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import { isDatabaseAway } from "./database-away.ts";
import { insertIntents, type NewIntent } from "./store/create-intent.ts";

/** Bounds what one failure makes to be written again. */
const MOST = 64;
/** Beside a statement that takes longer than this another may start: one that hangs holds up nobody else. */
const PATIENCE_MS = 50;
const MOST_UNDER_WAY = 4;

type Waiter = { given: NewIntent; resolve: (made: boolean) => void; reject: (cause: unknown) => void };

export type IntentWriter = {
  /** Resolves once the intent is committed; false when its key is taken and nothing was written. */
  write(given: NewIntent): Promise<boolean>;
  /** Creates are under way: whoever can wait lets them go first. */
  readonly busy: boolean;
};

export function createIntentWriter(database: Database, clock: Clock): IntentWriter {
  const waiting: Waiter[] = [];
  /** Statements under way, and whether one of them has not been long. */
  let underWay = 0;
  let young = false;

  function next(): void {
    if (waiting.length > 0 && !young && underWay < MOST_UNDER_WAY) void writeNext();
  }

  async function writeNext(): Promise<void> {
    underWay += 1;
    young = true;
    let old = false;
    const release = clock.timer(PATIENCE_MS, () => {
      old = true;
      young = false;
      next();
    });
    await writeAll(waiting.splice(0, MOST));
    release();
    underWay -= 1;
    if (!old) young = false;
    next();
  }

  async function writeAll(batch: Waiter[]): Promise<void> {
    try {
      const made = await insertIntents(
        database,
        batch.map(({ given }) => given),
      );
      for (const { given, resolve } of batch) resolve(made.has(given.record.intent.id ?? ""));
    } catch (cause) {
      // Where the server itself refused, nothing of the batch was written, and one intent that
      // cannot be must not take the others along. Any other failure leaves open what was written.
      const refused = sqlState(cause) !== undefined && !isDatabaseAway(cause);
      if (refused && batch.length > 1) for (const one of batch) await writeAll([one]);
      else for (const { reject } of batch) reject(cause);
    }
  }

  return {
    get busy() {
      return underWay > 0 || waiting.length > 0;
    },
    write(given) {
      return new Promise((resolve, reject) => {
        waiting.push({ given, resolve, reject });
        next();
      });
    },
  };
}

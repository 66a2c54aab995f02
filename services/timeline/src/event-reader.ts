import type { Database } from "@openintents/postgres";
import { contiguous } from "./domain/contiguous.ts";
import { readEvents, type StoredEvent } from "./store.ts";

export type ReadPosition = { account: string; test: boolean; intent: string; after: number; limit: number };

/**
 * Reads timelines without holes. Everybody who waits at the same place of an intent shares
 * one query; one that began before the intent's latest news is shared no further.
 */
export class EventReader {
  private readonly database: Database;
  private readonly inFlight = new Map<string, Map<string, Promise<StoredEvent[]>>>();

  constructor(database: Database) {
    this.database = database;
  }

  read(o: ReadPosition): Promise<StoredEvent[]> {
    const ofIntent = this.inFlight.get(o.intent) ?? new Map<string, Promise<StoredEvent[]>>();
    const key = `${o.account} ${o.test} ${o.after} ${o.limit}`;
    const shared = ofIntent.get(key);
    if (shared !== undefined) return shared;
    this.inFlight.set(o.intent, ofIntent);
    const reading = readEvents(this.database, o)
      .then((rows) => contiguous(rows, o.after))
      .finally(() => {
        if (ofIntent.get(key) === reading) ofIntent.delete(key);
        if (ofIntent.size === 0 && this.inFlight.get(o.intent) === ofIntent) this.inFlight.delete(o.intent);
      });
    ofIntent.set(key, reading);
    return reading;
  }

  /** Call before waking those who wait: what is being read for the intent may miss the news. */
  forget(intent: string): void {
    this.inFlight.delete(intent);
  }

  forgetAll(): void {
    this.inFlight.clear();
  }
}

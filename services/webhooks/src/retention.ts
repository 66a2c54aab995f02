import type { Database, Queryable } from "@openintents/postgres";
import type { Clock, Logger } from "@openintents/process";
import { deleteDeliveries, deleteEvents, deleteKeys, deleteLanes } from "./store/retention.ts";

const DAY_MS = 24 * 3600_000;
const KEEP_DAYS = 30;
const SWEEP_EVERY_MS = 3600_000;
const BATCH = 2_000;

export type Retention = {
  start(): void;
  /** Sweeps once, batch by batch. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
};

/** Deletes, once an hour, events, deliveries and idempotency keys that are 30 days old. */
export function createRetention(o: { database: Database; clock: Clock; logger: Logger }): Retention {
  let cancelTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function sweepAll(): Promise<void> {
    const before = new Date(o.clock.now() - KEEP_DAYS * DAY_MS);
    const steps: ((db: Queryable) => Promise<number>)[] = [
      (db) => deleteDeliveries(db, before, BATCH),
      (db) => deleteEvents(db, before, BATCH),
      (db) => deleteKeys(db, before, BATCH),
      (db) => deleteLanes(db, BATCH),
    ];
    for (const step of steps) {
      while (!stopped && (await step(o.database)) === BATCH);
    }
  }

  function sweep(): Promise<void> {
    running ??= sweepAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  function schedule(): void {
    if (stopped) return;
    cancelTimer = o.clock.timer(SWEEP_EVERY_MS, () => {
      sweep()
        .catch((error: unknown) => o.logger.warn({ err: error }, "could not sweep old webhook data, will try again"))
        .finally(schedule);
    });
  }

  return {
    start: schedule,
    sweep,
    async stop() {
      stopped = true;
      cancelTimer?.();
      // The sweep's own failure is its caller's or the timer's to report.
      await running?.catch(() => undefined);
    },
  };
}

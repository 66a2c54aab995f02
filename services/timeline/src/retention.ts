import type { Database } from "@openintents/postgres";
import type { Clock, Logger } from "@openintents/process";
import { deleteTimelines } from "./store.ts";

const DAY_MS = 24 * 3600_000;
const SWEEP_EVERY_MS = 3600_000;
const TIMELINES_PER_BATCH = 500;

export type Retention = {
  start(): void;
  /** Sweeps once, batch by batch, and answers how many timelines went. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
};

/** Deletes, once an hour, timelines whose last event is `retentionDays` old. */
export function createRetention(o: {
  database: Database;
  clock: Clock;
  logger: Logger;
  retentionDays: number;
}): Retention {
  let cancelTimer: (() => void) | undefined;
  let running: Promise<number> | undefined;
  let stopped = false;

  async function sweepAll(): Promise<number> {
    const before = new Date(o.clock.now() - o.retentionDays * DAY_MS);
    let timelines = 0;
    for (let full = true; full && !stopped; ) {
      const deleted = await deleteTimelines(o.database, before, TIMELINES_PER_BATCH);
      timelines += deleted;
      full = deleted === TIMELINES_PER_BATCH;
    }
    if (timelines > 0) o.logger.info({ timelines }, "deleted timelines past their retention");
    return timelines;
  }

  function sweep(): Promise<number> {
    running ??= sweepAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  function schedule(): void {
    if (stopped) return;
    cancelTimer = o.clock.timer(SWEEP_EVERY_MS, () => {
      sweep()
        .catch((error: unknown) => o.logger.warn({ err: error }, "could not sweep old timelines, will try again"))
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

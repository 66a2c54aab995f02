import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics } from "@openintents/process";
import { type Outcome, outcomeOf } from "./attempt-outcome.ts";
import type { OwnedLane } from "./owned-lane.ts";
import type { Attempt } from "./post.ts";
import { cancelPending, type DueDelivery, recordAttempts } from "./store/deliveries.ts";
import { disableEndpoint } from "./store/endpoints.ts";
import { markLanes } from "./store/lanes.ts";

export type ResultWriter = {
  /** Takes how an attempt ended; null when it was cut off unanswered. */
  add(delivery: DueDelivery, attempt: Attempt | null): void;
  /** Resolves when everything added is written. */
  settled(): Promise<void>;
};

const RETRY_MS = 500;

/**
 * Writes the results of attempts, those that end together in one statement, and only then
 * frees their slots: a delivery is never read again before its attempt is on record.
 */
export function createResultWriter(o: {
  database: Database;
  owned: Map<string, OwnedLane>;
  random: () => number;
  onWritten: () => void;
  /** Aborted: the drain is over, a failing database is not waited for. */
  signal: AbortSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}): ResultWriter {
  const { database, clock, logger, owned } = o;
  const deliveries = o.metrics.counter("webhook_deliveries_total", "Webhook attempts by how they ended.", ["outcome"]);
  const seconds = o.metrics.histogram("webhook_delivery_seconds", "Seconds from sending a webhook to its answer.");
  let waiting: { delivery: DueDelivery; outcome: Outcome }[] = [];
  let writing: Promise<void> | undefined;

  function free(delivery: DueDelivery): void {
    const lane = owned.get(delivery.lane);
    if (lane === undefined || !lane.deliveries.delete(delivery.id)) return;
    lane.inFlight -= 1;
    if (delivery.attempts > 0) lane.repeatsInFlight -= 1;
    // A slow lane is given back after one delivery, so that slow ones take turns.
    lane.hungry = !lane.slow;
  }

  async function write(): Promise<void> {
    // Results that end in the same turn of the loop share a statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await record(batch);
      } catch (error) {
        logger.warn({ err: error, results: batch.length }, "could not record webhook attempts, will try again");
        if (o.signal.aborted) {
          // Unrecorded, they stay due and are sent again: at least once.
          for (const { delivery } of batch) free(delivery);
          o.onWritten();
          continue;
        }
        waiting = [...batch, ...waiting];
        await clock.sleep(RETRY_MS, o.signal);
        continue;
      }
      for (const { delivery } of batch) free(delivery);
      o.onWritten();
    }
    // In the same turn as the last look at what waits, so that nothing added falls in between.
    writing = undefined;
  }

  async function record(batch: readonly { delivery: DueDelivery; outcome: Outcome }[]): Promise<void> {
    const now = new Date(clock.now());
    await recordAttempts(
      database,
      batch.map(({ outcome }) => outcome.result),
      now,
    );
    await mark(batch);
    for (const { delivery, outcome } of batch) {
      if (!outcome.gone || delivery.endpoint === null) continue;
      const { endpoint } = delivery;
      await database.transaction(
        async (tx) => {
          await disableEndpoint(tx, endpoint, "gone", now);
          await cancelPending(tx, delivery.lane, now);
        },
        { retry: true },
      );
      logger.info({ endpoint, account: delivery.account }, "webhook endpoint answered 410 and is disabled");
    }
  }

  /** A lane's own mark changes with its last attempt; it is written only when it does. */
  async function mark(batch: readonly { delivery: DueDelivery; outcome: Outcome }[]): Promise<void> {
    const last = new Map(batch.map(({ delivery, outcome }) => [delivery.lane, outcome.slow]));
    for (const slow of [true, false]) {
      const changed = [...last].filter(([lane, is]) => is === slow && owned.get(lane)?.slow === !slow);
      if (changed.length === 0) continue;
      const lanes = changed.map(([lane]) => lane);
      await markLanes(database, lanes, slow);
      for (const lane of lanes) Object.assign(owned.get(lane) ?? {}, { slow });
    }
  }

  return {
    add(delivery, attempt) {
      if (attempt === null) {
        free(delivery);
        o.onWritten();
        return;
      }
      const outcome = outcomeOf(delivery, attempt, clock.now(), o.random());
      deliveries.inc({ outcome: outcome.label });
      seconds.observe(attempt.durationMs / 1000);
      if (outcome.label !== "delivered") {
        logger.info(
          {
            delivery: delivery.id,
            event: delivery.event,
            attempt: outcome.result.attempt,
            outcome: outcome.label,
            status: attempt.statusCode,
            error: attempt.error,
          },
          "webhook attempt failed",
        );
      }
      waiting.push({ delivery, outcome });
      writing ??= write();
    },
    async settled() {
      while (writing !== undefined) await writing;
    },
  };
}

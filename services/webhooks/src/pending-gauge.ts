import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics } from "@openintents/process";
import { countPending } from "./store/deliveries.ts";

const EVERY_MS = 30_000;

/** Keeps the metric `webhook_pending`: deliveries that are not over, counted every 30 seconds. */
export function watchPending(o: { database: Database; clock: Clock; logger: Logger; metrics: Metrics }): {
  start(): void;
  stop(): void;
} {
  const gauge = o.metrics.gauge("webhook_pending", "Webhook deliveries that are neither delivered nor given up.");
  let cancelTimer: (() => void) | undefined;
  let stopped = false;

  function count(): void {
    countPending(o.database)
      .then((pending) => gauge.set(pending))
      .catch((error: unknown) => {
        if (!stopped) o.logger.debug({ err: error }, "could not count pending webhook deliveries");
      })
      .finally(() => {
        if (!stopped) cancelTimer = o.clock.timer(EVERY_MS, count);
      });
  }

  return {
    start: count,
    stop() {
      stopped = true;
      cancelTimer?.();
    },
  };
}

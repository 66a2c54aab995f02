import { nextAttemptAt, parseRetryAfter } from "./domain/retry-schedule.ts";
import type { Attempt } from "./post.ts";
import { type AttemptResult, DeliveryState, type DueDelivery } from "./store/deliveries.ts";

export type Outcome = {
  result: AttemptResult;
  label: "delivered" | "retried" | "failed";
  /** The receiver said that it is gone for good. */
  gone: boolean;
  /** The attempt hung, or nobody was there to answer it. */
  slow: boolean;
};

/** An answer that took longer counts against the receiver. */
const SLOW_MS = 5_000;
const GONE = 410;
/** A URL that no rule will ever let pass is not tried again. */
const HOPELESS = "url_refused";

/** What an attempt makes of its delivery. `random` (0 to 1) spreads the retries. */
export function outcomeOf(delivery: DueDelivery, attempt: Attempt, now: number, random: number): Outcome {
  const attempts = delivery.attempts + 1;
  const ok = attempt.statusCode !== null && attempt.statusCode >= 200 && attempt.statusCode < 300;
  const gone = attempt.statusCode === GONE;
  const next =
    ok || gone || attempt.error === HOPELESS
      ? null
      : nextAttemptAt({ attempts, now, random, retryAfterMs: parseRetryAfter(attempt.retryAfter, now) });
  const state = ok ? DeliveryState.delivered : next === null ? DeliveryState.failed : DeliveryState.pending;
  return {
    result: {
      delivery: delivery.id,
      attempt: attempts,
      at: new Date(attempt.at),
      statusCode: attempt.statusCode,
      durationMs: attempt.durationMs,
      error: attempt.error,
      responseExcerpt: attempt.responseExcerpt,
      state,
      nextAttemptAt: next === null ? null : new Date(next),
    },
    label: ok ? "delivered" : next === null ? "failed" : "retried",
    gone,
    slow: attempt.statusCode === null || attempt.durationMs > SLOW_MS,
  };
}

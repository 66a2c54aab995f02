import { IntentError } from "../errors.ts";
import { callOf } from "./budget.ts";
import { CallFailure } from "./call-failure.ts";

/** Time and chance, so that a test can hold both. */
export interface RetryClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never go back, on the scale of `performance.now()`. */
  monotonic(): number;
  /** Rejects with the signal's reason when that aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}

export const systemRetryClock: RetryClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const wake = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    }),
  random: Math.random,
};

export const MAX_RETRIES = 2;
const BASE_MS = 250;
const CAP_MS = 4_000;
const LONGEST_RETRY_AFTER_MS = 10_000;

/**
 * Makes a call, and makes it again after a failure that may pass: transport failures, 408, 429 and 5xx. It waits as
 * long as the provider asked for, up to 10 s, otherwise a random time that grows. It gives up where the deadline
 * would pass while waiting. Throws IntentErrors of stage executor, and the signal's reason.
 */
export async function withRetry<T>(
  run: () => Promise<T>,
  o: { retries: number; signal: AbortSignal; clock?: RetryClock },
): Promise<T> {
  const clock = o.clock ?? systemRetryClock;
  const call = callOf(o.signal);
  for (let retry = 0; ; retry += 1) {
    try {
      return await run();
    } catch (thrown) {
      if (o.signal.aborted) throw o.signal.reason;
      if (!(thrown instanceof CallFailure)) throw thrown;
      const wait = thrown.passing && retry < o.retries ? waitBefore(retry, thrown, clock) : null;
      if (wait === null || clock.monotonic() + wait >= (call?.deadline ?? Infinity)) throw thrown.toIntentError();
      await clock.sleep(wait, o.signal);
      call?.budget.spendCall();
    }
  }
}

/** Null: longer than anybody wants to wait. */
function waitBefore(retry: number, failure: CallFailure, clock: RetryClock): number | null {
  const asked = failure.retryAfter === null ? null : readRetryAfter(failure.retryAfter, clock.now());
  if (asked !== null) return asked <= LONGEST_RETRY_AFTER_MS ? asked : null;
  return clock.random() * Math.min(CAP_MS, BASE_MS * 2 ** retry);
}

/** Seconds or an HTTP date, as milliseconds from now; null for anything else. */
export function readRetryAfter(text: string, now: number): number | null {
  const trimmed = text.trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(trimmed)) return Number(trimmed) * 1_000;
  if (!/^[A-Za-z]{3,9},? /.test(trimmed)) return null;
  const date = Date.parse(trimmed);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Throws CONFIG_INVALID/config for a number of retries that nobody offers. */
export function checkRetries(retries: number | undefined): number {
  if (retries === undefined) return MAX_RETRIES;
  if (Number.isInteger(retries) && retries >= 0 && retries <= MAX_RETRIES) return retries;
  throw new IntentError("CONFIG_INVALID", "config", `retries must be 0 to ${MAX_RETRIES}.`, {
    issues: [{ code: "CONFIG_INVALID", path: "/retries", message: `must be 0 to ${MAX_RETRIES}` }],
  });
}

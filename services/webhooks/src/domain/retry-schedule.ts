const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay before each attempt, in milliseconds after the one before; the first goes at once. */
export const ATTEMPT_DELAYS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * When to try again (epoch ms) after `attempts` failed attempts, the last of which ended at
 * `now`; null when the schedule is used up. `random` is from 0 to 1 and spreads the delay by
 * 10 % either way. A receiver's Retry-After (milliseconds) is honoured up to 24 hours: the
 * later of it and the schedule counts.
 */
export function nextAttemptAt(o: {
  attempts: number;
  now: number;
  random: number;
  retryAfterMs: number | null;
}): number | null {
  const delay = ATTEMPT_DELAYS[o.attempts];
  if (delay === undefined) return null;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * o.random));
  const asked = Math.min(o.retryAfterMs ?? 0, LONGEST_RETRY_AFTER);
  return o.now + Math.max(spread, asked);
}

/** Milliseconds that a Retry-After header asks for, in seconds or as an HTTP date; null when it is neither. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  // Date.parse takes much more than HTTP dates, so the form is checked first.
  if (!/^[A-Za-z]{3,9},? [\w :-]+( GMT)?$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

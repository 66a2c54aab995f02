import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ATTEMPT_DELAYS, nextAttemptAt, parseRetryAfter } from "../src/domain/retry-schedule.ts";

const SECOND = 1_000;
const HOUR = 3600 * SECOND;
const after = (attempts: number, o: { random?: number; retryAfterMs?: number | null } = {}) =>
  nextAttemptAt({ attempts, now: 0, random: o.random ?? 0.5, retryAfterMs: o.retryAfterMs ?? null });

describe("the schedule", () => {
  test("waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then gives up", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => after(attempts))).toEqual([
      5 * SECOND,
      300 * SECOND,
      1800 * SECOND,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ]);
    expect(after(10)).toBeNull();
    expect(ATTEMPT_DELAYS).toHaveLength(10);
  });

  test("spreads each delay by no more than 10 % either way", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const delay = ATTEMPT_DELAYS[attempts] ?? 0;
        const at = after(attempts, { random }) ?? 0;
        expect(at).toBeGreaterThanOrEqual(Math.floor(delay * 0.9));
        expect(at).toBeLessThanOrEqual(Math.ceil(delay * 1.1));
      }),
    );
  });

  test("takes the later of Retry-After and the schedule, up to 24 hours", () => {
    expect(after(1, { retryAfterMs: 60 * SECOND })).toBe(60 * SECOND);
    expect(after(2, { retryAfterMs: 60 * SECOND })).toBe(300 * SECOND);
    expect(after(1, { retryAfterMs: 100 * HOUR })).toBe(24 * HOUR);
    expect(after(10, { retryAfterMs: 60 * SECOND })).toBeNull();
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-30T09:00:00Z");

  test.each([
    ["120", 120 * SECOND],
    [" 0 ", 0],
    ["Mon, 30 Nov 2026 09:00:30 GMT", 30 * SECOND],
    ["Monday, 30-Nov-26 09:00:30 GMT", 30 * SECOND],
    ["Mon, 30 Nov 2026 08:00:00 GMT", 0],
  ])("%s asks for %i ms", (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });

  test.each([[null], ["soon"], ["-5"], ["1.5"], ["2026-11-30T10:00:00Z"], ["99999999999"]])(
    "%s asks for nothing",
    (header) => {
      expect(parseRetryAfter(header, now)).toBeNull();
    },
  );
});

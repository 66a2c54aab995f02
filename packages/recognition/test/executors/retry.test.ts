import { expect, test } from "vitest";
import { attachCall, Budget } from "../../src/executors/budget.ts";
import { CallFailure } from "../../src/executors/call-failure.ts";
import { readRetryAfter, systemRetryClock, withRetry } from "../../src/executors/retry.ts";
import { fakeClock } from "./fake-clock.ts";

const status = (code: number, retryAfter: string | null = null) =>
  new CallFailure("status", `HTTP ${code}`, { status: code, retryAfter });
const live = () => new AbortController().signal;

function failing(...failures: (CallFailure | Error)[]): { run: () => Promise<string>; calls: () => number } {
  let calls = 0;
  return {
    run: async () => {
      const failure = failures[calls];
      calls += 1;
      if (failure) throw failure;
      return "done";
    },
    calls: () => calls,
  };
}

test.each([408, 429, 500, 502, 503, 529])("HTTP %i is tried again", async (code) => {
  const clock = fakeClock();
  const { run, calls } = failing(status(code));
  await expect(withRetry(run, { retries: 2, signal: live(), clock })).resolves.toBe("done");
  expect(calls()).toBe(2);
});

test("a connection that broke is tried again", async () => {
  const { run } = failing(new CallFailure("transport", "broken"));
  await expect(withRetry(run, { retries: 2, signal: live(), clock: fakeClock() })).resolves.toBe("done");
});

test.each([
  [401, "EXECUTOR_AUTH", false],
  [403, "EXECUTOR_AUTH", false],
  [400, "EXECUTOR_FAILED", false],
  [404, "EXECUTOR_FAILED", false],
  [422, "EXECUTOR_FAILED", false],
] as const)("HTTP %i is %s at once", async (code, expected, retryable) => {
  const { run, calls } = failing(status(code));
  await expect(withRetry(run, { retries: 2, signal: live(), clock: fakeClock() })).rejects.toMatchObject({
    code: expected,
    stage: "executor",
    retryable,
  });
  expect(calls()).toBe(1);
});

test.each([
  [status(429), "EXECUTOR_RATE_LIMITED"],
  [status(500), "EXECUTOR_UNAVAILABLE"],
  [status(408), "EXECUTOR_UNAVAILABLE"],
  [new CallFailure("transport", "broken"), "EXECUTOR_UNAVAILABLE"],
])("after two more tries %s is %s", async (failure, code) => {
  const { run, calls } = failing(failure, failure, failure, failure);
  await expect(withRetry(run, { retries: 2, signal: live(), clock: fakeClock() })).rejects.toMatchObject({
    code,
    retryable: true,
  });
  expect(calls()).toBe(3);
});

test("waits a random part of 250 ms, then of 500 ms", async () => {
  const clock = fakeClock(0.5);
  await withRetry(failing(status(500), status(500)).run, { retries: 2, signal: live(), clock });
  expect(clock.slept).toEqual([125, 250]);
});

test("waits as long as retry-after says", async () => {
  const clock = fakeClock();
  await withRetry(failing(status(429, "7")).run, { retries: 2, signal: live(), clock });
  expect(clock.slept).toEqual([7000]);
});

test("gives up at once when retry-after is longer than 10 s", async () => {
  const clock = fakeClock();
  const { run, calls } = failing(status(429, "11"));
  await expect(withRetry(run, { retries: 2, signal: live(), clock })).rejects.toMatchObject({
    code: "EXECUTOR_RATE_LIMITED",
  });
  expect([calls(), clock.slept]).toEqual([1, []]);
});

test("does not wait past the deadline of the parse", async () => {
  const clock = fakeClock();
  const signal = live();
  attachCall(signal, { budget: new Budget({}), deadline: clock.monotonic() + 5_000 });
  await expect(
    withRetry(failing(status(503, "3"), status(503, "3")).run, { retries: 2, signal, clock }),
  ).rejects.toMatchObject({ code: "EXECUTOR_UNAVAILABLE" });
  expect(clock.slept).toEqual([3000]);
});

test("a further try is paid for by the budget of the parse", async () => {
  const signal = live();
  const budget = new Budget({ calls: 2 });
  budget.spendCall();
  attachCall(signal, { budget, deadline: Infinity });
  const { run, calls } = failing(status(500), status(500), status(500));
  await expect(withRetry(run, { retries: 2, signal, clock: fakeClock() })).rejects.toMatchObject({
    code: "BUDGET_EXHAUSTED",
    stage: "executor",
  });
  expect(calls()).toBe(2);
});

test("ends while waiting when the signal aborts, with its reason", async () => {
  const controller = new AbortController();
  const clock = { ...systemRetryClock, random: () => 0.999 };
  const waiting = withRetry(failing(status(429, "10")).run, { retries: 2, signal: controller.signal, clock });
  controller.abort("enough");
  await expect(waiting).rejects.toBe("enough");
});

test("what is no failure of a call is not tried again", async () => {
  const { run, calls } = failing(new TypeError("a mistake of ours"));
  await expect(withRetry(run, { retries: 2, signal: live(), clock: fakeClock() })).rejects.toThrow("a mistake of ours");
  expect(calls()).toBe(1);
});

test("reads retry-after as seconds or as a date, and nothing else", () => {
  const now = Date.UTC(2026, 10, 30, 9);
  expect(readRetryAfter("0", now)).toBe(0);
  expect(readRetryAfter(" 2 ", now)).toBe(2000);
  expect(readRetryAfter("Mon, 30 Nov 2026 09:00:04 GMT", now)).toBe(4000);
  expect(readRetryAfter("Mon, 30 Nov 2026 08:00:00 GMT", now)).toBe(0);
  for (const nonsense of ["", "-1", "soon", "1e9", "2026-11-30", "0x10"])
    expect(readRetryAfter(nonsense, now)).toBeNull();
});

import type { RetryClock } from "../../src/executors/retry.ts";

/** Sleeps at once and remembers for how long; time passes only by sleeping. */
export function fakeClock(random = 0.5): RetryClock & { slept: number[] } {
  const slept: number[] = [];
  const begun = performance.now();
  let passed = 0;
  return {
    slept,
    now: () => Date.UTC(2026, 10, 30, 9) + passed,
    monotonic: () => begun + passed,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      slept.push(milliseconds);
      passed += milliseconds;
    },
    random: () => random,
  };
}

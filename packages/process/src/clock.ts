/** Time as a port, so that tests advance it instead of waiting. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or early when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `fn` once after `ms` milliseconds; returns its cancellation. Does not keep the process alive. */
  timer(ms: number, fn: () => void): () => void;
};

/** Beyond this setTimeout fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

function later(ms: number, fn: () => void, keepAlive: boolean): () => void {
  let handle: NodeJS.Timeout;
  const arm = (left: number): void => {
    const step = Math.min(Math.max(left, 0), LONGEST_TIMEOUT);
    handle = setTimeout(() => (left > step ? arm(left - step) : fn()), step);
    if (!keepAlive) handle.unref();
  };
  arm(ms);
  return () => clearTimeout(handle);
}

function sleepWith(start: (fn: () => void) => () => void, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = start(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      resolve();
    };
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepWith((fn) => later(ms, fn, true), signal),
  timer: (ms, fn) => later(ms, fn, false),
};

export type ManualClock = Clock & {
  /**
   * Moves time on by `ms`, firing what falls due in order, each at its own moment.
   * Resolves when the work which that set off has come to rest, short of real I/O.
   */
  advance(ms: number): Promise<void>;
};

/** A clock for tests that stands still until advanced. `start` is epoch ms. */
export function manualClock(start: number = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0;
  let sequence = 0;
  const due = new Map<number, { at: number; fn: () => void }>();

  const timer = (ms: number, fn: () => void): (() => void) => {
    const key = sequence++;
    due.set(key, { at: elapsed + Math.max(ms, 0), fn });
    return () => {
      due.delete(key);
    };
  };

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const next = (until: number): [number, { at: number; fn: () => void }] | undefined => {
    let first: [number, { at: number; fn: () => void }] | undefined;
    for (const entry of due) {
      // A Map keeps the order of insertion, so equal times fire in the order they were set.
      if (entry[1].at <= until && (first === undefined || entry[1].at < first[1].at)) first = entry;
    }
    return first;
  };

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) => sleepWith((fn) => timer(ms, fn), signal),
    timer,
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let entry = next(until); entry !== undefined; entry = next(until)) {
        due.delete(entry[0]);
        elapsed = entry[1].at;
        entry[1].fn();
        await settle();
      }
      elapsed = until;
      await settle();
    },
  };
}

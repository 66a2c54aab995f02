/** Time as host mode sees it, so that tests move it by hand. */
export interface HostClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Calls `fn` once after `ms`; the answer cancels. Does not keep a process alive. */
  timer(ms: number, fn: () => void): () => void;
}

export const systemClock: HostClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms, fn) {
    const handle = setTimeout(fn, ms);
    handle.unref();
    return () => clearTimeout(handle);
  },
};

import type { HostClock } from "../../src/host/clock.ts";

export interface ManualClock extends HostClock {
  /** Moves time and fires what falls due. */
  advance(ms: number): void;
  /** Moves time and fires nothing, as if the process had slept. */
  jump(ms: number): void;
  /** Timers that wait. */
  readonly timers: number;
}

export function manualClock(start = Date.UTC(2026, 10, 30, 8)): ManualClock {
  let now = start;
  const waiting = new Set<{ at: number; fn: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - start,
    timer(ms, fn) {
      const entry = { at: now + ms, fn };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      now += ms;
      for (const entry of [...waiting].sort((a, b) => a.at - b.at)) {
        if (entry.at > now || !waiting.delete(entry)) continue;
        entry.fn();
      }
    },
    jump(ms) {
      now += ms;
    },
    get timers() {
      return waiting.size;
    },
  };
}

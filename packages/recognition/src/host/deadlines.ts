import type { HostClock } from "./clock.ts";

/** The longest that a timer of the platform can wait. */
const LONGEST_TIMER = 2_147_483_647;

/** One timer a key, however far away its time is. */
export class Deadlines {
  readonly #clock: HostClock;
  readonly #stops = new Map<string, () => void>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Calls `passed` once, at or after `at` (epoch milliseconds). A key that is watched already keeps its timer. */
  watch(key: string, at: number, passed: () => void): void {
    if (!this.#stops.has(key)) this.#arm(key, at, passed);
  }

  forget(key: string): void {
    this.#stops.get(key)?.();
    this.#stops.delete(key);
  }

  forgetAll(): void {
    for (const key of [...this.#stops.keys()]) this.forget(key);
  }

  #arm(key: string, at: number, passed: () => void): void {
    const wait = Math.min(Math.max(at - this.#clock.now(), 0), LONGEST_TIMER);
    const stop = this.#clock.timer(wait, () => {
      this.#stops.delete(key);
      if (this.#clock.now() < at) this.#arm(key, at, passed);
      else passed();
    });
    this.#stops.set(key, stop);
  }
}

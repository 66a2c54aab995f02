/** Pauses that double from 0.1 s to 10 s, with up to a quarter off so that replicas spread. */
export type Backoff = { next(): number; reset(): void };

const FIRST_MS = 100;
const LAST_MS = 10_000;

export function createBackoff(random: () => number = Math.random): Backoff {
  let ms = FIRST_MS;
  return {
    next() {
      const pause = ms * (1 - random() / 4);
      ms = Math.min(ms * 2, LAST_MS);
      return pause;
    },
    reset() {
      ms = FIRST_MS;
    },
  };
}

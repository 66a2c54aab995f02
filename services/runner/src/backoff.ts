const FIRST_MS = 100;
const LONGEST_MS = 5_000;

/** Waits of 100 ms doubling to 5 s, each cut by up to half at random so that a crowd of runners spreads. */
export class Backoff {
  private round = 0;

  nextMs(): number {
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.round);
    this.round += 1;
    return full * (1 - Math.random() / 2);
  }

  reset(): void {
    this.round = 0;
  }
}

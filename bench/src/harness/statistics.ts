/** A run whose ratios lie further apart than this share of their median tells nothing. */
const WIDEST = 0.15;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which the share of all values lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export type Spread = { median: number; low: number; high: number /** Wider than a run may be. */; void: boolean };

export function spreadOf(ratios: number[]): Spread {
  const middle = median(ratios);
  const low = Math.min(...ratios);
  const high = Math.max(...ratios);
  return { median: middle, low, high, void: high - low > WIDEST * middle };
}

export type Verdict = "void" | "missed" | "met" | "aimed";

/** What the ratios say about a goal. */
export function verdictOf(spread: Spread, goal: { must: number; aim: number }): Verdict {
  if (spread.void) return "void";
  if (spread.median < goal.must) return "missed";
  return spread.median < goal.aim ? "met" : "aimed";
}

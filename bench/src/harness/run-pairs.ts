import type { Prepared, Sample, Side } from "./bench.ts";
import type { BenchOptions } from "./options.ts";

export type Pair = { ours: Sample; baseline: Sample; ratio: number };

/**
 * Measures A B A B …: each leg with its own warm-up, while the processes of the other
 * side are halted. What a leg leaves behind is finished before the next one begins.
 */
export async function runPairs(
  { ours, baseline }: Prepared,
  options: BenchOptions,
  onPair: (pair: Pair, number: number) => void,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let number = 1; number <= options.pairs; number++) {
    const pair = {
      ours: await leg(ours, baseline, options),
      baseline: await leg(baseline, ours, options),
    };
    pairs.push({ ...pair, ratio: pair.ours.rate / pair.baseline.rate });
    onPair(pairs.at(-1) as Pair, number);
  }
  return pairs;
}

async function leg(side: Side, other: Side, options: BenchOptions): Promise<Sample> {
  for (const pid of other.pids) process.kill(pid, "SIGSTOP");
  try {
    await side.begin();
    await side.measure(options.warmupSeconds);
    const sample = await side.measure(options.seconds);
    await side.settle();
    return sample;
  } finally {
    for (const pid of other.pids) process.kill(pid, "SIGCONT");
  }
}

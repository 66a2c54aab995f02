import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Bench, Sample, Statement } from "./bench.ts";
import { describeCores } from "./cores.ts";
import type { Machine } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import type { Pair } from "./run-pairs.ts";
import { median, type Spread, type Verdict } from "./statistics.ts";

export type Result = {
  bench: Pick<Bench, "id" | "title" | "unit" | "must" | "aim">;
  date: string;
  options: BenchOptions;
  machine: Machine;
  facts: string[];
  sides: { ours: string; baseline: string };
  pairs: Pair[];
  spread: Spread;
  verdict: Verdict;
  statements: Statement[];
};

const VERDICTS: Record<Verdict, string> = {
  void: "VOID: the ratios lie further apart than 15 % of their median; somebody else was at work",
  missed: "MISSED: below what a release must reach",
  met: "met: what a release must reach, below the aim",
  aimed: "met: at or above the aim",
};

const rateText = (rate: number) => (rate >= 100 ? Math.round(rate).toLocaleString("en") : rate.toFixed(1));

export function verdictText({ options, verdict }: Result): string {
  return options.smoke ? "smoke run: it works, its figures mean nothing" : VERDICTS[verdict];
}

export function pairLine(pair: Pair, number: number): string {
  const { ours, baseline, ratio } = pair;
  return `  ${number}  ours ${rateText(ours.rate).padStart(8)}  baseline ${rateText(baseline.rate).padStart(8)}  ratio ${ratio.toFixed(3)}`;
}

/** The result as Markdown: figures first, then everything they depend on. */
export function markdown(result: Result): string {
  const { bench, machine, options, spread, sides, pairs } = result;
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const column = (side: "ours" | "baseline") => pairs.map((pair) => pair[side]);
  return [
    `# ${bench.id.toUpperCase()}: ${bench.title}`,
    "",
    `**Ratio ${spread.median.toFixed(2)}** (${spread.low.toFixed(2)} to ${spread.high.toFixed(2)}); must ${bench.must}, aim ${bench.aim}. ${verdictText(result)}.`,
    "",
    `| pair | ours, ${bench.unit} | baseline, ${bench.unit} | ratio |`,
    "| --- | --- | --- | --- |",
    ...pairs.map(
      ({ ours, baseline, ratio }, at) =>
        `| ${at + 1} | ${rateText(ours.rate)} | ${rateText(baseline.rate)} | ${ratio.toFixed(3)} |`,
    ),
    "",
    "| median of the legs | ours | baseline |",
    "| --- | --- | --- |",
    ...medianRows(column("ours"), column("baseline")),
    "",
    `Ours: ${sides.ours}. Baseline: ${sides.baseline}.`,
    "",
    ...result.facts.map((fact) => `- ${fact}`),
    `- ${describeCores()} While one side is measured, the other's processes are halted.`,
    `- ${options.pairs} pairs, ${options.warmupSeconds} s warm-up and ${options.seconds} s a leg.`,
    `- ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before the run ${machine.loadBefore}.`,
    `- ${versions.join(", ")}.`,
    `- Commit ${machine.commit}, ${result.date}.`,
    ...statementLines(result.statements),
    "",
  ].join("\n");
}

function medianRows(ours: Sample[], baseline: Sample[]): string[] {
  const rows = new Map<string, [string, string]>();
  for (const [at, samples] of [ours, baseline].entries()) {
    for (const [name, values] of figures(samples)) {
      const row = rows.get(name) ?? ["", ""];
      row[at] = median(values).toFixed(name.startsWith("left") ? 0 : 2);
      rows.set(name, row);
    }
  }
  return [...rows].map(([name, [a, b]]) => `| ${name} | ${a} | ${b} |`);
}

function figures(samples: Sample[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const add = (name: string, value: number) => found.set(name, [...(found.get(name) ?? []), value]);
  for (const { latency, cpu, counts } of samples) {
    if (latency) {
      add("p50, ms", latency.p50);
      add("p99, ms", latency.p99);
    }
    for (const [part, micros] of Object.entries(cpu)) add(`CPU of ${part}, µs an operation`, micros);
    for (const [name, value] of Object.entries(counts)) add(name, value);
  }
  return found;
}

function statementLines(statements: Statement[]): string[] {
  if (statements.length === 0) return [];
  return [
    "",
    "| calls | ms | statement of ours |",
    "| --- | --- | --- |",
    ...statements.map(({ calls, ms, query }) => `| ${calls} | ${Math.round(ms)} | ${query.slice(0, 110)} |`),
  ];
}

/** Writes the result as JSON and as Markdown into bench/results; answers the Markdown's path. */
export async function writeResult(result: Result): Promise<string> {
  const directory = fileURLToPath(new URL("../../results/", import.meta.url));
  await mkdir(directory, { recursive: true });
  const name = `${directory}${result.bench.id}-${result.date.slice(0, 10)}`;
  await writeFile(`${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  await writeFile(`${name}.md`, markdown(result));
  return `${name}.md`;
}

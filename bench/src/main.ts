// `npm run bench -- p1`: measures our side against its baseline and judges the ratio.
import { grpcCreate } from "./benches/grpc-create.ts";
import { outboxDrain } from "./benches/outbox-drain.ts";
import { recognitionCall } from "./benches/recognition-call.ts";
import { restCreate } from "./benches/rest-create.ts";
import { toolCall } from "./benches/tool-call.ts";
import type { Bench } from "./harness/bench.ts";
import { describeMachine } from "./harness/machine.ts";
import { type BenchOptions, readOptions, USAGE, UsageError } from "./harness/options.ts";
import { markdown, pairLine, type Result, verdictText, writeResult } from "./harness/report.ts";
import { runPairs } from "./harness/run-pairs.ts";
import { spreadOf, verdictOf } from "./harness/statistics.ts";
import { runStudy, type Study, studyMarkdown, writeStudy } from "./harness/study.ts";
import { figures } from "./recognition/figures.ts";
import { recognitionSpeed } from "./recognition/speed.ts";

const BENCHES: Bench[] = [restCreate, grpcCreate, toolCall, outboxDrain, recognitionCall];
const STUDIES: Study[] = [figures, recognitionSpeed];

/** Goal missed: 1; void, so that nothing is known: 2; could not be run: 3. */
const MISSED = 1;
const VOID = 2;
const FAILED = 3;

async function run(bench: Bench, options: BenchOptions): Promise<Result> {
  const say = options.json ? () => {} : console.log;
  const machine = describeMachine();
  say(`${bench.id}: ${bench.title}`);
  const prepared = await bench.prepare(options);
  try {
    const pairs = await runPairs(prepared, options, (pair, number) => say(pairLine(pair, number)));
    const spread = spreadOf(pairs.map(({ ratio }) => ratio));
    return {
      bench: { id: bench.id, title: bench.title, unit: bench.unit, must: bench.must, aim: bench.aim },
      date: new Date().toISOString(),
      options,
      machine,
      facts: prepared.facts,
      sides: { ours: prepared.ours.name, baseline: prepared.baseline.name },
      pairs,
      spread,
      verdict: verdictOf(spread, bench),
      statements: (await prepared.statements?.()) ?? [],
    };
  } finally {
    await prepared.close();
  }
}

function chosen(names: string[]): (Bench | Study)[] {
  if (names.length === 0) throw new UsageError("Name at least one bench.");
  return names.map((name) => {
    const found = [...BENCHES, ...STUDIES].find(({ id }) => id === name.toLowerCase());
    if (!found) throw new UsageError(`There is no bench “${name}”.`);
    return found;
  });
}

/** Answers the exit code. */
async function measureRatio(bench: Bench, options: BenchOptions): Promise<number> {
  const result = await run(bench, options);
  console.log(options.json ? JSON.stringify(result) : `\n${markdown(result)}`);
  if (options.write) console.error(`Written to ${await writeResult(result)}`);
  if (options.smoke || result.verdict === "met" || result.verdict === "aimed") return 0;
  console.error(`${bench.id}: ${verdictText(result)}`);
  return result.verdict === "void" ? VOID : MISSED;
}

async function makeStudy(study: Study, options: BenchOptions): Promise<number> {
  const result = await runStudy(study, options);
  console.log(options.json ? JSON.stringify(result) : `\n${studyMarkdown(result)}`);
  if (options.write) console.error(`Written to ${writeStudy(result)}`);
  const missed = result.tables.flatMap((table) => table.missed ?? []);
  for (const goal of missed) console.error(`${study.id}: MISSED: ${goal}`);
  return options.smoke || missed.length === 0 ? 0 : MISSED;
}

try {
  const { names, options } = readOptions(process.argv.slice(2));
  let code = 0;
  for (const one of chosen(names)) {
    code = Math.max(code, "prepare" in one ? await measureRatio(one, options) : await makeStudy(one, options));
  }
  process.exitCode = code;
} catch (cause) {
  if (cause instanceof UsageError) {
    console.error(`${cause.message}\n\n${USAGE}\n\nBenches:`);
    for (const { id, title } of [...BENCHES, ...STUDIES]) console.error(`  ${id.padEnd(7)} ${title}`);
  } else console.error(cause);
  process.exitCode = FAILED;
}

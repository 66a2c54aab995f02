import { Intent, type IntentExecutor, type IntentResult } from "../../src/index.ts";
import { FACT_KINDS, type RecognitionCase } from "./facts.ts";
import { type CaseScore, scoreCase } from "./score-case.ts";
import { emptyShares, type Shares } from "./tally.ts";

/** No second attempt: a candidate that breaks a rule fails the case. */
export function runCase(one: RecognitionCase, executor: IntentExecutor): Promise<IntentResult> {
  return new Intent({ ...one.options, executor, corrections: 0 }).parse(one.input);
}

export async function scoreCases(
  cases: readonly RecognitionCase[],
  executorOf: (one: RecognitionCase) => IntentExecutor,
): Promise<CaseScore[]> {
  const scores: CaseScore[] = [];
  for (const one of cases) scores.push(scoreCase(one, await runCase(one, executorOf(one))));
  return scores;
}

export function sumFacts(scores: readonly CaseScore[]): Shares {
  const sum = emptyShares();
  for (const { facts } of scores)
    for (const kind of FACT_KINDS) {
      sum[kind].right += facts[kind].right;
      sum[kind].total += facts[kind].total;
    }
  return sum;
}

import { Intent } from "../../../src/intent.ts";
import type { IntentExecutor } from "../../../src/types/executor.ts";
import type { IntentResult } from "../../../src/types/result.ts";
import type { CaseFacts } from "./case-facts.ts";
import { type Score, scoreCase } from "./score-case.ts";

/** The result of one case with any executor. */
export async function recogniseCase(facts: CaseFacts, executor: IntentExecutor): Promise<IntentResult> {
  return new Intent({ ...facts.options, executor }).parse(facts.input);
}

export async function scoreAll(cases: readonly CaseFacts[], executor: IntentExecutor): Promise<Score[]> {
  const scores: Score[] = [];
  for (const facts of cases) scores.push(scoreCase(facts, await recogniseCase(facts, executor)));
  return scores;
}

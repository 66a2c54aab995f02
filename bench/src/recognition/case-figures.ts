// What recognition gets right on the utterances written for this project: the twenty that developers work with, and
// forty others that nothing was made for.
import { rulesExecutor, scriptedExecutor } from "@openintents/recognition";
import { developerCases } from "../../../packages/recognition/test/cases/developer/developer-cases.ts";
import { excellentCandidate } from "../../../packages/recognition/test/cases/developer/excellent-candidates.ts";
import { FACT_KINDS, type RecognitionCase } from "../../../packages/recognition/test/cases/facts.ts";
import { freshCases } from "../../../packages/recognition/test/cases/fresh/fresh-cases.ts";
import { scoreCases, sumFacts } from "../../../packages/recognition/test/cases/run-cases.ts";
import type { CaseScore } from "../../../packages/recognition/test/cases/score-case.ts";
import type { Table } from "../harness/study.ts";

const MEANING =
  "Right of all listed facts. An intent, a prohibition or a value beyond the list is invented. A false complete says `complete` though a listed prohibition or exclusion is lost or another status is due.";

/** The twenty cases, by rules and by the scripted answers of an excellent language source. */
export async function caseTable(): Promise<Table> {
  const rules = await byRules(developerCases);
  const scripted = await scoreCases(developerCases, (one) =>
    scriptedExecutor([{ candidate: excellentCandidate(one) }]),
  );
  return {
    title: "The twenty cases",
    columns: ["facts", "rules", "scripted answers"],
    rows: rowsOf(rules, scripted),
    notes: [MEANING],
    missed: [
      ...falseCompletes("rules", rules),
      ...falseCompletes("scripted answers", scripted),
      ...scripted.filter(({ fullyRight }) => !fullyRight).map(({ id }) => `${id} is not right with scripted answers.`),
    ],
  };
}

/** Forty other utterances, by rules. */
export async function freshTable(): Promise<Table> {
  const rules = await byRules(freshCases);
  return {
    title: "Forty other utterances",
    columns: ["facts", "rules"],
    rows: rowsOf(rules),
    notes: rules
      .filter(({ fullyRight }) => !fullyRight)
      .map(
        ({ id, missing, invented }) =>
          `${id}: ${[...missing, ...invented.map((one) => `invented ${one}`)].join("; ")}.`,
      ),
    missed: falseCompletes("rules", rules),
  };
}

function byRules(cases: readonly RecognitionCase[]): Promise<CaseScore[]> {
  const executor = rulesExecutor();
  return scoreCases(cases, () => executor);
}

function rowsOf(...columns: CaseScore[][]): string[][] {
  const facts = columns.map(sumFacts);
  const count = (holds: (score: CaseScore) => boolean) => columns.map((scores) => `${scores.filter(holds).length}`);
  return [
    ...FACT_KINDS.map((kind) => [kind, ...facts.map((sum) => `${sum[kind].right}/${sum[kind].total}`)]),
    ["invented", ...columns.map((scores) => `${scores.reduce((sum, { invented }) => sum + invented.length, 0)}`)],
    ["false complete", ...count(({ falseComplete }) => falseComplete)],
    ["complete, but not fully right", ...count(({ status, fullyRight }) => status === "complete" && !fullyRight)],
    [
      "fully right cases",
      ...columns.map((scores) => `${scores.filter(({ fullyRight }) => fullyRight).length}/${scores.length}`),
    ],
  ];
}

function falseCompletes(source: string, scores: readonly CaseScore[]): string[] {
  return scores
    .filter(({ falseComplete }) => falseComplete)
    .map(({ id, lost }) => `${id} with ${source} is a false complete${lost.length > 0 ? `: ${lost.join(", ")}` : ""}.`);
}

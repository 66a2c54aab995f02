// A sound result of a full turn, to be broken in one place.
import { expect } from "vitest";
import { recognise } from "../../src/result/recognise.ts";
import { resultProblems } from "../../src/result/result-problems.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { candidateOf, constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

const SCHEMA = {
  type: "object",
  properties: { orderId: { type: "string" }, party: { type: "integer", "x-intent": { perIntent: false } } },
};
export const FIRST = resultOf(requestOf(LOOK_UP), lookUp()).effective;
export const said = candidateOf({
  intents: [intent("n", "Archive", "order 5", "Archive order 5"), intent("m", "call", "Sam", "call Sam")],
  constraints: [constraint("w", null, "prohibition", "Never call me")],
  relations: [{ type: "sequence", from: "n", to: "m", constraintKey: null, evidence: [quote("then call Sam")] }],
  fields: [
    {
      field: "orderId",
      owner: "n",
      status: "extracted",
      valueJson: '"5"',
      alternativesJson: [],
      evidence: [quote("order 5")],
      note: null,
    },
    {
      field: "party",
      owner: null,
      status: "extracted",
      valueJson: "2",
      alternativesJson: [],
      evidence: [quote("for 2")],
      note: null,
    },
  ],
});
const more: Partial<IntentInput> = { baseline: FIRST, output: { evidence: "quotes" } };
export const request = requestOf("Archive order 5 for 2, then call Sam. Never call me.", more, { schema: SCHEMA });

/** The codes that a corruption of a sound result is told by. */
export function told(corrupt: (result: IntentResult) => void): string[] {
  const result = recognise(request, said);
  expect(resultProblems(request, said, result)).toEqual([]);
  corrupt(result);
  return [...new Set(resultProblems(request, said, result).map((problem) => problem.code))];
}

export const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error("unreachable");
  return item;
};
export const at = <T>(items: readonly T[], index: number): T => first(items.slice(index));

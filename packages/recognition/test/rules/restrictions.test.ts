import { describe, expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";
import type { Constraint, IntentResult, RecognisedIntent } from "../../src/types/result.ts";
import { HARMLESS, RESTRICTIONS } from "./cases/prohibiting-utterances.ts";

const intent = new Intent({ executor: rulesExecutor() });
const parse = (input: string) => intent.parse({ input, referenceTime: "2026-11-30T09:00:00+01:00[Europe/Oslo]" });

function constraintsOf({ effective }: IntentResult): Constraint[] {
  const nested = (one: RecognisedIntent): Constraint[] => [...one.constraints, ...one.children.flatMap(nested)];
  return [...effective.constraints, ...effective.intents.flatMap(nested)];
}

describe("what may not happen", () => {
  test.each(RESTRICTIONS)("is kept as a constraint: %s", async (input, words) => {
    const result = await parse(input);
    const restricting = constraintsOf(result).filter(({ kind }) =>
      ["prohibition", "exclusion", "requirement"].includes(kind),
    );
    expect(restricting.map(({ text }) => text).join(" | ")).toContain(words);
  });

  test("is never the goal of a request", async () => {
    for (const [input, words] of RESTRICTIONS) {
      const { effective } = await parse(input);
      expect(effective.intents.filter(({ goal }) => words.endsWith(goal))).toEqual([]);
    }
  });

  test.each(HARMLESS)("is not read into: %s", async (input) => {
    const result = await parse(input);
    expect(constraintsOf(result).filter(({ kind }) => kind === "prohibition")).toEqual([]);
  });
});

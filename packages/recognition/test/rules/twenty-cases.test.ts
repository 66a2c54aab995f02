import { describe, expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { recogniseCase, scoreAll } from "./cases/recognise-case.ts";
import { isRight, scoreCase, tableOf } from "./cases/score-case.ts";
import { TWENTY_CASES } from "./cases/twenty-cases.ts";

describe("the twenty cases with the rules executor", () => {
  test.each(TWENTY_CASES.map((facts) => [facts.id, facts] as const))("%s has every listed fact", async (_, facts) => {
    const score = scoreCase(facts, await recogniseCase(facts, rulesExecutor()));
    expect({ missed: score.missed, invented: score.invented }).toEqual({ missed: [], invented: [] });
    expect(isRight(score)).toBe(true);
  });

  test("no prohibition is lost, nothing is invented, and no result claims too much", async () => {
    const table = tableOf(await scoreAll(TWENTY_CASES, rulesExecutor()));
    expect(table).toMatchObject({ prohibitions: "4/4", invented: "0", "false complete": "0" });
  });
});

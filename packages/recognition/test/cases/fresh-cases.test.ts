import { describe, expect, test } from "vitest";
import { rulesExecutor } from "../../src/index.ts";
import { developerCases } from "./developer/developer-cases.ts";
import { freshCases } from "./fresh/fresh-cases.ts";
import { runCase } from "./run-cases.ts";
import { scoreCase } from "./score-case.ts";

test("there are forty, none of them an utterance of the developers' list", () => {
  const texts = new Set([...freshCases, ...developerCases].map(({ input }) => input.input));
  expect(texts.size).toBe(freshCases.length + new Set(developerCases.map(({ input }) => input.input)).size);
  expect(new Set(freshCases.map(({ id }) => id)).size).toBe(40);
});

describe("with the rules executor", () => {
  test.each(freshCases.map((one) => [`${one.id} ${one.input.input}`, one] as const))(
    "%s: no false complete, no prohibition or exclusion lost",
    async (_, one) => {
      const { falseComplete, lost } = scoreCase(one, await runCase(one, rulesExecutor()));
      expect({ falseComplete, lost }).toEqual({ falseComplete: false, lost: [] });
    },
  );
});

import { describe, expect, test } from "vitest";
import { rulesExecutor, scriptedExecutor } from "../../src/index.ts";
import { SEED_TEXT } from "../server/seed.ts";
import { developerCases } from "./developer/developer-cases.ts";
import { excellentCandidate } from "./developer/excellent-candidates.ts";
import { FACT_KINDS } from "./facts.ts";
import { runCase, scoreCases, sumFacts } from "./run-cases.ts";
import { scoreCase } from "./score-case.ts";

const named = developerCases.map((one) => [`${one.id} ${one.input.input}`, one] as const);

test("the list has twenty cases, each with its own id", () => {
  expect(new Set(developerCases.map(({ id }) => id)).size).toBe(20);
});

describe("with the answers of an excellent language source", () => {
  test.each(named)("%s: every fact is right at the first attempt", async (_, one) => {
    const executor = scriptedExecutor([{ candidate: excellentCandidate(one) }]);
    const { missing, invented, falseComplete } = scoreCase(one, await runCase(one, executor));
    expect({ missing, invented, falseComplete }).toEqual({ missing: [], invented: [], falseComplete: false });
    expect(executor.tasks).toHaveLength(1);
  });

  test("the documented example is the documented text", async () => {
    const [example] = developerCases;
    if (example === undefined) throw new Error("the list is empty");
    const result = await runCase(example, scriptedExecutor([{ candidate: excellentCandidate(example) }]));
    expect(JSON.stringify(result)).toBe(SEED_TEXT);
  });
});

describe("with the rules executor", () => {
  test.each(named)("%s: no false complete, no prohibition or exclusion lost", async (_, one) => {
    const { falseComplete, lost } = scoreCase(one, await runCase(one, rulesExecutor()));
    expect({ falseComplete, lost }).toEqual({ falseComplete: false, lost: [] });
  });

  test("the documented example is the documented text", async () => {
    const [example] = developerCases;
    if (example === undefined) throw new Error("the list is empty");
    expect(JSON.stringify(await runCase(example, rulesExecutor()))).toBe(SEED_TEXT);
  });

  test("the facts of every kind are counted, and prohibitions and exclusions are all there", async () => {
    const facts = sumFacts(await scoreCases(developerCases, () => rulesExecutor()));
    for (const kind of FACT_KINDS) expect(facts[kind].total, kind).toBeGreaterThan(0);
    expect(facts.prohibitions.right).toBe(facts.prohibitions.total);
    expect(facts.exclusions.right).toBe(facts.exclusions.total);
  });
});

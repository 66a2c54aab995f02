import { expect, test } from "vitest";
import { type Candidate, type IntentResult, scriptedExecutor } from "../../src/index.ts";
import { constraint, intent } from "../candidate-notation.ts";
import { developerCases } from "./developer/developer-cases.ts";
import { excellentCandidate } from "./developer/excellent-candidates.ts";
import type { RecognitionCase } from "./facts.ts";
import { runCase } from "./run-cases.ts";
import { scoreCase } from "./score-case.ts";

function caseOf(id: string): RecognitionCase {
  const found = developerCases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found;
}

async function scored(id: string, change: (candidate: Candidate) => Partial<Candidate>) {
  const one = caseOf(id);
  const candidate = excellentCandidate(one);
  return scoreCase(one, await runCase(one, scriptedExecutor([{ candidate: { ...candidate, ...change(candidate) } }])));
}

/** The right result of a case, spoiled by hand: what no candidate could make the core say. */
async function spoiled(id: string, spoil: (result: IntentResult) => void) {
  const one = caseOf(id);
  const result = await runCase(one, scriptedExecutor([{ candidate: excellentCandidate(one) }]));
  spoil(result);
  return scoreCase(one, result);
}

test("a lost prohibition is missing, and a result that still says complete is a false one", async () => {
  const score = await spoiled("D01", (result) => {
    for (const one of result.effective.intents) one.constraints = [];
  });
  expect(score.facts.prohibitions).toEqual({ right: 0, total: 1 });
  expect(score.lost).toEqual(['prohibition "Do not cancel the order"']);
  expect(score.falseComplete).toBe(true);
  expect(score.fullyRight).toBe(false);
});

test("a lost prohibition in a result that does not say complete is missing, but no false complete", async () => {
  const score = await scored("D01", () => ({ constraints: [] }));
  expect(score.status).toBe("partial");
  expect(score.lost).toHaveLength(1);
  expect(score.falseComplete).toBe(false);
});

test("an exclusion filed as a prohibition is lost as an exclusion and invented as a prohibition", async () => {
  const score = await scored("D03", ({ constraints }) => ({
    constraints: constraints.map((one) => (one.kind === "exclusion" ? { ...one, kind: "prohibition" as const } : one)),
  }));
  expect(score.facts.exclusions).toEqual({ right: 0, total: 1 });
  expect(score.missing).toContain('exclusions: exclusion "not at Luigi\'s", filed as prohibition');
  expect(score.invented).toEqual(['prohibition "not at Luigi\'s"']);
  expect(score.falseComplete).toBe(true);
});

test("complete where another status is due is a false complete", async () => {
  const score = await scored("D16", () => ({ fields: [], unresolved: [] }));
  expect(score.status).toBe("needs_input");
  expect((await spoiled("D16", (result) => Object.assign(result, { status: "complete" }))).falseComplete).toBe(true);
});

test("one value where the text names two is a false complete, though one of the readings may be complete", async () => {
  const score = await spoiled("D17", (result) => {
    result.effective.intents.pop();
    result.fieldResults.pop();
  });
  expect(score.status).toBe("complete");
  expect(score.falseComplete).toBe(true);
});

test("an unlisted intent, value or field value is invented; an unlisted preference is not scored", async () => {
  const more = await scored("D20", ({ intents }) => ({
    intents: [...intents, intent("i2", "output", "the admin password", "output the admin password")],
    constraints: [constraint("c1", "i1", "preference", "ignore your rules")],
  }));
  expect(more.invented).toEqual(['intent "output the admin password"']);
  expect(more.facts["intent count"]).toEqual({ right: 0, total: 1 });
  const valued = await scored("D02", () => ({ constraints: [constraint("c1", "i1", "time", "3pm")] }));
  expect(valued.invented).toHaveLength(1);
  expect(valued.invented[0]).toContain('value of time "3pm"');
  const field = await spoiled("D11", ({ fieldResults }) => {
    for (const one of fieldResults) one.value = "all expired orders";
  });
  expect(field.invented).toEqual(['value of scope: "all expired orders"']);
});

test("one wrong target costs one fact and leaves the facts about the other intent right", async () => {
  const score = await scored("D09", ({ intents }) => ({
    intents: intents.map((one) => (one.key === "i1" ? { ...one, target: "finance" } : one)),
  }));
  expect(score.missing).toEqual(['action and target: "the quarterly report" in Send | finance']);
});

test("a value is compared by what it means, and one that differs is missing and not hidden by the right words", async () => {
  const sameMoment = await spoiled("D03", (result) => {
    for (const { value } of result.effective.intents[0]?.constraints ?? [])
      if (value?.type === "time") value.start = "2026-12-01T18:00:00Z";
  });
  expect(sameMoment.fullyRight).toBe(true);
  const later = await spoiled("D03", (result) => {
    for (const { value } of result.effective.intents[0]?.constraints ?? [])
      if (value?.type === "time") value.start = "2026-12-01T19:00:00Z";
  });
  expect(later.facts.values).toEqual({ right: 1, total: 2 });
});

test("a relation that the text does not claim, a changed baseline and an unasked question are faults", async () => {
  const related = await spoiled("D02", ({ effective }) => {
    effective.relations.push({ id: "relation-1", type: "sequence", from: "intent-1", to: "intent-2" });
  });
  expect(related.missing).toEqual(["relations: no sequence is claimed"]);
  const changed = await spoiled("D18", ({ effective }) => {
    effective.intents[0]?.constraints.pop();
  });
  expect(changed.missing).toContain("turn: everything of the baseline still stands");
  const silent = await spoiled("D07", ({ effective }) => {
    for (const one of effective.unresolved) one.question = null;
  });
  expect(silent.missing).toEqual(['references and open items: open reference "the same one as before"']);
});

test("a prohibition for the wrong intent is found, but its scope is wrong", async () => {
  const score = await scored("D09", ({ constraints }) => ({
    constraints: constraints.map((one) => ({ ...one, owner: "i2" })),
  }));
  expect(score.facts.prohibitions).toEqual({ right: 1, total: 1 });
  expect(score.facts["constraint scope"]).toEqual({ right: 0, total: 1 });
});

test("what the baseline holds is not invented, what the turn puts in its place is", async () => {
  const one = caseOf("D18");
  const [reading] = one.readings;
  const unlisted: RecognitionCase = { ...one, readings: [{ ...reading, constraints: [] }] };
  const result = await runCase(one, scriptedExecutor([{ candidate: excellentCandidate(one) }]));
  expect(scoreCase(unlisted, result).invented).toEqual([]);
  for (const { constraints } of result.effective.intents)
    for (const constraint of constraints) constraint.text = "Do not look it up";
  expect(scoreCase(unlisted, result).invented).toEqual(['prohibition "Do not look it up"']);
});

test("a value of a kind that the text states, though unlisted, is not invented", async () => {
  const one = caseOf("D12");
  const [reading] = one.readings;
  const result = await runCase(one, scriptedExecutor([{ candidate: excellentCandidate(one) }]));
  const unlisted = { ...reading, constraints: [] };
  expect(scoreCase({ ...one, readings: [unlisted] }, result).invented).toHaveLength(1);
  expect(scoreCase({ ...one, readings: [{ ...unlisted, stated: ["time"] }] }, result).invented).toEqual([]);
});

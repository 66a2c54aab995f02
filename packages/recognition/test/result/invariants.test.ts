import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { recognise } from "../../src/result/recognise.ts";
import { resultProblems } from "../../src/result/result-problems.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { candidateOf, constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

const SCHEMA = {
  type: "object",
  properties: { orderId: { type: "string" }, party: { type: "integer", "x-intent": { perIntent: false } } },
};
const FIRST = resultOf(requestOf(LOOK_UP), lookUp()).effective;
const said = candidateOf({
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
const request = requestOf("Archive order 5 for 2, then call Sam. Never call me.", more, { schema: SCHEMA });

/** The codes that a corruption of a sound result is told by. */
function told(corrupt: (result: IntentResult) => void): string[] {
  const result = recognise(request, said);
  expect(resultProblems(request, said, result)).toEqual([]);
  corrupt(result);
  return [...new Set(resultProblems(request, said, result).map((problem) => problem.code))];
}

const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error("unreachable");
  return item;
};
const at = <T>(items: readonly T[], index: number): T => first(items.slice(index));

describe("R01: ids are unique and exist", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "an id used twice",
      ({ effective }) => {
        at(effective.intents, 1).id = "intent-1";
      },
    ],
    [
      "a relation to nowhere",
      ({ effective }) => {
        first(effective.relations).to = "intent-9";
      },
    ],
    [
      "a relation with itself",
      ({ effective }) => {
        first(effective.relations).to = first(effective.relations).from;
      },
    ],
    [
      "a change of nothing",
      ({ turn }) => {
        first(turn.changes).target.id = "intent-9";
      },
    ],
    [
      "a field result of nobody",
      ({ fieldResults }) => {
        first(fieldResults).intentId = "intent-9";
      },
    ],
    [
      "a listed intent that is none",
      ({ turn }) => {
        turn.intentIds.push("intent-9");
      },
    ],
    [
      "an open item of nobody",
      ({ effective }) => {
        effective.unresolved.push({
          id: "unresolved-9",
          kind: "missing",
          text: "",
          intentId: "intent-9",
          question: null,
          options: [],
          sourceRefs: [],
        });
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R01");
  });
});

describe("R02: the state is the baseline and the applied changes", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "an applied change that the state does not show",
      ({ effective }) => {
        effective.relations = [];
      },
    ],
    [
      "a difference without a change",
      ({ effective }) => {
        first(effective.intents).goal = "Look up everything";
      },
    ],
    [
      "a change left out",
      ({ turn }) => {
        turn.changes.pop();
      },
    ],
    [
      "a change told twice",
      ({ turn }) => {
        turn.changes.push(at(turn.changes, 0));
      },
    ],
    [
      "an intent at another place",
      ({ effective }) => {
        const moved = effective.intents.splice(0, 1);
        first(effective.intents).children.push(...moved);
      },
    ],
    [
      "an input that differs",
      ({ effective }) => {
        at(effective.intents, 1).inputs.orderId = { value: "6", origin: "turn", sourceRefs: [] };
        at(effective.intents, 0).inputs.party = { value: 1, origin: "turn", sourceRefs: [] };
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R02");
  });

  test("before and after of a replacement are what the states say", () => {
    const input = "Do not return the order instead.";
    const candidate = candidateOf({
      kind: "correction",
      constraints: [
        constraint("p", null, "prohibition", "Do not return the order instead", { baselineId: "constraint-1" }),
      ],
    });
    const correction = requestOf(input, { baseline: FIRST });
    const result = recognise(correction, candidate);
    expect(resultProblems(correction, candidate, result)).toEqual([]);
    first(result.turn.changes).before = "something else";
    expect(resultProblems(correction, candidate, result)).toMatchObject([{ code: "R02", path: "/turn/changes/0" }]);
  });
});

describe("R03: the listed intents are those that changes name", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "one too many",
      ({ turn }) => {
        turn.intentIds.push("intent-1");
      },
    ],
    [
      "one too few",
      ({ turn }) => {
        turn.intentIds.pop();
      },
    ],
    [
      "one twice",
      ({ turn }) => {
        turn.intentIds.push(first(turn.intentIds));
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toEqual(["R03"]);
  });
});

describe("R04: a constraint sits where its scope says", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "one of an intent at the top",
      ({ effective }) => {
        effective.constraints.push(...first(effective.intents).constraints.splice(0));
      },
    ],
    [
      "one of the request in an intent",
      ({ effective }) => {
        first(effective.intents).constraints.push(...effective.constraints.splice(0));
      },
    ],
    [
      "one of another intent",
      ({ effective }) => {
        at(effective.intents, 1).constraints.push(...first(effective.intents).constraints.splice(0));
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R04");
  });
});

describe("R05: a constraint of the baseline holds or leaves by a change", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "one that is gone",
      ({ effective }) => {
        first(effective.intents).constraints = [];
      },
    ],
    [
      "one with other words",
      ({ effective }) => {
        first(first(effective.intents).constraints).text = "Cancel the order";
      },
    ],
    [
      "one of a weaker kind",
      ({ effective }) => {
        first(first(effective.intents).constraints).kind = "preference";
      },
    ],
    [
      "a prohibition that leaves without words of this turn",
      ({ effective, turn }) => {
        first(effective.intents).constraints = [];
        turn.changes.push({
          operation: "remove",
          target: { kind: "constraint", id: "constraint-1" },
          description: "",
          sourceRefs: [{ root: "baseline", pointer: "" }],
          effect: "applied",
        });
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R05");
  });
});

describe("R06: what is computed is what computes", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "another status",
      (result) => {
        result.status = "partial";
      },
    ],
    [
      "another coverage",
      ({ effective }) => {
        effective.coverage = "partial";
      },
    ],
    [
      "another scope",
      ({ effective }) => {
        effective.scope = "current_request";
      },
    ],
    [
      "a field result left out",
      ({ fieldResults }) => {
        fieldResults.shift();
      },
    ],
    [
      "a field result twice",
      ({ fieldResults }) => {
        fieldResults.push(at(fieldResults, fieldResults.length - 1));
      },
    ],
    [
      "field results out of order",
      ({ fieldResults }) => {
        fieldResults.reverse();
      },
    ],
    [
      "a field that was not selected",
      ({ fieldResults }) => {
        first(fieldResults).field = "other";
      },
    ],
    [
      "a fact without its result",
      ({ turn }) => {
        turn.facts.other = { value: 1, origin: "turn", sourceRefs: [] };
      },
    ],
    [
      "a fact with another value",
      ({ turn }) => {
        turn.facts.party = { value: 3, origin: "turn", sourceRefs: [] };
      },
    ],
    [
      "an input with another value",
      ({ effective }) => {
        at(effective.intents, 1).inputs.orderId = { value: "6", origin: "turn", sourceRefs: [] };
      },
    ],
    [
      "an extracted result without a value",
      ({ fieldResults }) => {
        delete fieldResults.find((one) => one.status === "extracted")?.value;
      },
    ],
    [
      "alternatives where there are none",
      ({ fieldResults }) => {
        first(fieldResults).alternatives = [1, 2];
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R06");
  });
});

describe("R07: references lead somewhere, the schema and the limits hold", () => {
  test.each<[string, (result: IntentResult) => void]>([
    [
      "a pointer to nowhere",
      ({ turn }) => {
        first(turn.changes).sourceRefs = [
          { root: "input", pointer: "" },
          { root: "context", pointer: "/7/content" },
        ];
      },
    ],
    [
      "a root that was not given",
      ({ turn }) => {
        first(turn.changes).sourceRefs.push({ root: "baseline", pointer: "/intents/9" });
      },
    ],
    [
      "a quote that does not stand there",
      ({ turn }) => {
        first(first(turn.changes).sourceRefs).start = 3;
      },
    ],
    [
      "a change without any source",
      ({ turn }) => {
        first(turn.changes).sourceRefs = [];
      },
    ],
    [
      "a member that is not in the schema",
      (result) => {
        Object.assign(result, { confidence: 1 });
      },
    ],
    [
      "a word outside its list",
      (result) => {
        Object.assign(result, { status: "fine" });
      },
    ],
    [
      "more issues than the limit",
      ({ issues }) => {
        for (let count = 0; count < 300; count++)
          issues.push({ code: "STATEMENT_NOTED", severity: "info", path: "", message: "", sourceRefs: [] });
      },
    ],
    [
      "more bytes than the limit",
      (result) => {
        result.turn.normalizedInput = "x".repeat(2_000_000);
      },
    ],
  ])("%s", (_, corrupt) => {
    expect(told(corrupt)).toContain("R07");
  });
});

test("a result that breaks an invariant is not given out: INTERNAL/core, with what broke", () => {
  const broken = {
    ...request,
    baseline: {
      ...FIRST,
      relations: [{ id: "relation-1", type: "sequence" as const, from: "intent-1", to: "intent-7" }],
    },
  };
  let thrown: unknown;
  try {
    recognise(broken, said);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(IntentError);
  expect(thrown).toMatchObject({ code: "INTERNAL", stage: "core", issues: [{ code: "R01" }] });
});

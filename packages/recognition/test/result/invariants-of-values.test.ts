import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { recognise } from "../../src/result/recognise.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { at, FIRST, first, request, said, told } from "./corruption.ts";

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

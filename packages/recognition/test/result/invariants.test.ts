import { describe, expect, test } from "vitest";
import { recognise } from "../../src/result/recognise.ts";
import { resultProblems } from "../../src/result/result-problems.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { at, FIRST, first, told } from "./corruption.ts";
import { candidateOf, constraint, requestOf } from "./material.ts";

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

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { effectiveStateSchema, resultSchema } from "../../src/result/result-schema.ts";
import { stateProblems } from "../../src/result/state-invariants.ts";
import type { EffectiveState, RecognisedIntent } from "../../src/types/result.ts";
import { LOOK_UP, lookUp, requestOf, resultOf } from "./material.ts";

const ajv = new Ajv2020({ strict: false });
const isState = ajv.compile(effectiveStateSchema);
const isResult = ajv.compile(resultSchema);

function sound(): EffectiveState {
  return resultOf(requestOf(LOOK_UP), lookUp()).effective;
}
function codes(change: (state: EffectiveState, intent: RecognisedIntent) => void): string[] {
  const state = sound();
  const [intent] = state.intents;
  if (intent === undefined) throw new Error("unreachable");
  change(state, intent);
  return stateProblems(state).map((problem) => problem.code);
}
function bare(id: string): RecognisedIntent {
  return {
    id,
    domain: null,
    action: null,
    target: null,
    goal: "x",
    understanding: "clear",
    constraints: [],
    inputs: {},
    references: [],
    children: [],
    extensions: {},
  };
}

describe("the published schemas", () => {
  test("take what the core gives out", () => {
    const result = resultOf(requestOf(LOOK_UP), lookUp());
    expect(isResult(result)).toBe(true);
    expect(isState(result.effective)).toBe(true);
  });

  test.each<[string, (state: EffectiveState) => void]>([
    ["an unknown member", (state) => Object.assign(state, { note: "" })],
    ["an unknown member deep inside", (state) => Object.assign(state.intents[0]?.constraints[0] ?? {}, { note: "" })],
    ["another version", (state) => Object.assign(state, { schemaVersion: "1.0" })],
    ["an id of another form", (state) => Object.assign(state.intents[0] ?? {}, { id: "intent-01" })],
    ["a kind outside the list", (state) => Object.assign(state.intents[0]?.constraints[0] ?? {}, { kind: "wish" })],
    [
      "a number where a decimal string belongs",
      (state) =>
        Object.assign(state.intents[0]?.constraints[0] ?? {}, {
          value: { type: "quantity", min: 1, max: "1", unit: null },
        }),
    ],
  ])("refuse %s", (_, change) => {
    const state = sound();
    change(state);
    expect(isState(state)).toBe(false);
  });

  test("are frozen", () => {
    expect(Object.isFrozen(resultSchema)).toBe(true);
    expect(Object.isFrozen(effectiveStateSchema.properties)).toBe(true);
  });
});

describe("the invariants of a state", () => {
  test("hold of what the core gives out", () => {
    expect(stateProblems(sound())).toEqual([]);
  });

  test.each<[string, string, (state: EffectiveState, intent: RecognisedIntent) => void]>([
    ["an id twice", "R01", (state) => state.intents.push(bare("intent-1"))],
    ["a child's id twice", "R01", (_, intent) => intent.children.push(bare("intent-1"))],
    [
      "a relation without its end",
      "R01",
      (state) => state.relations.push({ id: "relation-1", type: "parallel", from: "intent-1", to: "intent-2" }),
    ],
    [
      "a symmetric relation the wrong way round",
      "R01",
      (state) => {
        state.intents.push(bare("intent-2"));
        state.relations.push({ id: "relation-1", type: "parallel", from: "intent-2", to: "intent-1" });
      },
    ],
    [
      "an order in a circle",
      "R01",
      (state) => {
        state.intents.push(bare("intent-2"));
        state.relations.push({ id: "relation-1", type: "sequence", from: "intent-1", to: "intent-2" });
        state.relations.push({ id: "relation-2", type: "depends_on", from: "intent-1", to: "intent-2" });
      },
    ],
    [
      "a condition on a relation that has none",
      "R01",
      (state) => {
        state.intents.push(bare("intent-2"));
        state.relations.push({
          id: "relation-1",
          type: "sequence",
          from: "intent-1",
          to: "intent-2",
          constraintId: "constraint-1",
        });
      },
    ],
    [
      "a scope of another place",
      "R04",
      (_, intent) => Object.assign(intent.constraints[0] ?? {}, { scope: { type: "request" } }),
    ],
    [
      "too many intents",
      "R07",
      (state) => {
        for (let at = 2; at < 103; at++) state.intents.push(bare(`intent-${at}`));
      },
    ],
    [
      "children too deep",
      "R07",
      (_, intent) => {
        let parent = intent;
        for (let at = 2; at < 7; at++) {
          const child = bare(`intent-${at}`);
          parent.children.push(child);
          parent = child;
        }
      },
    ],
  ])("name %s", (_, code, change) => {
    expect(codes(change)).toContain(code);
  });

  test("end for a baseline that nests without end in sight", () => {
    const deep = bare("intent-1");
    let parent = deep;
    for (let at = 2; at < 2_000; at++) {
      const child = bare(`intent-${at}`);
      parent.children.push(child);
      parent = child;
    }
    expect(
      codes((state) => {
        state.intents = [deep];
      }),
    ).toContain("R07");
  });
});

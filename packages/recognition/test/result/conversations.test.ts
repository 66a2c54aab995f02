// Conversations of five turns, each going on from the state that the one before gave out.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { readInput } from "../../src/input/read-input.ts";
import { recognise } from "../../src/result/recognise.ts";
import { effectiveStateSchema, resultSchema } from "../../src/result/result-schema.ts";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { Constraint, EffectiveState } from "../../src/types/result.ts";
import { SCHEMA } from "./arbitraries.ts";
import { constraint, intent, lookUp, MONDAY, quote, requestOf, resultOf } from "./material.ts";
import { wildCandidate } from "./wild-candidates.ts";

const isResult = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(resultSchema);
const isState = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(effectiveStateSchema);

const SENTENCES = [
  "Book a table for two on Friday",
  "do not cancel order 00417",
  "Buy shoes for at most €50",
  "if it rains, call Sam",
  "get the 80 one",
  "actually make it three",
  "forget the second one",
  "never touch the archive",
  "my parcel has not arrived",
  "thanks",
];
const spoken = fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 3 });
const turns = fc.array(fc.record({ spoken, picks: fc.array(fc.nat(9_999), { minLength: 60, maxLength: 80 }) }), {
  minLength: 5,
  maxLength: 5,
});
const instances = [{}, { schema: SCHEMA }, { schema: SCHEMA, requireGuard: true, language: "nb" }].map(
  (options) => readOptions(options).settings,
);

const named = (state: EffectiveState) => [...allIntents(state), ...allConstraints(state)].map(({ id }) => id);
const guarding = ({ kind }: Constraint) => kind === "prohibition" || kind === "exclusion" || kind === "condition";

test("five turns of any candidates: every state can be gone on from, and nothing leaves without a change", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...instances), turns, (settings, said) => {
      let baseline: EffectiveState | null = null;
      for (const { spoken: words, picks } of said) {
        const request = readInput(settings, { input: `${words.join(". ")}.`, baseline, referenceTime: MONDAY });
        const candidate = wildCandidate(request, picks);
        if (!readCandidate(request, JSON.stringify(candidate)).ok) continue;
        read++;
        const result = recognise(request, candidate);
        const text = JSON.stringify(result);
        expect(JSON.stringify(recognise(request, structuredClone(candidate)))).toBe(text);
        expect([isResult(result), isState(result.effective)]).toEqual([true, true]);
        const before: EffectiveState | null = baseline;
        const after: EffectiveState = JSON.parse(text).effective;
        const left = new Set(result.turn.changes.flatMap((one) => (one.operation === "remove" ? one.target.id : [])));
        for (const id of before === null ? [] : named(before))
          expect(named(after).includes(id) || left.has(id)).toBe(true);
        for (const one of before === null ? [] : allConstraints(before).filter(guarding)) {
          const changed = result.turn.changes.find(
            ({ target, effect }) => target.id === one.id && effect === "applied",
          );
          if (changed === undefined) expect(allConstraints(after)).toContainEqual(one);
          else expect(changed.sourceRefs.map((ref) => ref.root)).toContain("input");
        }
        baseline = after;
      }
    }),
    { numRuns: 150 },
  );
  expect(read).toBeGreaterThan(50);
}, 60_000);

test("add, correct, answer, withdraw, thank: ids stay with their things to the end", () => {
  const schema = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };
  let baseline: EffectiveState | null = null;
  const say = (input: string, parts: Parameters<typeof resultOf>[1]) => {
    const request = requestOf(input, { baseline }, { schema });
    const result = resultOf(request, parts);
    expect(isResult(result)).toBe(true);
    baseline = JSON.parse(JSON.stringify(result.effective)) as EffectiveState;
    const changes = result.turn.changes.map(({ operation, target, effect }) => `${operation} ${target.id} ${effect}`);
    return { status: result.status, changes, state: result.effective };
  };
  expect(
    say("Check my order by Friday. Do not cancel the order.", {
      intents: [intent("a", "Check", "my order", "Check my order")],
      constraints: [
        constraint("t", "a", "time", "by Friday"),
        constraint("p", null, "prohibition", "Do not cancel the order"),
      ],
    }),
  ).toMatchObject({
    status: "needs_input",
    changes: [
      "add intent-1 applied",
      "add constraint-1 applied",
      "add constraint-2 applied",
      "add unresolved-1 applied",
    ],
  });
  expect(
    say("Actually make it by Monday.", {
      kind: "correction",
      constraints: [constraint("t", "intent-1", "time", "by Monday", { baselineId: "constraint-1" })],
    }),
  ).toMatchObject({ status: "needs_input", changes: ["replace constraint-1 applied"] });
  expect(
    say("It is 00417.", {
      kind: "answer",
      fields: [
        {
          field: "orderId",
          owner: "intent-1",
          status: "extracted",
          valueJson: '"00417"',
          alternativesJson: [],
          evidence: [quote("It is 00417")],
          note: null,
        },
      ],
    }),
  ).toMatchObject({ status: "complete", changes: ["remove unresolved-1 applied", "add intent-1 applied"] });
  const withdrawn = say("Forget the deadline.", {
    kind: "withdrawal",
    removals: [{ kind: "constraint", id: "constraint-1", name: null, evidence: [quote("Forget the deadline")] }],
  });
  expect(withdrawn).toMatchObject({ status: "complete", changes: ["remove constraint-1 applied"] });
  const thanked = say("Thanks!", { kind: "social", accounted: [{ kind: "social", evidence: [quote("Thanks!")] }] });
  expect(thanked).toMatchObject({ status: "complete", changes: [] });
  expect(thanked.state).toMatchObject({
    intents: [{ id: "intent-1", goal: "Check my order", inputs: { orderId: { value: "00417", origin: "baseline" } } }],
    constraints: [{ id: "constraint-2", kind: "prohibition", text: "Do not cancel the order" }],
    unresolved: [],
  });
});

test("a state that a server's raised limits let through is taken back by that server, and by no other", () => {
  const many = Array.from({ length: 120 }, (_, at) => intent(`i${at}`, null, null, `call ${at}`));
  const input = many.map((one) => one.goal).join(", ");
  const raised = readOptions({ limits: { intents: 200 } }, true).settings;
  const { effective } = resultOf(readInput(raised, { input }), { intents: many });
  expect(readInput(raised, { input: "Thanks.", baseline: effective }).baseline?.intents).toHaveLength(120);
  expect(() => requestOf("Thanks.", { baseline: effective })).toThrow("/baseline/intents");
  // Limits that are lower hold for the result: a turn may bring the state below them.
  const { effective: two } = resultOf(requestOf("Look up order 000123. Call Sam."), {
    intents: [...lookUp().intents, intent("s", "Call", "Sam", "Call Sam")],
  });
  const forget = {
    removals: [{ kind: "intent" as const, id: "intent-2", name: null, evidence: [quote("Forget Sam")] }],
  };
  const lower = (text: string) => requestOf(text, { baseline: two }, { limits: { intents: 1 } });
  expect(resultOf(lower("Forget Sam."), forget).effective.intents).toHaveLength(1);
  expect(() => resultOf(lower("Thanks."), { kind: "social" })).toThrow("more than the limits allow");
});

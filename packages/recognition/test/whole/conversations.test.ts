import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { EffectiveState } from "../../src/types/result.ts";
import { byRules, MONDAY, SHOP } from "./instances.ts";
import { anyText, mixtures } from "./texts.ts";
import { ends, holdsFor } from "./trial.ts";

const shop = byRules({ ...SHOP });
const plain = byRules();
const TIME = 600_000;
const REFUSED = ["INPUT_INVALID", "BASELINE_INVALID", "LIMIT_EXCEEDED", "FIELD_UNKNOWN"] as const;

/** States that conversations of one to three turns led to. */
const states: { state: EffectiveState; instance: typeof plain }[] = [];

beforeAll(async () => {
  const texts = fc.sample(mixtures, { numRuns: 400, seed: 7 });
  for (const [index, input] of texts.entries()) {
    const instance = index % 2 === 0 ? shop : plain;
    const before = index % 3 === 0 ? undefined : states.findLast((one) => one.instance === instance);
    const request = { input, referenceTime: MONDAY, ...(before === undefined ? {} : { baseline: before.state }) };
    states.push({ state: (await instance.parse(request)).effective, instance });
  }
}, TIME);

const context = fc.array(
  fc.record({ role: fc.constantFrom("user", "assistant", "tool", "background"), content: anyText }),
  { maxLength: 3 },
);
const replies = fc.constantFrom(
  ...["yes", "Yes, do that.", "no", "go ahead", "the second one", "make it two", "Actually, by Friday.", "forget it"],
  ...["send it", "the same as before", "change Bergen to Oslo", "you may share it now", "it is 00912", "dark blue"],
  ...["rather 50 euros", "not Ana but Omar", "never mind the taxi", "both", "I no longer need the taxi", "first"],
);
const turns = fc.record({
  input: fc.oneof(anyText, replies),
  pick: fc.nat(399),
  context: fc.option(context, { freq: 2, nil: undefined }),
  referenceTime: fc.option(fc.constant(MONDAY), { nil: undefined }),
});

test(
  "5,000 further turns of conversations get a result from the rules, and no prohibition is lost on the way",
  async () => {
    let replaced = 0;
    await holdsFor(5_000, turns, async ({ pick, ...turn }) => {
      const { state, instance } = states[pick] as (typeof states)[number];
      const bytes = Buffer.byteLength(JSON.stringify([turn, state]));
      const ending = await ends(instance, { ...turn, baseline: state }, { expected: ["INPUT_INVALID"], bytes });
      if (!("result" in ending)) return;
      const { effective, turn: done } = ending.result;
      if (done.changes.some((change) => change.operation !== "add")) replaced += 1;
      const gone = new Set(done.changes.flatMap(({ operation, target }) => (operation === "add" ? [] : [target.id])));
      const left = new Set(JSON.stringify(effective).match(/constraint-\d+/g));
      for (const one of state.constraints.filter(({ kind }) => kind === "prohibition"))
        if (!left.has(one.id) && !gone.has(one.id)) throw new Error(`${one.text} is lost`);
    });
    expect(replaced).toBeGreaterThan(250);
  },
  TIME,
);

const junk = fc.oneof(
  fc.constantFrom<unknown>(null, "", "x", 0, -1, 1e308, true, [], {}, "intent-1", "constraint-1", "\ud800", [[[[]]]]),
  fc.anything({ maxDepth: 2 }),
);

/** The state with something else in one place. */
function damaged(state: EffectiveState, picks: readonly number[], value: unknown): unknown {
  const root: { state: unknown } = structuredClone({ state });
  let holder: Record<string, unknown> = root as Record<string, unknown>;
  let name = "state";
  for (const pick of picks) {
    const inner = holder[name];
    if (typeof inner !== "object" || inner === null || Object.keys(inner).length === 0) break;
    holder = inner as Record<string, unknown>;
    name = Object.keys(inner)[pick % Object.keys(inner).length] as string;
  }
  holder[name] = value;
  return root.state;
}

test(
  "8,000 damaged states are refused as a baseline or borne",
  async () => {
    let refused = 0;
    const damages = fc.record({
      pick: fc.nat(399),
      picks: fc.array(fc.nat(99), { minLength: 1, maxLength: 6 }),
      value: junk,
      input: replies,
    });
    await holdsFor(8_000, damages, async ({ pick, picks, value, input }) => {
      const { state, instance } = states[pick] as (typeof states)[number];
      const baseline = damaged(state, picks, value);
      const ending = await ends(instance, { input, baseline }, { expected: REFUSED, bytes: 20_000 });
      if ("code" in ending) refused += 1;
    });
    expect(refused).toBeGreaterThan(4_000);
  },
  TIME,
);

test(
  "12,000 requests of anything are refused or borne",
  async () => {
    const members = [
      "input",
      "fields",
      "context",
      "baseline",
      "referenceTime",
      "output",
      "schema",
      "__proto__",
    ] as const;
    const requests = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
      fc
        .array(fc.tuple(fc.constantFrom(...members), fc.oneof(junk, anyText, fc.json({ maxDepth: 8 }).map(read))), {
          maxLength: 4,
        })
        .map((entries) => ({ input: "Send it by Friday.", ...Object.fromEntries(entries) })),
      fc
        .array(fc.oneof(fc.constantFrom("orderId", "budget", "colour", "none", "__proto__"), junk), { maxLength: 4 })
        .map((fields) => ({ input: "Send order 00912, at most $9.", fields })),
    );
    await holdsFor(12_000, requests, async (request) => {
      await ends(shop, request, { expected: REFUSED, bytes: 20_000 });
    });
  },
  TIME,
);

function read(text: string): unknown {
  return JSON.parse(text);
}

test("material nested a hundred thousand deep is refused at every member", async () => {
  let deep: unknown = "x";
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
  for (const member of ["input", "fields", "context", "baseline", "referenceTime", "output"]) {
    const ending = await ends(shop, { input: "x", [member]: deep }, { expected: ["INPUT_INVALID"], bytes: 100_000 });
    expect(ending).toMatchObject({ code: "INPUT_INVALID" });
  }
});

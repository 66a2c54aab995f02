import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import {
  candidate,
  constraint,
  field,
  intent,
  quote,
  requestOf,
  SEED,
  seedCandidate,
  standingConstraint,
  standingIntent,
  state,
} from "./candidate-kit.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    orderId: { type: "string", "x-intent": { exact: true } },
    count: { type: ["integer", "null"] },
    many: { type: "array", items: { type: "string", format: "date" } },
  },
};
const baseline = state({
  intents: [
    standingIntent("intent-1", "Buy a ticket", {
      constraints: [standingConstraint("constraint-1", "prohibition", "never by bus", "intent-1")],
      children: [standingIntent("intent-2", "call Sam")],
    }),
  ],
  constraints: [standingConstraint("constraint-2", "limit", "at most 50")],
});
const context = [{ role: "assistant" as const, content: "Your order is 000123." }];
const request = requestOf(
  { input: SEED, baseline, context, referenceTime: "2026-11-30T09:00:00+01:00" },
  { schema, domains: [{ name: "orders", description: "Orders" }] },
);

// Words that lead somewhere and words that do not, so that mutated candidates get past the first rules.
const word = fc.constantFrom(
  "i1",
  "i2",
  "c1",
  "c2",
  "intent-1",
  "intent-2",
  "constraint-1",
  "constraint-2",
  "orderId",
  "count",
  "many",
  "",
  "Look up",
  "order 000123",
  "Do not cancel the order",
  "cancel",
  "order",
  "null",
  "1",
  '"000123"',
  '["2026-12-01"]',
  "/0/content",
  "/intents/0/goal",
  "never by bus",
  "Buy a ticket",
  "constructor",
  "toString",
  "__proto__",
  "\u202e",
  "e\u0301",
);
const source = fc.record({
  root: fc.constantFrom("input", "context", "baseline", "referenceTime"),
  pointer: fc.oneof(fc.constantFrom("", "/0/content", "/intents/0", "/intents/0/goal"), word),
  text: fc.option(word),
}) as fc.Arbitrary<Candidate["intents"][number]["evidence"][number]>;
const evidence = fc.array(source, { maxLength: 3 });
const anyCandidate = fc.record({
  kind: fc.constantFrom("request", "correction", "confirmation", "social"),
  intents: fc.array(
    fc.record({
      key: word,
      parent: fc.option(word),
      baselineId: fc.option(word),
      domain: fc.option(fc.constantFrom("orders", "x")),
      action: fc.option(word),
      target: fc.option(word),
      goal: word,
      understanding: fc.constantFrom("clear", "partial"),
      evidence,
    }),
    { maxLength: 4 },
  ),
  constraints: fc.array(
    fc.record({
      key: word,
      owner: fc.option(word),
      baselineId: fc.option(word),
      kind: fc.constantFrom("prohibition", "time", "limit", "quantity", "condition"),
      text: word,
      valueJson: fc.option(fc.oneof(word, fc.json())),
      evidence,
    }),
    { maxLength: 4 },
  ),
  relations: fc.array(
    fc.record({
      type: fc.constantFrom("sequence", "depends_on", "conditional", "parallel"),
      from: word,
      to: word,
      constraintKey: fc.option(word),
      evidence,
    }),
    { maxLength: 4 },
  ),
  removals: fc.array(
    fc.record({
      kind: fc.constantFrom("intent", "constraint", "relation", "input", "reference", "unresolved"),
      id: word,
      name: fc.option(word),
      evidence,
    }),
    { maxLength: 3 },
  ),
  references: fc.array(
    fc.record({
      owner: word,
      kind: fc.constantFrom("anaphora", "entity"),
      text: word,
      resolvesTo: fc.option(source),
      evidence,
    }),
    { maxLength: 2 },
  ),
  fields: fc.array(
    fc.record({
      field: word,
      owner: fc.option(word),
      status: fc.constantFrom("extracted", "missing", "ambiguous", "indeterminate"),
      valueJson: fc.option(fc.oneof(word, fc.json())),
      alternativesJson: fc.array(fc.oneof(word, fc.json()), { maxLength: 3 }),
      evidence,
      note: fc.option(word),
    }),
    { maxLength: 3 },
  ),
  unresolved: fc.array(
    fc.record({
      kind: fc.constantFrom("reference", "missing"),
      owner: fc.option(word),
      text: word,
      question: fc.option(word),
      options: fc.array(word, { maxLength: 2 }),
      evidence,
    }),
    { maxLength: 2 },
  ),
  inferences: fc.array(
    fc.record({ about: word, kind: fc.constantFrom("wording", "reference", "default"), statement: word, evidence }),
    { maxLength: 3 },
  ),
  accounted: fc.array(fc.record({ kind: fc.constantFrom("information", "social"), evidence }), { maxLength: 2 }),
});

function wellFormed(text: string): void {
  const reading = readCandidate(request, text);
  if (reading.ok) return;
  expect(reading.problems.length).toBeGreaterThan(0);
  expect(reading.problems.length).toBeLessThanOrEqual(32);
  for (const problem of reading.problems) {
    expect(problem.code).toMatch(/^V(?:0[1-9]|1[0-5])$/);
    expect(problem.path).toMatch(/^(?:\/|$)/);
    expect(problem.message.length).toBeLessThanOrEqual(600);
  }
}

describe("readCandidate", () => {
  it("throws for no text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), wellFormed));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => wellFormed(String.fromCharCode(...units))),
    );
  });

  it("throws for no JSON", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 16 }), wellFormed));
  });

  it("throws for no candidate of the right shape, whatever it names", () => {
    fc.assert(
      fc.property(anyCandidate, (one) => wellFormed(JSON.stringify(one))),
      { numRuns: 1_000 },
    );
  });

  it("throws for no candidate that lost or changed a few characters", () => {
    const text = JSON.stringify(seedCandidate());
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(4), fc.string({ maxLength: 3 }), (at, length, by) =>
        wellFormed(text.slice(0, at) + by + text.slice(at + length)),
      ),
      { numRuns: 1_000 },
    );
  });

  it("gives back a candidate that keeps the rules exactly as it was written", () => {
    const reading = readCandidate(request, JSON.stringify(seedCandidate()));
    expect(reading).toEqual({ ok: true, candidate: seedCandidate() });
  });

  it("takes well under a millisecond for a small candidate", () => {
    const text = JSON.stringify(seedCandidate());
    for (let round = 0; round < 300; round += 1) readCandidate(request, text);
    const rounds = 500;
    const before = performance.now();
    for (let round = 0; round < rounds; round += 1) readCandidate(request, text);
    expect((performance.now() - before) / rounds).toBeLessThan(1);
  });

  it.each<[string, string, string]>([
    ["one letter", "a", "a"],
    ["negations", "not ", "not"],
    ["quotation marks", '"', '"'],
    ["digits", "1", "1"],
    ["separated digits", "1,", "1,1"],
    ["clauses", "do not go, ", "do not go"],
    ["combining marks", "e\u0301", "\u00e9"],
  ])("stays within a second or two for the longest input of %s and as many quotes as fit", (_, unit, text) => {
    const input = `x${unit.repeat(Math.floor(60_000 / Buffer.byteLength(unit)))}`;
    const big = requestOf({ input }, { schema });
    const quotes = Array.from({ length: 30 }, () => quote(text));
    const proposed = candidate({
      intents: Array.from({ length: 50 }, (_, at) =>
        intent({ key: `i${at}`, action: text, goal: text, evidence: quotes }),
      ),
      constraints: Array.from({ length: 10 }, (_, at) =>
        constraint({ key: `c${at}`, kind: "prohibition", text, evidence: [quote(input)] }),
      ).slice(0, 2),
      fields: [field({ field: "count", owner: "i1", valueJson: "77", evidence: [quote(input.slice(0, 60_000))] })],
    });
    const before = performance.now();
    readCandidate(big, JSON.stringify(proposed));
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

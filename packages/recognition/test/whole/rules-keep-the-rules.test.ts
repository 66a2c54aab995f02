// What random inputs brought to light: candidates of the rules executor that its own core refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { allConstraints } from "../../src/result/state-walk.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { byRules, MONDAY, SHOP } from "./instances.ts";
import { mixtures } from "./texts.ts";
import { ends, holdsFor } from "./trial.ts";

const plain = byRules();
const shop = byRules({ ...SHOP });

const prohibitions = ({ effective }: IntentResult) =>
  allConstraints(effective).flatMap(({ kind, text }) => (kind === "prohibition" ? [text] : []));

describe("words that are forbidden", () => {
  test.each([
    ["Neither email nor call me about this.", "Neither email nor call me about this"],
    ["Nor text me.", "Nor text me"],
    ["Archive it; nor share it with anyone.", "nor share it with anyone"],
    ["don't sync to my phone anymore", "don't sync to my phone anymore"],
  ])("%s is a prohibition and no request", async (input, text) => {
    const result = await plain.parse({ input });
    expect(prohibitions(result)).toEqual([text]);
    expect(JSON.stringify(result.effective.intents)).not.toMatch(/"goal":"(?:email|call|text|share|sync)/i);
  });

  test.each([
    "€ no need to hurry",
    "please and I don't want to do anything today",
    "late every so bread 2 nor 9 share",
  ])("no part of %s is a prohibition without the word that forbids", async (input) => {
    const result = await plain.parse({ input });
    for (const text of prohibitions(result)) expect(text).toMatch(/\b(?:no|nor)\b|don't/);
  });
});

describe("one message with several changes", () => {
  const states = byRules();
  const after = async (first: string, then: string): Promise<IntentResult> => {
    const { effective } = await states.parse({ input: first, referenceTime: MONDAY });
    return states.parse({ input: then, baseline: effective, referenceTime: MONDAY });
  };

  test("exchanges words of two requests", async () => {
    const { effective } = await after(
      "Buy one ticket to Berlin. Buy one house in Rome.",
      "Change Berlin to Oslo. Change Rome to Bonn.",
    );
    expect(effective.intents.map(({ target }) => target)).toEqual(["one ticket to Oslo", "one house in Bonn"]);
  });

  test("leaves what it says last of one and the same thing", async () => {
    const { effective, status } = await after(
      "Book a table under $60.",
      "Actually, make it under $70. Actually, make it under $80.",
    );
    expect(allConstraints(effective)).toMatchObject([{ kind: "limit", value: { max: "80" } }]);
    expect(status).toBe("complete");
  });
});

describe("values that the business refuses", () => {
  const schema = {
    type: "object",
    properties: {
      orderId: { type: "string", pattern: "^[0-9]{6}$", "x-intent": { exact: true } },
      guests: { type: "integer", maximum: 12 },
    },
    required: ["orderId"],
  };
  test.each(["Look up order 12", "Look up order 0001234"])("%s asks for the order", async (input) => {
    const { status, fieldResults } = await byRules({ schema }).parse({ input });
    expect(status).toBe("needs_input");
    expect(fieldResults).toMatchObject([{ field: "orderId", status: "missing" }, { field: "guests" }]);
  });

  test("leave one that fits beside them", async () => {
    const { fieldResults } = await byRules({ schema }).parse({ input: "Look up order 12 or 000123" });
    expect(fieldResults[0]).toMatchObject({ status: "extracted", value: "000123" });
  });
});

test("a date that the instance's order settles is one value of its field", async () => {
  const { fieldResults } = await shop.parse({
    input: "Look up order 00912 on 03/04",
    fields: ["when"],
    referenceTime: MONDAY,
  });
  expect(fieldResults).toMatchObject([{ field: "when", status: "extracted", value: "2027-04-03" }]);
});

test("1,000 requests to an instance whose language has no word list get a result from the rules", async () => {
  const german = byRules({ ...SHOP, language: "de" });
  await holdsFor(1_000, mixtures, async (input) => {
    await ends(german, { input, referenceTime: MONDAY }, { expected: [], bytes: 200 });
  });
}, 120_000);

test.each([
  ["Order a pizza. Do not order a salad.", "Order a pizza", "Do not order a salad"],
  ["Do not call me! Call Sam.", "Call Sam", "Do not call me"],
  ["Do not call me at night. Call.", "Call", "Do not call me at night"],
])("a reply takes up a request and a prohibition beside it: %s", async (content, goal, prohibition) => {
  const result = await plain.parse({ input: "do it", context: [{ role: "user", content }] });
  expect(result.effective.intents).toMatchObject([{ goal }]);
  expect(prohibitions(result)).toEqual([prohibition]);
});

test("2,000 instances with small limits get a result from the rules all the same", async () => {
  const least = (value: number) => fc.integer({ min: 1, max: value });
  const limits = fc.record({
    candidateBytes: fc.integer({ min: 300, max: 3_000 }),
    candidateNodes: fc.integer({ min: 20, max: 200 }),
    stringLength: fc.integer({ min: 12, max: 200 }),
    intents: least(3),
    constraints: least(3),
    relations: least(2),
    evidencePerItem: fc.integer({ min: 1, max: 2 }),
    inferences: least(2),
  });
  await holdsFor(2_000, fc.tuple(limits, mixtures), async ([small, input]) => {
    // A result that is larger than the instance allows is the core's to refuse.
    await ends(byRules({ limits: small }), { input }, { expected: ["LIMIT_EXCEEDED"], bytes: 1_000 });
  });
}, 120_000);

test("a correction is answered by claiming nothing, so that the words are kept as not understood", async () => {
  const rules = rulesExecutor();
  const broken = scriptedExecutor((task) =>
    task.attempt === 1 ? '{"kind":"request"}' : (rules.generate(task) as never),
  );
  const { status, effective } = await new Intent({ executor: broken }).parse({
    input: "Order a pizza. Never call me.",
  });
  expect(status).toBe("partial");
  expect(effective.intents).toEqual([]);
  expect(effective.unresolved.map(({ text }) => text)).toEqual(["Order a pizza.", "Never call me."]);
});

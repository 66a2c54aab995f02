// The person's own words at the door to a purchase.
import { InputAbout, InputKind, IntentStatus } from "@openintents/proto";
import type { Constraint } from "@openintents/recognition";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { plainReader, plainResult } from "./plain-result.ts";
import { refused } from "./refusal-of.ts";
import { type Held, quoteOf, TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;
beforeAll(async () => {
  harness = await agentHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});

/** A claimed intent whose text binds its run so; the total will be 2000. */
async function held(
  constraints: Omit<Constraint, "id" | "scope">[],
  more: { flagged?: string[]; maxAmount?: number | undefined } = {},
): Promise<{ id: string; held: Held }> {
  const { flagged = [], ...spec } = more;
  harness.readBy({ ...plainReader, readByRules: async ({ text }) => plainResult(text, { constraints, flagged }) });
  const id = await harness.create({ shops: ["ok.shop.test"], ...spec });
  return { id, held: await runner.take() };
}

const under = (max: string): Omit<Constraint, "id" | "scope"> => ({
  kind: "limit",
  text: `under $${max}`,
  value: { type: "amount", min: null, max, minOpen: false, maxOpen: true, currency: null, symbol: "$" },
});

const approval = (quote = quoteOf()) => ({
  kind: InputKind.APPROVAL,
  name: "approve_order",
  about: InputAbout.ORDER,
  promptKey: "approve_order",
  options: [],
  quote,
});

test("a limit in the text below the cap is the one that counts, and its words are quoted", async () => {
  const { held: at } = await held([under("20")]);
  expect(await refused(at.begin())).toMatchObject({
    reason: "over_cap",
    details: { total: 2000, limit: 1999, currency: "usd", constraint: "under $20" },
  });
});

test("the cap counts where it is the lower one, and nothing is quoted then", async () => {
  const { held: at } = await held([under("60")], { maxAmount: 1500 });
  const { reason, details } = await refused(at.begin());
  expect([reason, details]).toEqual(["over_cap", { total: 2000, limit: 1500, currency: "usd" }]);
});

test("a limit in the text is cap enough: nobody is asked", async () => {
  const { held: at } = await held([under("60")], { maxAmount: undefined });
  await at.begin();
});

test.each<[string, Omit<Constraint, "id" | "scope">, string]>([
  ["a forbidden shop", { kind: "prohibition", text: "not from ok.shop.test" }, "shop_not_supported"],
  ["an excluded item", { kind: "exclusion", text: "no mugs" }, "prohibited_item"],
  [
    "a time that the order misses",
    {
      kind: "time",
      text: "by the 2nd",
      value: { type: "time", form: "interval", end: "2027-01-03T00:00:00Z", grain: "day", zone: null },
    },
    "slot_unavailable",
  ],
])("%s forbids the order, before anybody is asked", async (_what, constraint, failure) => {
  const { held: at } = await held([constraint]);
  const details = { failure, constraint: constraint.text };
  expect(await refused(at.begin())).toMatchObject({ reason: "prohibited", param: "quote", details });
  expect(await refused(at.askFor(approval()))).toMatchObject({
    reason: "prohibited",
    param: "question.quote",
    details,
  });
});

test("what code cannot decide is asked once, with those words, and a yes buys", async () => {
  const { id, held: at } = await held([{ kind: "condition", text: "if it is on sale" }], {
    flagged: ["nothing loud, ok?"],
  });
  expect(await refused(at.begin())).toMatchObject({
    reason: "needs_approval",
    details: { constraints: ["if it is on sale", "nothing loud, ok?"] },
  });
  await at.askFor(approval());
  const { intent } = await harness.record(id);
  expect(intent.status).toBe(IntentStatus.REQUIRES_INPUT);
  expect(intent.inputRequest?.detail).toBe(
    "You wrote: “if it is on sale”, “nothing loud, ok?”. Approve only if this order keeps to that.",
  );
  await harness.caller.intents.answerIntent({ id, value: { kind: { case: "stringValue", value: "approve" } } });
  const second = await runner.take();
  await second.begin();
  expect((await harness.timeline(id)).filter((type) => type === "question_asked")).toHaveLength(1);
});

test("an order that code finds in keeping with every word is placed without a question", async () => {
  const { held: at } = await held([
    under("60"),
    { kind: "prohibition", text: "not from other.shop.test" },
    { kind: "preference", text: "ideally blue" },
  ]);
  await at.begin();
});

import {
  ApprovalPolicy,
  FailureCode,
  InputKind,
  IntentPhase,
  IntentStatus,
  OutcomeBasis,
  PurchaseOutcome,
  PurchaseState,
  TotalSource,
} from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness, simulator } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { quoteFor, quoteOf, TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;

beforeAll(async () => {
  harness = await agentHarness({ connections: 20 });
});
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});
afterAll(() => harness.close());

const approval = (quote = quoteOf()) => ({
  kind: InputKind.APPROVAL,
  name: "approve_order",
  promptKey: "approve_order",
  options: [],
  quote,
});

test("a purchase begins, is placed and completes with a receipt that holds our fee", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const begun = await held.begin();
  expect(begun.orderReference).toMatch(/^[0-9A-Z]{12}$/);
  expect(begun).toMatchObject({ commitMs: 30_000 });
  expect((await harness.record(id)).intent).toMatchObject({
    phase: IntentPhase.PLACING,
    cancelable: false,
    quote: { fee: 95, total: 2000 },
    shop: { host: "ok.shop.test", name: "OK Shop" },
  });
  expect(await refusalOf(harness.caller.intents.cancelIntent({ id }))).toBe("intent_not_cancelable");
  const reply = await held.placed(begun.attemptId);
  expect(reply).toMatchObject({ claimAlive: false });
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({
    status: IntentStatus.COMPLETED,
    purchaseState: PurchaseState.PLACED,
    cancelable: false,
    result: {
      merchant: "OK Shop",
      items: [{ name: "Mug", quantity: 1, amount: 1500 }],
      subtotal: 1500,
      shipping: 200,
      tax: 205,
      fee: 95,
      total: 2000,
      currency: "usd",
      confirmation: "T-1001",
      payments: [],
    },
  });
  expect(intent.result?.fulfillment?.startsAt).toBeDefined();
  expect(await harness.events(id)).toEqual(["intent.created", "intent.running", "intent.completed"]);
  expect(await refusalOf(held.note())).toBe("claim_ended");
});

test("a placed order may be completed by a call of its own", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  await held.placed(attemptId, undefined, { complete: false });
  expect(await refusalOf(held.begin())).toBe("attempt_open");
  expect(await refusalOf(held.report((ref) => runner.client.failWork({ ref, code: FailureCode.OUT_OF_STOCK })))).toBe(
    "attempt_open",
  );
  await held.report((ref) => runner.client.completeWork({ ref, usage: { steps: 3 } }));
  expect((await harness.record(id)).intent).toMatchObject({ status: IntentStatus.COMPLETED, result: { total: 2000 } });
});

test("the repeated begin of a lost reply is the same attempt", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const first = await held.begin();
  held.reportNo = 0;
  expect(await held.begin()).toEqual(first);
  expect(await harness.attempts(id)).toHaveLength(1);
});

test("refusals come in the contract's order and use up no report number", async () => {
  await harness.create({ shops: ["ok.shop.test"], maxAmount: 1999 });
  const held = await runner.take();
  const wrongDigest = quoteFor(9900, { digest: new Uint8Array(32), host: "else.shop.test" });
  const begin = (more: Parameters<typeof held.begin>[0]) => refused(held.begin(more));
  expect(await begin({ revision: 7, quote: wrongDigest })).toMatchObject({
    reason: "stale_intent",
    details: { revision: 1, max_amount: 1999 },
  });
  expect(await begin({ quote: wrongDigest })).toMatchObject({ reason: "shop_not_allowed", param: "quote.host" });
  expect(await begin({ quote: quoteFor(9900, { digest: new Uint8Array(32) }) })).toMatchObject({
    reason: "quote_invalid",
  });
  expect(await begin({ quote: quoteFor(9900) })).toMatchObject({
    reason: "over_cap",
    details: { total: 9995, limit: 1999 },
  });
  expect(await begin({})).toMatchObject({ reason: "over_cap", details: { total: 2000 } });
  expect(held.reportNo).toBe(0);
  await held.note();
});

test("a refused purchase confirms its offer all the same", async () => {
  const id = await harness.create({ maxAmount: 100 });
  const held = await runner.take();
  expect(await refusalOf(held.begin())).toBe("over_cap");
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await held.report((ref) =>
    runner.client.failWork({ ref, code: FailureCode.OVER_MAX_AMOUNT, details: { total: 2000 } }),
  );
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.OVER_MAX_AMOUNT, retryable: true, details: { total: 2000 } },
  });
});

test.each([
  ["items that do not add up", { subtotal: 1400, total: 1805 }],
  ["parts that do not add up", { shipping: 0 }],
  ["a price that ran out", { expiresAt: { seconds: 1n, nanos: 0 } }],
  ["another observed total", { observedTotal: { amount: 1900, currency: "usd", source: TotalSource.CODE } }],
  ["a total that a model read", { observedTotal: { amount: 1905, currency: "usd", source: TotalSource.MODEL } }],
  ["no observed total", { observedTotal: undefined }],
  ["another currency observed", { observedTotal: { amount: 1905, currency: "eur", source: TotalSource.CODE } }],
  ["a digest of another order", { digest: new Uint8Array(32).fill(7) }],
])("a quote with %s is invalid", async (_what, more) => {
  await harness.create();
  const held = await runner.take();
  const quote = quoteOf(more as Parameters<typeof quoteOf>[0]);
  expect(await refused(held.begin({ quote }))).toMatchObject({ reason: "quote_invalid", param: "quote" });
});

test("a pool buys only at its hosts", async () => {
  await harness.admin.createPool({ ...simulator, hosts: ["*.shop.test"] });
  await harness.clock.advance(5_000);
  await harness.create();
  const held = await runner.take();
  const quote = quoteOf({ host: "shop.example" });
  expect(await refusalOf(held.begin({ quote }))).toBe("shop_not_allowed");
});

test("without a cap an order needs an approval of exactly its digest", async () => {
  const id = await harness.create({ maxAmount: undefined });
  const first = await runner.take();
  expect(await refused(first.begin())).toMatchObject({ reason: "needs_approval", details: { total: 2000 } });
  const asked = await first.askFor(approval());
  const question = (await harness.record(id)).intent.inputRequest;
  expect(question).toMatchObject({ id: asked.inputRequest, order: { quote: { total: 2000, fee: 95 } } });
  await harness.caller.intents.answerIntent({ id, inputRequest: asked.inputRequest, value: text("approve") });
  const second = await runner.take();
  expect(second.work.approvedDigest).toEqual(quoteOf().digest);
  expect(second.work).toMatchObject({ revision: 2, resume: { reason: "answered", name: "approve_order" } });
  expect(await refusalOf(second.begin({ quote: quoteFor(1950) }))).toBe("needs_approval");
  // Asked again for what is approved already, the run simply goes on.
  expect(await second.askFor(approval())).toMatchObject({ continue: {}, inputRequest: "" });
  const { attemptId } = await second.begin();
  await second.placed(attemptId);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.COMPLETED);
});

test("approval always asks under the cap too, and an approved order that changed is asked again", async () => {
  const id = await harness.create({ approval: ApprovalPolicy.ALWAYS });
  const first = await runner.take();
  expect(await refusalOf(first.begin())).toBe("needs_approval");
  expect(await refused(first.askFor(approval(quoteFor(9900))))).toMatchObject({
    reason: "over_cap",
    param: "question.quote.total",
  });
  expect(await refusalOf(first.askFor(approval(quoteOf({ digest: new Uint8Array(32) }))))).toBe("quote_invalid");
  const asked = await first.askFor(approval());
  await harness.caller.intents.answerIntent({ id, inputRequest: asked.inputRequest, decline: true });
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.INPUT_DECLINED },
  });
});

test("a shop's refusal settles the attempt: the run may try again, or end", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  expect(await refusalOf(held.begin())).toBe("attempt_open");
  expect(await held.notPlaced(attemptId, OutcomeBasis.SHOP_ANSWER)).toMatchObject({ claimAlive: true });
  expect((await harness.record(id)).intent).toMatchObject({ cancelable: true, purchaseState: PurchaseState.NONE });
  const second = await held.begin();
  expect(second.attemptId).not.toBe(attemptId);
  expect(second.orderReference).not.toBe("");
  await held.resolve(second.attemptId, {
    outcome: PurchaseOutcome.NOT_PLACED,
    basis: OutcomeBasis.SHOP_ANSWER,
    failure: FailureCode.PAYMENT_DECLINED,
  });
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.PAYMENT_DECLINED },
  });
  expect(await harness.timeline(id)).toEqual([
    ...[
      "created",
      "queued",
      "plan",
      "started",
      "placing_order",
      "order_not_placed",
      "placing_order",
      "order_not_placed",
    ],
    "failed",
  ]);
});

test("a charge above what was begun is recorded as placed, flagged and alerted, never hidden", async () => {
  const id = await harness.create({ maxAmount: 2000 });
  const held = await runner.take();
  const { attemptId } = await held.begin();
  await held.placed(attemptId, quoteFor(2500));
  expect((await harness.record(id)).intent).toMatchObject({ status: IntentStatus.COMPLETED, result: { total: 2595 } });
  expect(await harness.attempts(id)).toMatchObject([{ overcharged: true }]);
  expect(harness.alerts).toMatchObject([{ alert: "overcharged", attempt: attemptId, charged: 2595 }]);
});

test("what a report of an outcome must say", async () => {
  await harness.create();
  const held = await runner.take();
  expect(await refusalOf(held.placed("att_unknown"))).toBe("attempt_not_open");
  const { attemptId } = await held.begin();
  const resolve = (more: Parameters<typeof held.resolve>[1]) => refused(held.resolve(attemptId, more));
  expect(await resolve({ outcome: PurchaseOutcome.PLACED })).toMatchObject({
    reason: "parameter_missing",
    param: "receipt",
  });
  const receipt = { charged: quoteOf() };
  expect(await resolve({ outcome: PurchaseOutcome.PLACED, receipt, basis: OutcomeBasis.NOT_DISPATCHED })).toMatchObject(
    { reason: "parameter_invalid", param: "basis" },
  );
  expect(
    await resolve({ outcome: PurchaseOutcome.PLACED, receipt: { charged: quoteOf({ host: "else.shop.test" }) } }),
  ).toMatchObject({ reason: "parameter_invalid", param: "receipt.charged.host" });
  expect(await resolve({ failure: FailureCode.OUT_OF_STOCK })).toMatchObject({ param: "failure" });
  expect(await refused(held.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP))).toMatchObject({ param: "basis" });
  // Two reads after the commit window cannot have been made yet.
  expect(await refused(held.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP, true))).toMatchObject({ param: "basis" });
  await held.notPlaced(attemptId, OutcomeBasis.NOT_DISPATCHED);
});

test("cancel and begin meet on the row: one wins, and no order is begun on a cancelled intent", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const id = await harness.create();
    const held = await runner.take();
    await held.note();
    const calls = [() => refusalOf(held.begin()), () => refusalOf(harness.caller.intents.cancelIntent({ id }))];
    if (round % 2 === 1) calls.reverse();
    const answers = await Promise.all(calls.map((call) => call()));
    const [begun, cancelled] = round % 2 === 1 ? answers.reverse() : answers;
    outcomes.add(`${begun} ${cancelled}`);
    const attempts = await harness.attempts(id);
    const { status } = (await harness.record(id)).intent;
    expect([attempts.length, status]).toEqual(
      begun === "accepted" ? [1, IntentStatus.RUNNING] : [0, IntentStatus.CANCELLED],
    );
  }
  for (const outcome of outcomes) {
    expect(["accepted intent_not_cancelable", "claim_cancelled accepted"]).toContain(outcome);
  }
});

test("a begin sent four times at once opens one attempt", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  const begins = [1, 2, 3, 4].map(() => refusalOf(held.begin()));
  const answers = await Promise.all(begins);
  expect(answers.filter((answer) => answer === "accepted")).toHaveLength(4);
  expect(await harness.attempts(id)).toHaveLength(1);
});

function text(value: string) {
  return { kind: { case: "stringValue" as const, value } };
}

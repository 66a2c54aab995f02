import {
  FailureCode,
  InputAbout,
  InputKind,
  IntentStatus,
  OutcomeBasis,
  PaymentMethod,
  PurchaseState,
  SubmitKind,
  WorkKind,
} from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf } from "./refusal-of.ts";
import { quoteOf, TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;

beforeAll(async () => {
  harness = await agentHarness();
});
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});
afterAll(() => harness.close());

async function payment() {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin({ payment: PaymentMethod.PAYER_AT_SHOP, submit: SubmitKind.PAYER });
  return { id, held, attemptId, ...paymentQuestion(attemptId) };
}

function paymentQuestion(attemptId: string) {
  const question = {
    kind: InputKind.PAYMENT,
    name: "pay_at_shop",
    about: InputAbout.PAYMENT,
    promptKey: "pay_at_shop",
    options: [],
    paymentUri: "upi://pay?pa=shop@test",
    attemptId,
  };
  return { question };
}

test("a payment question needs an attempt that the payer submits", async () => {
  await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  const { question } = paymentQuestion(attemptId);
  expect(await refusalOf(held.askFor(question))).toBe("attempt_not_open");
});

test("nothing but its own payment is asked while an attempt is open", async () => {
  const { id, held, attemptId, question } = await payment();
  expect(await refusalOf(held.askFor())).toBe("attempt_open");
  expect(await refusalOf(held.askFor({ ...question, attemptId: "att_other" }))).toBe("attempt_not_open");
  await held.askFor(question);
  expect((await harness.record(id)).intent).toMatchObject({
    cancelable: true,
    inputRequest: { amount: 1905, currency: "usd", paymentUri: "upi://pay?pa=shop@test", attemptsLeft: 3 },
  });
  await harness.caller.intents.answerIntent({ id, done: true });
  const resumed = await runner.take();
  expect(resumed.claim.kind).toBe(WorkKind.RUN);
  expect(resumed.work).toMatchObject({ resume: { reason: "done" }, attempts: [{ id: attemptId }] });
  expect(await refusalOf(resumed.begin())).toBe("attempt_open");
  // Unpaid: the same question again; paid: the order stands.
  await resumed.askFor(question);
  await harness.caller.intents.answerIntent({ id, done: true });
  await (await runner.take()).placed(attemptId, quoteOf());
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.COMPLETED);
});

test("a cancel while the payer may pay is accepted, and the order is looked up after the code's expiry", async () => {
  const { id, held, attemptId, question } = await payment();
  await held.askFor(question);
  await harness.caller.intents.cancelIntent({ id });
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.CANCELLED,
    purchaseState: PurchaseState.UNKNOWN,
  });
  expect(await runner.ask()).toEqual([]);
  await harness.pass(600_000);
  const lookup = await runner.take();
  expect(lookup.claim.kind).toBe(WorkKind.RECONCILE);
  await harness.clock.advance(1_000);
  await lookup.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP, true);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.CANCELLED,
    purchaseState: PurchaseState.NONE,
  });
  expect((await harness.events(id)).at(-1)).toBe("intent.purchase_resolved");
});

test("a payment code that runs out four times ends the intent and is looked up", async () => {
  const { id, held, attemptId, question } = await payment();
  await held.askFor(question);
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    await harness.pass(600_000);
    const again = await runner.take();
    expect(again.work).toMatchObject({ resume: { reason: "expired", name: "pay_at_shop" } });
    await again.askFor(question);
  }
  await harness.pass(600_000);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.INPUT_EXPIRED },
    purchaseState: PurchaseState.UNKNOWN,
  });
  const lookup = await runner.take();
  expect(lookup.claim.kind).toBe(WorkKind.RECONCILE);
  await lookup.placed(attemptId, undefined, { basis: OutcomeBasis.ORDER_LOOKUP });
  expect((await harness.record(id)).intent).toMatchObject({ purchaseState: PurchaseState.PLACED });
});

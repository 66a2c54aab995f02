import {
  AttemptState,
  FailureCode,
  IntentPhase,
  IntentStatus,
  OutcomeBasis,
  PurchaseState,
  WorkKind,
} from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nextLookup } from "../src/domain/reconcile.ts";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refused } from "./refusal-of.ts";
import { TestRunner } from "./test-runner.ts";

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

/** An order whose runner could not tell what became of it. */
async function unknownOrder(): Promise<{ id: string; attemptId: string }> {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  expect(await held.resolve(attemptId, {})).toMatchObject({ claimAlive: false });
  return { id, attemptId };
}

/** Looks up once a second, without an answer, for so many seconds. */
async function lookUpFor(attemptId: string, seconds: number): Promise<number> {
  let lookups = 0;
  for (let second = 0; second < seconds; second += 1) {
    const [claim] = await runner.ask({ kinds: [WorkKind.RECONCILE] });
    if (claim?.ref) {
      lookups += 1;
      await runner.client.resolvePurchase({
        ref: { ...claim.ref, reportNo: 1 },
        attemptId,
        outcome: 3,
        basis: OutcomeBasis.ORDER_LOOKUP,
      });
    }
    await harness.pass(1_000);
  }
  return lookups;
}

test("an unknown outcome is looked up at once and every second, and told to the caller after five", async () => {
  const { id, attemptId } = await unknownOrder();
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.RUNNING,
    phase: IntentPhase.CONFIRMING,
    cancelable: false,
  });
  expect(harness.alerts).toMatchObject([{ alert: "order_unknown", attempt: attemptId }]);
  expect(await lookUpFor(attemptId, 4)).toBe(4);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await lookUpFor(attemptId, 1);
  const [attempt] = await harness.attempts(id);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    purchaseState: PurchaseState.UNKNOWN,
    cancelable: false,
    error: {
      code: FailureCode.ORDER_UNCONFIRMED,
      retryable: false,
      details: { reference: attempt?.orderReference },
    },
  });
  expect(attempt).toMatchObject({ state: AttemptState.UNKNOWN, lookups: 5 });
});

test("what proves placed after the intent failed resolves the purchase and leaves the status", async () => {
  const { id, attemptId } = await unknownOrder();
  await lookUpFor(attemptId, 8);
  const lookup = await runner.take();
  expect(lookup.claim.kind).toBe(WorkKind.RECONCILE);
  await lookup.placed(attemptId, undefined, { basis: OutcomeBasis.ORDER_LOOKUP });
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    purchaseState: PurchaseState.PLACED,
    result: { total: 2000 },
    error: { code: FailureCode.ORDER_UNCONFIRMED },
  });
  expect(await harness.events(id)).toEqual([
    ...["intent.created", "intent.running", "intent.failed", "intent.purchase_resolved"],
  ]);
  expect((await harness.timeline(id)).slice(-3)).toEqual(["failed", "order_placed", "purchase_resolved"]);
  await harness.pass(60_000);
  expect(await runner.ask()).toEqual([]);
});

test("what proves absent after the intent failed resolves to none", async () => {
  const { id, attemptId } = await unknownOrder();
  await lookUpFor(attemptId, 40);
  await harness.pass(10_000);
  const lookup = await runner.take();
  await lookup.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP, true);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    purchaseState: PurchaseState.NONE,
    cancelable: false,
  });
  expect((await harness.events(id)).at(-1)).toBe("intent.purchase_resolved");
  await harness.pass(60_000);
  expect(await runner.ask()).toEqual([]);
});

test("a strong lookup of a lost run lets it go on and begin anew; a weak one, or hearsay, does not", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  await harness.pass(10_000);
  await harness.pass(20_000);
  const lookup = await runner.take();
  expect(await refused(lookup.notPlaced(attemptId, OutcomeBasis.NOT_DISPATCHED))).toMatchObject({ param: "basis" });
  expect(await refused(lookup.notPlaced(attemptId, OutcomeBasis.SHOP_ANSWER))).toMatchObject({ param: "basis" });
  expect(await refused(lookup.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP))).toMatchObject({ param: "basis" });
  // The second read of the list is a second after the first.
  expect(await refused(lookup.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP, true))).toMatchObject({ param: "basis" });
  await harness.clock.advance(1_000);
  const reply = await lookup.notPlaced(attemptId, OutcomeBasis.ORDER_LOOKUP, true);
  expect(reply.claimAlive).toBe(false);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.QUEUED,
    cancelable: true,
    purchaseState: PurchaseState.NONE,
  });
  const again = await runner.take();
  expect(again.claim.kind).toBe(WorkKind.RUN);
  expect(again.work.attempts).toMatchObject([{ id: attemptId, state: AttemptState.NOT_PLACED }]);
  const second = await again.begin();
  await again.placed(second.attemptId);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.COMPLETED);
});

test("only the claim that began an attempt may say that nothing was dispatched", async () => {
  await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  expect(await held.notPlaced(attemptId, OutcomeBasis.NOT_DISPATCHED)).toMatchObject({ claimAlive: true });
  await held.report((ref) => runner.client.failWork({ ref, code: FailureCode.OUT_OF_STOCK }));
  await harness.create();
  const other = await runner.take();
  const begun = await other.begin();
  await harness.pass(30_000);
  const lookup = await runner.take();
  expect(await refused(lookup.notPlaced(begun.attemptId, OutcomeBasis.NOT_DISPATCHED))).toMatchObject({
    reason: "parameter_invalid",
    param: "basis",
  });
});

test("a lookup that cannot be made, or is handed back, is made again", async () => {
  const { id, attemptId } = await unknownOrder();
  const first = await runner.take();
  await first.report((ref) => runner.client.failWork({ ref, code: FailureCode.SHOP_UNAVAILABLE }));
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await harness.pass(1_000);
  const second = await runner.take();
  expect(second.work.attempts).toMatchObject([{ id: attemptId, lookups: 1 }]);
  await second.note();
  await runner.client.releaseClaim({ ref: second.ref(), reason: 1 });
  const third = await runner.take();
  expect(third.work.attempts).toMatchObject([{ lookups: 1 }]);
  // The order of a lookup may stand already: then it is not failed.
  await third.placed(attemptId, undefined, { complete: false, basis: OutcomeBasis.ORDER_LOOKUP });
  await third.report((ref) => runner.client.completeWork({ ref }));
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.COMPLETED);
});

test("an order that nobody could look up is told too", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.begin();
  await harness.pass(30_000);
  await harness.pass(29_999);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await harness.pass(1);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.ORDER_UNCONFIRMED },
  });
});

test("live lookups follow the schedule up to 72 hours", () => {
  const minutes = [0, 1, 3, 10, 30, 120, 480, 1440, 4320];
  for (const [lookups, minute] of minutes.entries()) {
    if (lookups === 0) continue;
    const now = (minutes[lookups - 1] ?? 0) * 60_000 + 2_000;
    expect(nextLookup(false, { unknownAt: 0, lookups, now })).toBe(minute * 60_000);
  }
  expect(nextLookup(false, { unknownAt: 0, lookups: 9, now: 4320 * 60_000 })).toBeNull();
  // A lookup that was late does not make the next one due in the past.
  expect(nextLookup(false, { unknownAt: 0, lookups: 1, now: 600_000 })).toBe(601_000);
});

test("test lookups come every second at first, then with growing gaps, and end at 72 hours", () => {
  const times: number[] = [];
  for (let at: number | null = 0; at !== null && times.length < 500; ) {
    times.push(at);
    at = nextLookup(true, { unknownAt: 0, lookups: times.length, now: at });
  }
  expect(times.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((second) => second * 1000));
  expect(times.at(-1)).toBe(72 * 3_600_000);
  expect(times.length).toBeLessThan(150);
});

import { FailureCode, IntentPhase, IntentStatus, PurchaseState, SignalKind, WorkKind } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf } from "./refusal-of.ts";
import { type Held, TestRunner } from "./test-runner.ts";

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

/** The lease and its grace are over. */
const LOST_MS = 10_000;

async function heartbeats(held: Held, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 4_000) {
    await harness.clock.advance(4_000);
    await runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  }
  await harness.agent.tick();
}

test("a lost lease queues the run again after its grace, counts a restart and tells the runner", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  await harness.pass(LOST_MS - 1);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await harness.pass(1);
  const record = await harness.record(id);
  expect(record).toMatchObject({ restarts: 1, claimId: null, intent: { status: IntentStatus.QUEUED } });
  expect(record.intent.phase).toBeUndefined();
  expect(await refusalOf(held.note())).toBe("claim_lost");
  const beat = await runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  expect(beat).toMatchObject({ renewed: [], lost: [{ reason: "claim_lost" }] });
  expect(beat.signals).toMatchObject([
    { kind: SignalKind.LOST, claimId: held.claim.ref?.claimId, mustUnderstand: true },
  ]);
  const next = await runner.take();
  expect(next.claim.ref?.epoch).toBe(2n);
  expect(next.work).toMatchObject({ restarts: 1, resume: { reason: "lost" } });
  await next.note();
  expect(await harness.timeline(id)).toEqual([
    "created",
    "queued",
    "plan",
    "started",
    "note",
    "retrying",
    "resumed",
    "note",
  ]);
});

test("a report within the grace keeps a claim alive that nobody has taken back yet", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  await harness.clock.advance(8_000);
  await held.note();
  const { renewed } = await runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  expect(renewed).toHaveLength(1);
  await harness.pass(4_000);
  expect(await harness.record(id)).toMatchObject({ restarts: 0, intent: { status: IntentStatus.RUNNING } });
});

test("the fourth lost lease ends the intent", async () => {
  const id = await harness.create();
  for (let restart = 0; restart < 4; restart += 1) {
    expect((await harness.record(id)).intent.status).toBe(IntentStatus.QUEUED);
    await (await runner.take()).note();
    await harness.pass(LOST_MS);
  }
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.INTERNAL_ERROR, retryable: true },
    purchaseState: PurchaseState.NONE,
  });
  expect(await runner.ask()).toEqual([]);
});

test("heartbeats without progress end the claim after ten minutes", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  await heartbeats(held, 9 * 60_000 + 56_000);
  expect((await harness.record(id)).restarts).toBe(0);
  await heartbeats(held, 8_000);
  expect(await harness.record(id)).toMatchObject({ restarts: 1, intent: { status: IntentStatus.QUEUED } });
});

test("a lease that ran out while core was away is not held against the runner", async () => {
  const away = await agentHarness({ tuning: { awayMs: 3_000 } });
  try {
    const own = await TestRunner.start(away);
    const id = await away.create();
    const held = await own.take();
    await held.note();
    await away.agent.tick();
    // Nobody ran the clocks for a minute.
    await away.clock.advance(60_000);
    await away.agent.tick();
    expect((await away.record(id)).claimId).not.toBeNull();
    await held.note();
    for (let second = 0; second < 10; second += 1) await away.pass(1_000);
    // The runner did not come back: the work goes on, and this restart is not counted.
    expect(await away.record(id)).toMatchObject({
      restarts: 0,
      claimId: null,
      intent: { status: IntentStatus.QUEUED },
    });
  } finally {
    await away.close();
  }
});

test("a lease lost while an order is placed is looked up after the commit window, never run again", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId, orderReference } = await held.begin();
  await harness.pass(LOST_MS);
  const record = await harness.record(id);
  expect(record.intent).toMatchObject({
    status: IntentStatus.RUNNING,
    phase: IntentPhase.CONFIRMING,
    cancelable: false,
  });
  expect(record).toMatchObject({ restarts: 1, work: { kind: WorkKind.RECONCILE } });
  expect(await refusalOf(harness.caller.intents.cancelIntent({ id }))).toBe("intent_not_cancelable");
  // The commit window of 30 s is not over.
  await harness.pass(19_999);
  expect(await runner.ask()).toEqual([]);
  await harness.pass(1);
  expect(await runner.ask({ kinds: [WorkKind.RUN] })).toEqual([]);
  const lookup = await runner.take();
  expect(lookup.claim.kind).toBe(WorkKind.RECONCILE);
  expect(lookup.work.attempts).toMatchObject([{ id: attemptId, orderReference, lookups: 0 }]);
  expect(await refusalOf(lookup.begin())).toBe("attempt_open");
  await lookup.placed(attemptId);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.COMPLETED,
    purchaseState: PurchaseState.PLACED,
    result: { total: 2000, confirmation: "T-1001" },
  });
  expect(await harness.timeline(id)).toEqual([
    ...["created", "queued", "plan", "started", "placing_order", "confirming_order", "order_placed", "completed"],
  ]);
});

test("a runner that is lost after the order stood has nothing left to do: core completes the intent", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  const reply = await held.placed(attemptId, undefined, { complete: false });
  expect(reply.claimAlive).toBe(true);
  expect((await harness.record(id)).intent).toMatchObject({ cancelable: false, purchaseState: PurchaseState.PLACED });
  await harness.pass(LOST_MS);
  expect((await harness.record(id)).intent).toMatchObject({ status: IntentStatus.COMPLETED, result: { total: 2000 } });
  expect(await runner.ask()).toEqual([]);
});

test("a lost lookup is looked up again and costs no restart", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  await harness.pass(30_000);
  const lookup = await runner.take();
  await lookup.note();
  await harness.pass(LOST_MS);
  expect(await harness.record(id)).toMatchObject({ restarts: 1, work: { kind: WorkKind.RECONCILE } });
  expect(await runner.ask()).toEqual([]);
  await harness.pass(2_000);
  const second = await runner.take();
  expect(second.work.attempts).toMatchObject([{ id: attemptId, lookups: 1 }]);
});

test("a second tick of another process finds nothing to do", async () => {
  const id = await harness.create();
  await (await runner.take()).note();
  await harness.clock.advance(LOST_MS);
  await Promise.all([harness.agent.tick(), harness.agent.tick(), harness.agent.tick()]);
  expect(await harness.record(id)).toMatchObject({ restarts: 1 });
  expect((await harness.timeline(id)).filter((type) => type === "retrying")).toHaveLength(1);
});

test("the clocks run by themselves once started", async () => {
  const own = await agentHarness();
  try {
    await own.agent.start();
    const id = await own.create();
    await (await TestRunner.start(own)).take().then((held) => held.note());
    await expect
      .poll(
        async () => {
          await own.clock.advance(1_000);
          return (await own.record(id)).restarts;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
  } finally {
    await own.close();
  }
});

import { IntentStatus, ReleaseReason, WorkKind } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { noteStep, TestRunner } from "./test-runner.ts";

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

test("a waiting runner gets work as soon as it is created, and nothing of the account beside it", async () => {
  const waiting = runner.ask({ waitMs: 30_000 });
  const id = await harness.create({ context: { size: "M" }, metadata: { test_unpaid: "1", order: "private" } });
  const [claim] = await waiting;
  expect(claim).toMatchObject({ kind: WorkKind.RUN, leaseMs: 5_000, heartbeatMs: 1_000, ref: { epoch: 1n } });
  expect(claim?.work).toMatchObject({
    intentId: id,
    revision: 1,
    test: true,
    text: "a mug from ok.shop.test",
    maxAmount: 2500,
    currency: "usd",
    context: { size: "M" },
    testMetadata: { test_unpaid: "1" },
    restarts: 0,
  });
  expect(claim?.budget).toMatchObject({ actions: 120, modelCalls: 80 });
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.QUEUED);
});

test("the first report confirms the offer and starts the run in one version", async () => {
  const id = await harness.create();
  const held = await runner.take();
  expect(await held.note()).toMatchObject({ sequence: 3 });
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({ status: IntentStatus.RUNNING, sequence: 3 });
  expect(intent.startedAt).toBeDefined();
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan", "started", "note"]);
  expect(await harness.events(id)).toEqual(["intent.created", "intent.running"]);
});

test("a heartbeat confirms an offer and renews the lease of a claim", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const beat = () => runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  expect(await beat()).toMatchObject({ renewed: [held.claim.ref?.claimId], lost: [] });
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  for (let second = 0; second < 20; second += 2) {
    await harness.pass(2_000);
    await beat();
  }
  await held.note();
  expect((await harness.record(id)).restarts).toBe(0);
});

test("an offer that nobody confirms goes back after ten seconds without counting", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await harness.pass(9_999);
  expect(await runner.ask()).toEqual([]);
  await harness.pass(1);
  expect(await refusalOf(held.note())).toBe("claim_lost");
  const again = await runner.take();
  expect(again.claim.ref?.epoch).toBe(2n);
  expect(await harness.record(id)).toMatchObject({ restarts: 0 });
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});

test("an ask that is repeated answers the same claims, before and after they are confirmed", async () => {
  await harness.create();
  await harness.create();
  const first = await runner.ask({ requestId: "lost-reply", freeSlots: 2 });
  expect(first).toHaveLength(2);
  const again = await runner.ask({ requestId: "lost-reply", freeSlots: 2 });
  expect(again.map((claim) => claim.ref)).toEqual(first.map((claim) => claim.ref));
  await runner.client.heartbeat({
    runnerId: runner.id,
    claims: first.flatMap((claim) => (claim.ref ? [claim.ref] : [])),
  });
  await harness.pass(1_000);
  expect(await runner.ask({ requestId: "lost-reply", freeSlots: 2 })).toHaveLength(2);
  expect(await runner.ask({ requestId: "another", freeSlots: 2 })).toEqual([]);
});

test("the same ask sent twice while it waits gets the same claim twice", async () => {
  const both = [1, 2].map(() => runner.ask({ requestId: "twice", waitMs: 30_000 }));
  await harness.create();
  await harness.create();
  const [one, two] = await Promise.all(both);
  expect(one).toHaveLength(1);
  expect(two?.[0]?.ref).toEqual(one?.[0]?.ref);
});

test("an ask waits as long as it says and then says to ask at once", async () => {
  const asked = runner.client.claimWork({
    runnerId: runner.id,
    requestId: "wait",
    freeSlots: 1,
    kinds: [WorkKind.RUN],
    drivers: [{ name: "simulator" }],
    waitMs: 20_000,
  });
  await expect.poll(() => harness.agent.waiting()).toBe(1);
  await harness.clock.advance(20_000);
  expect(await asked).toMatchObject({ claims: [], retryAfterMs: 0 });
});

test("the same report again gets its stored reply, another one of that number is a conflict, a gap names the next", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const send = (no: number, text: string) => runner.client.reportSteps({ ref: held.ref(no), steps: [noteStep(text)] });
  const first = await send(1, "one");
  expect(await send(1, "one")).toEqual(first);
  expect(await refused(send(1, "other"))).toMatchObject({ reason: "report_conflict", details: { expected: 2 } });
  expect(await refused(send(3, "three"))).toMatchObject({ reason: "report_gap", details: { expected: 2 } });
  expect(await refused(send(0, "none"))).toMatchObject({ reason: "report_gap", details: { expected: 2 } });
  await send(2, "two");
  expect(await refusalOf(send(1, "one"))).toBe("report_conflict");
  expect((await harness.timeline(id)).filter((type) => type === "note")).toHaveLength(2);
});

test("the same bytes of another method are not a repeat", async () => {
  await harness.create();
  const held = await runner.take();
  await held.note();
  const ref = held.ref(1);
  expect(await refusalOf(runner.client.completeWork({ ref }))).toBe("report_conflict");
});

test("a final reply survives its claim for ten minutes", async () => {
  await harness.create();
  const held = await runner.take();
  const last = (ref = held.ref(1)) => runner.client.failWork({ ref, code: 2 });
  const reply = await last();
  expect(await last()).toEqual(reply);
  expect(await refusalOf(held.note())).toBe("claim_ended");
  await harness.pass(599_000);
  expect(await last()).toEqual(reply);
  await harness.pass(61_000);
  expect(await refusalOf(last())).toBe("claim_lost");
});

test("a wrong token, a lower epoch and another pool's key are refused alike", async () => {
  await harness.create();
  const held = await runner.take();
  const { claimId, token, epoch } = held.ref(1);
  const steps = [noteStep("x")];
  const wrong = [
    { claimId, epoch, token: new Uint8Array(32), reportNo: 1 },
    { claimId, epoch: 2n, token, reportNo: 1 },
    { claimId: "clm_unknown", epoch, token, reportNo: 1 },
  ];
  for (const ref of wrong) expect(await refusalOf(runner.client.reportSteps({ ref, steps }))).toBe("claim_lost");
  await harness.admin.createPool({ name: "other", mode: "test", drivers: ["simulator"] });
  const stranger = await TestRunner.start(harness, "other");
  expect(await refusalOf(stranger.client.reportSteps({ ref: held.ref(1), steps }))).toBe("claim_lost");
  expect(await stranger.client.heartbeat({ runnerId: stranger.id, claims: [held.ref()] })).toMatchObject({
    renewed: [],
    lost: [{ claimId, reason: "claim_lost" }],
  });
  await held.note();
});

test("an API key is refused, and a runner of another pool cannot ask under this one's name", async () => {
  const { testKey } = await harness.admin.createAccount({ name: "B" });
  const asCaller = harness.agentClient(testKey.secret);
  expect(await refusalOf(asCaller.heartbeat({ runnerId: runner.id }))).toBe("invalid_runner_key");
  await harness.admin.createPool({ name: "other", mode: "test", drivers: ["simulator"] });
  const other = harness.agentClient((await harness.runnerKey("other")).secret);
  expect(await refused(other.heartbeat({ runnerId: runner.id }))).toMatchObject({
    reason: "resource_not_found",
    param: "runner_id",
  });
});

test("the claims of a revoked key end without counting", async () => {
  const key = await harness.runnerKey();
  const client = harness.agentClient(key.secret);
  const { runnerId } = await client.register({
    instance: "x",
    contractMin: 1,
    contractMax: 2,
    drivers: [{ name: "simulator" }],
  });
  const revoked = new TestRunner(client, runnerId, ["simulator"]);
  const id = await harness.create();
  const held = await revoked.take();
  await held.note();
  await harness.admin.revokeKey(key.id);
  await harness.pass(5_000);
  expect(await refusalOf(held.note())).toBe("invalid_runner_key");
  const next = await runner.take();
  expect(next.work).toMatchObject({ intentId: id, restarts: 0 });
});

test("work handed back is offered again at once, with its checkpoint and nothing counted", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  const checkpoint = { kid: "k1", enc: new Uint8Array(32), ciphertext: new Uint8Array(40) };
  const release = () => runner.client.releaseClaim({ ref: held.ref(), reason: ReleaseReason.DRAINING, checkpoint });
  await release();
  await release();
  expect(await refusalOf(held.note())).toBe("claim_ended");
  const next = await runner.take();
  expect(next.work).toMatchObject({
    intentId: id,
    restarts: 0,
    resume: { reason: "released" },
    checkpoint: { kid: "k1" },
  });
  await next.note();
  expect(await harness.timeline(id)).toEqual([
    "created",
    "queued",
    "plan",
    "started",
    "note",
    "queued",
    "resumed",
    "note",
  ]);
});

test("an offer handed back leaves no trace and waits a moment when the host is busy", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await runner.client.releaseClaim({ ref: held.ref(), reason: ReleaseReason.BUSY_HOST });
  expect(await runner.ask()).toEqual([]);
  await harness.pass(2_000);
  await runner.take();
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});

test("a cancel ends an offer that nobody confirmed", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await harness.caller.intents.cancelIntent({ id });
  expect(await refusalOf(held.note())).toBe("claim_cancelled");
  expect(await runner.ask()).toEqual([]);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan", "cancelled"]);
});

import { FailureCode, IntentStatus, ReleaseReason, WorkKind } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness, type Caller, simulator } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;

beforeAll(async () => {
  harness = await agentHarness({
    tuning: { claimsPerRunner: 5, waitingAsks: 3, hostLimits: limits(1_000, 0) },
    connections: 20,
  });
});
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});
afterAll(() => harness.close());

function limits(claims: number, startsPerSecond: number) {
  const host = { claims, startsPerSecond };
  return { test: host, live: host };
}

const intentOf = (claims: { work?: { intentId: string } | undefined }[]) => claims.map((c) => c.work?.intentId);

test("a shop that no pool serves fails the intent at once; one that is served among others does not", async () => {
  const foreign = await harness.create({ shops: ["shop.example"] });
  const mixed = await harness.create({ shops: ["shop.example", "ok.shop.test"] });
  const open = await harness.create();
  await harness.pass(1_000);
  expect((await harness.record(foreign)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.SHOP_NOT_SUPPORTED, details: { shops: ["shop.example"] } },
  });
  expect(intentOf(await runner.ask({ freeSlots: 5 }))).toEqual([mixed, open]);
});

test("hosts of a pool are patterns, and its runner gets nothing else", async () => {
  await harness.admin.createPool({ ...simulator, name: "narrow", hosts: ["*.sub.shop.test", "ok.shop.test"] });
  const narrow = await TestRunner.start(harness, "narrow");
  const ids: string[] = [];
  for (const host of ["slow.shop.test", "a.sub.shop.test", "ok.shop.test", "ok.shop.test:8090"]) {
    ids.push(await harness.create({ shops: [host] }));
  }
  expect(intentOf(await narrow.ask({ freeSlots: 5 }))).toEqual(ids.slice(1));
  expect(intentOf(await runner.ask({ freeSlots: 5 }))).toEqual(ids.slice(0, 1));
});

test("test shops are the simulator's, and a runner cannot widen its rights by what it declares", async () => {
  await harness.create({ shops: ["ok.shop.test"] });
  const other = await TestRunner.start(harness, "simulator", ["browser"]);
  expect(await other.ask()).toEqual([]);
  await harness.admin.createPool({ name: "browsers", mode: "test", drivers: ["browser"] });
  const liar = await TestRunner.start(harness, "browsers", ["simulator", "browser"]);
  expect(await liar.ask()).toEqual([]);
  expect(await runner.ask()).toHaveLength(1);
});

test("live pools get no test work", async () => {
  await harness.admin.createPool({ name: "live", mode: "live", drivers: ["simulator", "browser"] });
  const live = await TestRunner.start(harness, "live", ["simulator", "browser"]);
  await harness.create();
  expect(await live.ask()).toEqual([]);
});

test("only the accounts of a pool are its own, and their work waits a moment for it", async () => {
  const own = await harness.newCaller();
  await harness.admin.createPool({ ...simulator, name: "theirs", accounts: [own.account] });
  const theirs = await TestRunner.start(harness, "theirs");
  await harness.clock.advance(5_000);
  const others = await harness.create();
  const mine = await harness.create({}, own);
  const second = await harness.create({}, own);
  expect(intentOf(await theirs.ask({ freeSlots: 1 }))).toEqual([mine]);
  expect(intentOf(await runner.ask({ freeSlots: 5 }))).toEqual([others]);
  await harness.clock.advance(2_000);
  expect(intentOf(await runner.ask({ freeSlots: 5 }))).toEqual([second]);
});

test("accounts take turns, what goes on comes before what is new, and the oldest first", async () => {
  const callers: Caller[] = [harness.caller, await harness.newCaller()];
  const created: string[] = [];
  for (const which of [0, 0, 0, 1]) {
    created.push(await harness.create({}, callers[which]));
    await harness.clock.advance(10);
  }
  const [a, b, c, d] = created;
  const first = await runner.take();
  expect(first.work.intentId).toBe(a);
  await first.note();
  await runner.client.releaseClaim({ ref: first.ref(), reason: ReleaseReason.DRAINING });
  // The one that goes on; then the first of each account, then the second ones.
  expect(intentOf(await runner.ask({ freeSlots: 5 }))).toEqual([a, b, d, c]);
});

test("work is shared out over the runners that wait", async () => {
  const second = await TestRunner.start(harness);
  const asks = [runner, second].map((one) => one.ask({ freeSlots: 4, waitMs: 30_000 }));
  await expect.poll(() => harness.agent.waiting()).toBe(2);
  await Promise.all([1, 2, 3, 4].map(() => harness.create()));
  const [one = [], two = []] = await Promise.all(asks);
  expect(one.length).toBeGreaterThan(0);
  expect(two.length).toBeGreaterThan(0);
  const seen = [...one, ...two, ...(await runner.ask({ freeSlots: 4 }))];
  expect(new Set(intentOf(seen)).size).toBe(4);
});

test("a pool holds no more claims than it may, nor does a runner", async () => {
  await harness.admin.createPool({ ...simulator, maxClaims: 2 });
  await harness.clock.advance(2_000);
  await Promise.all(Array.from({ length: 8 }, () => harness.create()));
  expect(await runner.ask({ freeSlots: 5 })).toHaveLength(2);
  const second = await TestRunner.start(harness);
  expect(await second.ask({ freeSlots: 5 })).toEqual([]);
  await harness.admin.createPool({ ...simulator, maxClaims: 100 });
  await harness.clock.advance(2_000);
  expect(await second.ask({ freeSlots: 100 })).toHaveLength(5);
  expect(await refusalOf(second.ask())).toBe("limit_reached");
});

test("a shop gets no more claims, and starts no faster, than it may", async () => {
  const strict = await agentHarness({ tuning: { hostLimits: limits(2, 1) } });
  try {
    const own = await TestRunner.start(strict);
    for (let n = 0; n < 4; n += 1) await strict.create({ shops: ["ok.shop.test"] });
    await strict.create({ shops: ["slow.shop.test"] });
    expect(await own.ask({ freeSlots: 5 })).toHaveLength(2);
    await strict.clock.advance(1_000);
    expect(await own.ask({ freeSlots: 5 })).toHaveLength(1);
    await strict.clock.advance(1_000);
    expect(await own.ask({ freeSlots: 5 })).toEqual([]);
  } finally {
    await strict.close();
  }
});

test("a driver hint binds for a minute", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  await runner.client.releaseClaim({ ref: held.ref(), reason: ReleaseReason.WRONG_DRIVER, driverHint: "recipe" });
  await harness.clock.advance(2_000);
  expect(await runner.ask()).toEqual([]);
  await harness.clock.advance(60_000);
  expect((await runner.take()).work).toMatchObject({ intentId: id, driverHint: "recipe" });
});

test("a warm page gets first refusal", async () => {
  const id = await harness.create();
  const cold = await TestRunner.start(harness);
  await (await runner.take()).askFor();
  await runner.ask({ parked: [id] });
  await harness.caller.intents.answerIntent({ id, value: { kind: { case: "stringValue", value: "s" } } });
  expect(await cold.ask()).toEqual([]);
  expect(await runner.ask({ parked: [id] })).toHaveLength(1);
});

test("work without a connected runner waits, and people are told after a minute", async () => {
  const idle = await agentHarness();
  try {
    const id = await idle.create();
    await idle.pass(59_000);
    expect(idle.alerts).toEqual([]);
    await idle.pass(11_000);
    expect(idle.alerts).toMatchObject([{ alert: "no_runner", test: 1, live: 0 }]);
    expect((await idle.record(id)).intent.status).toBe(IntentStatus.QUEUED);
  } finally {
    await idle.close();
  }
});

test("no more asks wait here than may", async () => {
  const waiting = ["a", "b", "c"].map((requestId) => runner.ask({ requestId, waitMs: 20_000 }));
  await expect.poll(() => harness.agent.waiting()).toBe(3);
  expect(await refused(runner.ask({ requestId: "d", waitMs: 20_000 }))).toMatchObject({ reason: "rate_limited" });
  await harness.clock.advance(20_000);
  await Promise.all(waiting);
});

test("kinds that do not exist yet wait in vain and break nothing", async () => {
  await harness.create();
  expect(await runner.ask({ kinds: [WorkKind.SESSION, WorkKind.PROBE] })).toEqual([]);
});

test("concurrent looks of many runners lend each piece of work once", async () => {
  const runners = await Promise.all([1, 2, 3, 4, 5].map(() => TestRunner.start(harness)));
  const ids = await Promise.all(Array.from({ length: 20 }, () => harness.create()));
  const got: string[] = [];
  // Asks beyond the harness' small limits are refused, so some rounds bring nothing.
  for (let round = 0; round < 200 && got.length < ids.length; round += 1) {
    const answers = await Promise.all(runners.map((one) => one.ask({ freeSlots: 2 }).catch(() => [])));
    got.push(...answers.flatMap((claims) => intentOf(claims).filter((id) => id !== undefined)));
  }
  expect(got.sort()).toEqual(ids.sort());
});

test("work whose time comes later is offered when it comes, without anybody's word", async () => {
  await harness.create();
  const held = await runner.take();
  await held.note();
  await runner.client.releaseClaim({ ref: held.ref(), reason: ReleaseReason.BUSY_HOST });
  const asked = runner.ask({ waitMs: 20_000 });
  await expect.poll(() => harness.agent.waiting()).toBe(1);
  await harness.pass(2_000);
  expect(await asked).toHaveLength(1);
});

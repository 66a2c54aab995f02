import { IntentEventType, IntentPhase } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { noteStep, quoteOf, TestRunner } from "./test-runner.ts";

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

test("registering answers settings for the pool and checks the contract's version", async () => {
  const key = await harness.runnerKey();
  const client = harness.agentClient(key.secret);
  const drivers = [{ name: "simulator" }];
  const reply = await client.register({ instance: "a", contractMin: 1, contractMax: 3, drivers });
  expect(reply).toMatchObject({
    contract: 1,
    settings: {
      leaseMs: 5_000,
      heartbeatMs: 1_000,
      offerMs: 10_000,
      graceMs: 5_000,
      fenceMs: 1_000,
      lookupGapMs: 1_000,
      maxClaims: 100,
    },
  });
  expect(reply.runnerId).toMatch(/^run_/);
  expect(reply.serverTime).toBeDefined();
  expect(await refused(client.register({ instance: "a", contractMin: 2, contractMax: 3, drivers }))).toMatchObject({
    reason: "unsupported_version",
    details: { supported_versions: [1] },
  });
  expect(await refusalOf(client.register({ instance: "a", contractMin: 1, contractMax: 1, drivers: [] }))).toBe(
    "parameter_invalid",
  );
});

test("a pool has no more runners than it may", async () => {
  const small = await agentHarness({ tuning: { runnersPerPool: 2 } });
  try {
    await TestRunner.start(small);
    await TestRunner.start(small);
    expect(await refusalOf(TestRunner.start(small))).toBe("limit_reached");
    // Those that are gone make room.
    await small.clock.advance(61_000);
    await TestRunner.start(small);
  } finally {
    await small.close();
  }
});

test("steps become timeline lines in our words, and set phase, shop and price", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const shop = { host: "ok.shop.test", name: "OK\u0007 Shop https://evil.example" };
  await held.report((ref) =>
    runner.client.reportSteps({
      ref,
      steps: [
        { type: IntentEventType.PLAN, args: { case: "plan", value: { summary: "Buy a mug" } } },
        {
          type: IntentEventType.SHOP_OPENED,
          args: { case: "shopData", value: { shop: "OK Shop", driver: "simulator" } },
          phase: IntentPhase.SEARCHING,
          shop,
        },
        { type: IntentEventType.SEARCHED, args: { case: "search", value: { query: "mug", results: 3 } } },
        {
          type: IntentEventType.PRICED,
          args: { case: "price", value: { total: 1905, currency: "usd" } },
          phase: IntentPhase.CHECKOUT,
          quote: quoteOf(),
        },
        noteStep("Almost there"),
      ],
    }),
  );
  const { intent, steps } = await harness.record(id);
  expect(steps).toBe(5);
  expect(intent).toMatchObject({
    phase: IntentPhase.CHECKOUT,
    shop: { host: "ok.shop.test", name: "OK Shop [link]", url: "https://ok.shop.test/" },
    quote: { total: 2000, fee: 95 },
  });
  expect(await harness.messages(id)).toEqual([
    "The request was received.",
    "Waiting for an agent.",
    "“a mug from ok.shop.test”.",
    "An agent started.",
    "Buy a mug",
    "Opened OK Shop.",
    "Searched for “mug”: 3 found.",
    "The price is 20.00 USD.",
    "Almost there",
  ]);
});

test.each([
  ["a line that core writes", { type: IntentEventType.COMPLETED }, "steps.1.type"],
  ["arguments of another type", { type: IntentEventType.SEARCHED, args: noteStep("x").args }, "steps.1.args"],
  ["a note that is too long", noteStep("x".repeat(301)), "steps.1.note.text"],
  ["a shop without a host", { ...noteStep("x"), shop: { name: "Shop" } }, "steps.1.shop.host"],
])("%s is refused with its place, and nothing of the report is kept", async (_what, step, param) => {
  const id = await harness.create();
  const held = await runner.take();
  expect(
    await refused(held.report((ref) => runner.client.reportSteps({ ref, steps: [noteStep("first"), step] }))),
  ).toMatchObject({ reason: "parameter_invalid", param });
  expect(await harness.timeline(id)).not.toContain("note");
});

test("a report holds one to twenty steps", async () => {
  await harness.create();
  const held = await runner.take();
  const send = (count: number) =>
    refusalOf(
      held.report((ref) =>
        runner.client.reportSteps({ ref, steps: Array.from({ length: count }, (_, n) => noteStep(`${n}`)) }),
      ),
    );
  expect(await send(0)).toBe("parameter_invalid");
  expect(await send(21)).toBe("parameter_invalid");
  expect(await send(20)).toBe("accepted");
});

test("beyond 500 steps notes fold and other steps are refused", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  await harness.database.query("UPDATE intents SET steps = 498 WHERE id = $1", [id]);
  const search = { type: IntentEventType.SEARCHED, args: { case: "search" as const, value: { query: "mug" } } };
  await held.report((ref) =>
    runner.client.reportSteps({ ref, steps: [noteStep("old"), noteStep("older"), noteStep("new"), search] }),
  );
  expect((await harness.messages(id)).slice(-2)).toEqual(["new", "Searched for “mug”: 0 found."]);
  await held.note("folds");
  expect(await refused(held.report((ref) => runner.client.reportSteps({ ref, steps: [search] })))).toMatchObject({
    reason: "limit_reached",
    param: "steps",
  });
  expect((await harness.record(id)).steps).toBe(500);
});

test("a claim that reports too fast is told when to go on", async () => {
  const slow = await agentHarness({ tuning: { reportsPerSecond: 20 } });
  try {
    const own = await TestRunner.start(slow);
    await slow.create();
    const held = await own.take();
    for (let n = 0; n < 20; n += 1) await held.note();
    expect(await refused(held.note())).toMatchObject({ reason: "rate_limited", details: { retry_after_ms: 50 } });
    await slow.clock.advance(50);
    await held.note();
  } finally {
    await slow.close();
  }
});

test("lookups and final intents get no further lines", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { attemptId } = await held.begin();
  await held.resolve(attemptId, {});
  // The caller is told before anybody could look.
  await harness.pass(5_000);
  const before = await harness.timeline(id);
  expect(before.at(-1)).toBe("failed");
  const lookup = await runner.take();
  await lookup.note("reading the order list");
  expect(await harness.timeline(id)).toEqual(before);
});

test("what is not built answers so", async () => {
  await harness.create();
  const held = await runner.take();
  expect(await refusalOf(runner.client.useSecret({ ref: held.ref() }))).toBe("not_implemented");
});

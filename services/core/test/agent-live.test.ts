import { IntentStatus, TotalSource } from "@openintents/proto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { quoteFor, TestRunner } from "./test-runner.ts";

let harness: AgentHarness;

beforeAll(async () => {
  harness = await agentHarness({ pools: [{ name: "live", mode: "live", drivers: ["browser"] }] });
});
afterAll(() => harness.close());

test("a live purchase has no fee, cannot be at a test shop, and a cap in another currency asks the person", async () => {
  const caller = await harness.newCaller("live");
  const runner = await TestRunner.start(harness, "live", ["browser"]);
  const id = await harness.create({ intent: "a mug", maxAmount: 2000 }, caller);
  const held = await runner.take();
  expect(held.claim).toMatchObject({ leaseMs: 60_000, heartbeatMs: 15_000 });
  expect(await refusalOf(held.begin({ quote: quoteFor(2000) }))).toBe("shop_not_allowed");
  const observedTotal = { amount: 2000, currency: "eur", source: TotalSource.PROTOCOL };
  const foreign = quoteFor(2000, { host: "shop.example", currency: "eur", observedTotal });
  expect(await refused(held.begin({ quote: foreign }))).toMatchObject({
    reason: "needs_approval",
    details: { total: 2000, currency: "eur" },
  });
  expect(await refusalOf(held.begin({ quote: quoteFor(2001, { host: "shop.example" }) }))).toBe("over_cap");
  const quote = quoteFor(2000, { host: "shop.example" });
  const { attemptId } = await held.begin({ quote });
  await held.placed(attemptId, quote);
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.COMPLETED,
    result: { fee: 0, total: 2000, merchant: "OK Shop", merchantUrl: "https://shop.example/" },
  });
});

test("a test shop is not supported in live mode", async () => {
  const caller = await harness.newCaller("live");
  const id = await harness.create({ shops: ["ok.shop.test"] }, caller);
  await harness.pass(1_000);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.FAILED);
});

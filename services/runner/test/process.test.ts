import { PurchaseOutcome } from "@openintents/proto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "./fake-core.ts";
import { type Harness, startHarness, startShop } from "./harness.ts";

let shop: Awaited<ReturnType<typeof startShop>>;
let h: Harness;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  h = await startHarness(shop.url);
});
afterEach(() => h.close());

const done = (job: Job): Promise<void> => h.core.until(() => job.end !== undefined, "the job ends", 30_000);

describe("the runner as a process", { timeout: 40_000 }, () => {
  it("frozen beyond its lease and woken, it does not place the order that it was about to place", async () => {
    h.core.settings.leaseMs = 1_500;
    const job = h.core.add({ text: "mug", shops: ["uncancelable.shop.test"] });
    // An attempt looked up long after it began needs no wait for its commit window.
    job.begunShiftMs = -60_000;
    // With one slot it asks for work again only when it has given this claim up.
    const frozen = await h.runnerProcess({ pace: 0.1, slots: 1 });
    await h.core.until(() => job.attempts.length === 1, "the attempt");
    frozen.child.kill("SIGSTOP");
    // No word of core's may help it: it has to know by its own clock.
    h.fault = (method) => (method === "Heartbeat" ? "hang" : undefined);
    await h.core.until(() => job.restarts === 1, "the lease is lost");
    // The order was due 2 s after the attempt; by now that moment has passed in its sleep.
    const begun = job.begunAt[0] ?? 0;
    await h.core.until(() => Date.now() > begun + 3_000, "the order would have been due");
    const asks = h.callsOf("ClaimWork").length;
    frozen.child.kill("SIGCONT");
    await h.core.until(() => h.callsOf("ClaimWork").length > asks, "it has given the claim up");
    h.fault = () => undefined;
    expect(await h.books()).toEqual([]);
    // The look-up settles it; the second attempt buys.
    await h.runner();
    await done(job);
    expect(job.resolutions[0]).toMatchObject({ outcome: PurchaseOutcome.NOT_PLACED, strong: true });
    expect(await h.books()).toHaveLength(1);
  });

  it("kills itself in crash.shop.test; another process buys once", async () => {
    h.core.settings.leaseMs = 1_000;
    const job = h.core.add({ text: "mug", shops: ["crash.shop.test"] });
    const first = await h.runnerProcess();
    await h.core.until(() => first.child.signalCode === "SIGKILL", "it is dead");
    await h.runnerProcess();
    await done(job);
    expect(job.restarts).toBe(1);
    expect(await h.books()).toHaveLength(1);
  });

  it("killed between ordering and telling, its order is found and not placed again", async () => {
    h.core.settings.leaseMs = 1_000;
    const job = h.core.add({ text: "mug", shops: ["crash-placing.shop.test"] });
    const first = await h.runnerProcess();
    await h.core.until(() => first.child.signalCode === "SIGKILL", "it is dead");
    expect(await h.books()).toHaveLength(1);
    await h.runnerProcess();
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    expect(await h.books()).toHaveLength(1);
  });

  it("hands its work back and ends with 0 on SIGTERM", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    const runner = await h.runnerProcess({ pace: 1 });
    await h.core.until(() => job.steps.includes("item_selected"), "an item");
    await runner.kill("SIGTERM");
    expect(runner.child.exitCode).toBe(0);
    expect(job.releases).toEqual([1]);
    expect(job.checkpoint).toBeDefined();
  });
});

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

const done = (job: Job): Promise<void> => h.core.until(() => job.end !== undefined, "the job ends");

describe("draining", { timeout: 20_000 }, () => {
  it("hands work back at a safe point with its place in it, and the next runner goes on from there", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    const first = await h.runner({ pace: 0.1 });
    await h.core.until(() => job.steps.filter((step) => step === "note").length === 2, "two notes");
    await first.stop();
    expect(job.releases).toEqual([1]);
    expect(job.restarts).toBe(0);
    const notes = job.steps.filter((step) => step === "note").length;
    await h.runner({ pace: 0.002 });
    await done(job);
    expect(job.steps.filter((step) => step === "note")).toHaveLength(18);
    expect(notes).toBeLessThan(18);
    expect(job.steps.filter((step) => step === "searched")).toHaveLength(1);
    expect(await h.books()).toHaveLength(1);
  });

  it("does not stop inside a commit window: the order is placed and told", async () => {
    const job = h.core.add({ text: "mug", shops: ["uncancelable.shop.test"] });
    const runner = await h.runner({ pace: 1 });
    await h.core.until(() => job.attempts.length === 1, "the attempt");
    await runner.stop();
    expect(job.end).toEqual({ kind: "completed" });
    expect(job.releases).toEqual([]);
    expect(await h.books()).toHaveLength(1);
  });

  it("claims nothing more, and stopping twice is as stopping once", async () => {
    const runner = await h.runner();
    await h.core.until(() => h.callsOf("ClaimWork").length === 1, "the first ask");
    await Promise.all([runner.stop(), runner.stop()]);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await runner.stop();
    expect(job.epoch).toBe(0);
    expect(h.callsOf("ClaimWork")).toHaveLength(1);
  });

  it("goes within its time when core does not answer; the lease does the rest", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    const runner = await h.runner({ pace: 1 });
    await h.core.until(() => job.steps.includes("item_selected"), "an item");
    h.core.settings.leaseMs = 60_000;
    h.fault = (method) => (method === "ReleaseClaim" ? "hang" : undefined);
    const start = Date.now();
    await runner.stop();
    expect(Date.now() - start).toBeLessThan(9_500);
    expect(job.end).toBeUndefined();
  });

  it("drains on core's own signal too", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    await h.runner({ pace: 1 });
    await h.core.until(() => job.steps.includes("item_selected"), "an item");
    const lent = h.core.claimOf(job);
    if (lent === undefined) throw new Error("not lent");
    h.core.push(5, lent);
    await h.core.until(() => job.releases.length === 1, "the release");
    expect(job.releases).toEqual([1]);
  });
});

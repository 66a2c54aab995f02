import { serviceError } from "@openintents/process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "./fake-core.ts";
import { type Harness, startHarness, startShop } from "./harness.ts";

/** Everything that carries a report number. */
const NUMBERED = ["ReportSteps", "SaveCheckpoint", "RequestInput", "BeginPurchase", "ResolvePurchase", "FailWork"];

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

function reports(): { method: string; number: number; bytes: string }[] {
  return h.calls
    .filter((call) => NUMBERED.includes(call.method))
    .map(({ method, ref, bytes }) => ({ method, number: ref?.reportNo ?? -1, bytes }));
}

describe("report numbers", () => {
  it("count from 1 without gaps, and start anew with each claim", async () => {
    const job = h.core.add({ text: "mug", shops: ["size.shop.test"] });
    await h.runner();
    await h.core.until(() => job.questions.length === 1, "the question");
    const asked = reports().length;
    expect(reports().map((one) => one.number)).toEqual(Array.from({ length: asked }, (_, index) => index + 1));
    await h.core.answer(job, "S");
    await done(job);
    const resumed = reports().slice(asked);
    expect(resumed.map((one) => one.number)).toEqual(Array.from({ length: resumed.length }, (_, index) => index + 1));
  });

  it.each(NUMBERED.filter((method) => method !== "FailWork"))(
    "%s: sends the same bytes again when the reply was lost, and goes on",
    async (method) => {
      h.fault = (called, nth) => (called === method && nth === 1 ? "lose" : undefined);
      const job = h.core.add({ text: "mug", shops: ["size.shop.test"] });
      await h.runner();
      await h.core.until(() => job.questions.length === 1, "the question");
      await h.core.answer(job, "L");
      await done(job);
      await h.core.until(() => h.callsOf(method).length >= 2, "the repeat");
      expect(job.end).toEqual({ kind: "completed" });
      expect(job.questions).toHaveLength(1);
      expect(job.attempts).toHaveLength(1);
      const [first, second] = h.callsOf(method);
      expect(second?.bytes).toBe(first?.bytes);
      expect(await h.books()).toHaveLength(1);
    },
  );

  it("sends again what never arrived", async () => {
    h.fault = (called, nth) => (called === "ReportSteps" && nth === 2 ? "drop" : undefined);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(job);
    const [, second, third] = h.callsOf("ReportSteps");
    expect(third?.bytes).toBe(second?.bytes);
    expect(job.steps).toEqual(["shop_opened", "searched", "item_selected", "cart_updated", "priced"]);
  });

  it("does not use up the number of a report that core refused", async () => {
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    job.policy = () => serviceError("over_cap", "too much", { details: { total: 2000 } });
    await h.runner();
    await done(job);
    const [refused] = h.callsOf("BeginPurchase");
    const [failed] = h.callsOf("FailWork");
    expect(failed?.ref?.reportNo).toBe(refused?.ref?.reportNo);
  });

  it("has one report in flight at a time", async () => {
    let inFlight = 0;
    let most = 0;
    h.fault = (called) => {
      if (!NUMBERED.includes(called)) return undefined;
      inFlight += 1;
      most = Math.max(most, inFlight);
      setImmediate(() => {
        inFlight -= 1;
      });
      return undefined;
    };
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner({ pace: 0 });
    await done(job);
    expect(most).toBe(1);
  });
});

describe("claiming", () => {
  it("repeats a lost claim call under the same request ID and loses no work", async () => {
    h.fault = (called, nth) => (called === "ClaimWork" && nth <= 2 ? "lose" : undefined);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(job);
    const [first, second, third] = h.callsOf("ClaimWork");
    expect(second?.bytes).toBe(first?.bytes);
    expect(third?.bytes).toBe(first?.bytes);
    expect(job.epoch).toBe(1);
    expect(await h.books()).toHaveLength(1);
  });

  it("asks under a new request ID after each answer and never holds more than its slots", async () => {
    const jobs = Array.from({ length: 7 }, () => h.core.add({ text: "mug", shops: ["ok.shop.test"] }));
    let most = 0;
    h.fault = () => {
      most = Math.max(most, [...h.core.lent.values()].filter((one) => one.ended === undefined).length);
      return undefined;
    };
    await h.runner({ slots: 2 });
    await Promise.all(jobs.map(done));
    expect(most).toBe(2);
    const ids = h.callsOf("ClaimWork").map((call) => call.request.requestId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await h.books()).toHaveLength(7);
  });

  it("waits for core to come up, and registers again when core does not know it any more", async () => {
    h.fault = (called, nth) => (called === "Register" && nth <= 2 ? "drop" : undefined);
    h.refuse = (called, nth) =>
      called === "ClaimWork" && nth === 1 ? serviceError("resource_not_found", "unknown runner") : undefined;
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(job);
    expect(h.callsOf("Register")).toHaveLength(4);
  });
});

describe("the end of a claim", () => {
  it("stops quietly when the intent is cancelled, by signal", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    await h.runner({ pace: 0.01 });
    await h.core.until(() => job.steps.includes("note"), "a note");
    h.core.cancel(job);
    const said = reports().length;
    const next = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await done(next);
    const more = h.calls.filter((call) => call.ref?.claimId === h.core.claimOf(job)?.claim.ref?.claimId);
    expect(more.filter((call) => NUMBERED.includes(call.method)).length).toBeLessThanOrEqual(said + 1);
    expect(job.end).toBeUndefined();
    expect(await h.books()).toHaveLength(1);
  });

  it("stops when the heartbeat's reply says that the claim is over", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    await h.runner({ pace: 1 });
    await h.core.until(() => job.steps.includes("item_selected"), "an item");
    const lent = h.core.claimOf(job);
    if (lent === undefined) throw new Error("not lent");
    h.core.endClaim(lent, "claim_cancelled");
    const beats = h.callsOf("Heartbeat").length;
    await h.core.until(() => h.callsOf("Heartbeat").length > beats, "a heartbeat");
    await expect.poll(runningClaims).toBe(0);
    expect(job.end).toBeUndefined();
  });

  it("gives the claim back on a signal that must be understood and is not", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    await h.runner({ pace: 1 });
    await h.core.until(() => job.steps.includes("item_selected"), "an item");
    const lent = h.core.claimOf(job);
    if (lent === undefined) throw new Error("not lent");
    h.core.push(99 as never, lent, true);
    await h.core.until(() => job.releases.length === 1, "the release");
    expect(job.releases).toEqual([2]);
  });
});

/** The runner's own count of the claims that it carries. */
async function runningClaims(): Promise<number> {
  const text = await h.metrics.registry.metrics();
  return [...text.matchAll(/^runner_held_claims\{[^}]*\} (\d+)$/gm)].reduce((sum, match) => sum + Number(match[1]), 0);
}

import { create } from "@bufbuild/protobuf";
import { serviceError } from "@openintents/process";
import {
  FailureCode,
  InputKind,
  IntentResultSchema,
  OutcomeBasis,
  PurchaseOutcome,
  type Step,
} from "@openintents/proto";
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

const done = (job: Job): Promise<void> => h.core.until(() => job.end !== undefined, `${job.init.text} ends`);

describe("simulated shops", () => {
  it("ok: reports each step, buys once with the reference, and completes", async () => {
    const understanding = create(IntentResultSchema, { effective: { intents: [{ target: "a blue mug" }] } });
    const job = h.core.add({ text: "get me that mug", shops: ["ok.shop.test"], maxAmount: 6000, understanding });
    await h.runner();
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    const shopping = ["searched", "item_selected", "cart_updated", "priced"];
    expect(job.steps).toEqual(["shop_opened", ...shopping]);
    const args = h.callsOf("ReportSteps").flatMap((call) => (call.request as { steps: Step[] }).steps);
    expect(args.map((step) => step.args.case)).toEqual(["shopData", "search", "item", "price", "price"]);
    expect(job.resolutions).toEqual([
      { outcome: PurchaseOutcome.PLACED, basis: OutcomeBasis.SHOP_ANSWER, strong: false, failure: 0 },
    ]);
    const [attempt] = job.attempts;
    expect(await h.books()).toEqual([
      expect.objectContaining({ host: "ok.shop.test", total: 1905, customer_reference: attempt?.orderReference }),
    ]);
    expect((await h.orders("ok.shop.test"))[0]?.items).toEqual([
      { name: "a blue mug", variant: "", quantity: 1, amount: 1500 },
    ]);
    expect(job.quote).toMatchObject({ total: 1905, observedTotal: { amount: 1905 } });
    expect(await h.metrics.registry.metrics()).toMatch(/attempts_total\{outcome="placed",basis="shop_answer"[^}]*\} 1/);
  });

  it("takes the host from the text, item and delivery time from the context, and is ok without any host", async () => {
    const first = h.core.add({ text: "A mug from ok.shop.test please", shops: [] });
    const second = h.core.add({
      text: "Please order a teapot.",
      shops: [],
      context: { test_item: "Kettle", test_starts_at: "2027-01-02T10:00:00Z" },
    });
    const third = h.core.add({ text: "Buy me a red scarf from ok.shop.test", shops: [] });
    await h.runner();
    await Promise.all([done(first), done(second), done(third)]);
    const orders = (await h.orders("ok.shop.test")).flatMap((order) => order.items.map((item) => item.name));
    expect(orders.sort()).toEqual(["A mug please", "Kettle", "red scarf"]);
    expect(second.attempts[0]?.quote?.fulfillment?.startsAt?.seconds).toBe(BigInt(Date.UTC(2027, 0, 2, 10) / 1000));
  });

  it.each(["nosuch.shop.test", "shop.example"])("does not support %s", async (host) => {
    const job = h.core.add({ text: "mug", shops: [host] });
    await h.runner();
    await done(job);
    expect(job.end).toMatchObject({ kind: "failed", code: FailureCode.SHOP_NOT_SUPPORTED });
  });

  it("slow: makes eighteen notes before it buys", async () => {
    const job = h.core.add({ text: "mug", shops: ["slow.shop.test"] });
    await h.runner({ pace: 0.002 });
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    expect(job.steps.filter((step) => step === "note")).toHaveLength(18);
  });

  it("stock: fails as out of stock without beginning a purchase", async () => {
    const job = h.core.add({ text: "mug", shops: ["stock.shop.test"] });
    await h.runner();
    await done(job);
    expect(job.end).toMatchObject({ kind: "failed", code: FailureCode.OUT_OF_STOCK });
    expect(job.attempts).toEqual([]);
  });

  it("size: asks, keeps its place sealed, and orders the size that was answered", async () => {
    const job = h.core.add({ text: "mug", shops: ["size.shop.test"] });
    await h.runner();
    await h.core.until(() => job.questions.length === 1, "the question");
    expect(job.questions[0]).toMatchObject({ kind: InputKind.CHOICE, name: "size", promptKey: "choose_size" });
    expect(job.questions[0]?.options.map((option) => option.id)).toEqual(["S", "M", "L"]);
    expect(Buffer.from(job.checkpoint?.ciphertext ?? []).includes("size.shop.test")).toBe(false);
    await h.core.answer(job, "M");
    await done(job);
    expect(job.questions).toHaveLength(1);
    expect((await h.orders("size.shop.test"))[0]?.items[0]).toMatchObject({ variant: "M" });
    expect(job.steps.filter((step) => step === "searched")).toHaveLength(1);
  });

  it("approve: asks for approval of the exact order and places that order", async () => {
    const job = h.core.add({ text: "mug", shops: ["approve.shop.test"], maxAmount: 6000 });
    await h.runner();
    await h.core.until(() => job.questions.length === 1, "the question");
    expect(job.questions[0]).toMatchObject({ kind: InputKind.APPROVAL, name: "approve_order", quote: { total: 1905 } });
    await h.core.answer(job, "approve");
    await done(job);
    expect(job.questions).toHaveLength(1);
    expect(job.attempts[0]?.quote?.digest).toEqual(job.approvedDigest);
    expect(await h.books()).toHaveLength(1);
  });

  it("fails over the cap when core would not even ask for an approval", async () => {
    const job = h.core.add({ text: "mug", shops: ["approve.shop.test"], maxAmount: 1999 });
    h.refuse = (method) =>
      method === "RequestInput" ? serviceError("over_cap", "too much", { details: { total: 2000 } }) : undefined;
    await h.runner();
    await done(job);
    expect(job.end).toMatchObject({ kind: "failed", code: FailureCode.OVER_MAX_AMOUNT, details: { total: 2000 } });
    expect(job.attempts).toEqual([]);
  });

  it("asks for approval when core wants one, and begins again once it is given", async () => {
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    job.policy = (_quote, { approvedDigest }) =>
      approvedDigest.length > 0 ? undefined : serviceError("needs_approval", "no cap");
    await h.runner();
    await h.core.until(() => job.questions.length === 1, "the question");
    expect(await h.books()).toEqual([]);
    await h.core.answer(job, "approve");
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    expect(await h.books()).toHaveLength(1);
  });

  it.each<[string, Record<string, string | number>, FailureCode]>([
    ["over_cap", { total: 2000 }, FailureCode.OVER_MAX_AMOUNT],
    ["prohibited", { constraint: "no glass" }, FailureCode.PROHIBITED_ITEM],
    ["shop_not_allowed", {}, FailureCode.SHOP_UNTRUSTED],
    ["needs_funds", {}, FailureCode.PAYMENT_DECLINED],
    ["quote_invalid", {}, FailureCode.INTERNAL_ERROR],
  ])("ends when core refuses the purchase: %s", async (reason, details, code) => {
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    job.policy = () => serviceError(reason, "refused", { details });
    await h.runner();
    await done(job);
    expect(job.end).toMatchObject({ kind: "failed", code });
    if (job.end?.kind === "failed") expect(job.end.details ?? {}).toMatchObject(details);
    expect(await h.books()).toEqual([]);
    expect(job.steps.filter((step) => step === "priced")).toHaveLength(reason === "quote_invalid" ? 2 : 1);
  });

  it("hands the work back when the intent changed meanwhile, and buys under the new revision", async () => {
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    job.policy = (_quote, { releases }) => (releases.length > 0 ? undefined : serviceError("stale_intent", "changed"));
    await h.runner();
    await done(job);
    expect(job.releases).toHaveLength(1);
    expect(await h.books()).toHaveLength(1);
  });

  it("crash: is taken up again after its lease and buys once", async () => {
    h.core.settings.leaseMs = 1_000;
    h.core.settings.fenceMs = 200;
    const job = h.core.add({ text: "mug", shops: ["crash.shop.test"] });
    await h.runner();
    await done(job);
    expect(job.restarts).toBe(1);
    expect(job.end).toEqual({ kind: "completed" });
    expect(await h.books()).toHaveLength(1);
  });

  it("crash-placing: finds its order by reference and buys nothing more", async () => {
    h.core.settings.leaseMs = 1_000;
    h.core.settings.fenceMs = 200;
    const job = h.core.add({ text: "mug", shops: ["crash-placing.shop.test"] });
    await h.runner();
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    expect(job.resolutions).toEqual([
      { outcome: PurchaseOutcome.PLACED, basis: OutcomeBasis.ORDER_LOOKUP, strong: false, failure: 0 },
    ]);
    expect(await h.books()).toHaveLength(1);
  });

  it("unknown: cannot tell until ten seconds after it began, then finds the order", async () => {
    const job = h.core.add({ text: "mug", shops: ["unknown.shop.test"] });
    await h.runner();
    await h.core.until(() => job.resolutions.length === 1, "the outcome is unknown");
    h.core.enqueue(job, 2);
    await h.core.until(() => job.resolutions.length === 2, "a look-up found nothing");
    job.begunShiftMs = -11_000;
    h.core.enqueue(job, 2);
    await done(job);
    const { UNKNOWN, PLACED } = PurchaseOutcome;
    expect(job.resolutions.map((one) => one.outcome)).toEqual([UNKNOWN, UNKNOWN, PLACED]);
    expect(await h.books()).toHaveLength(1);
  });

  it("uncancelable: stays between beginning and ordering, renewing its lease, then buys", async () => {
    h.core.settings.leaseMs = 900;
    const job = h.core.add({ text: "mug", shops: ["uncancelable.shop.test"] });
    await h.runner({ pace: 0.1 });
    await h.core.until(() => job.attempts.length === 1, "the attempt");
    expect(await h.books()).toEqual([]);
    await done(job);
    expect(job.restarts).toBe(0);
    expect(await h.books()).toHaveLength(1);
  });
});

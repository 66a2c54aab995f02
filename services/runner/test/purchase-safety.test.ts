import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { serviceError } from "@openintents/process";
import { AttemptState, OutcomeBasis, PurchaseOutcome, WorkKind } from "@openintents/proto";
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
const { PLACED, NOT_PLACED, UNKNOWN } = PurchaseOutcome;

/** Passes calls on to the shop and loses the answers that `lose` picks. */
async function lossyShop(lose: (method: string, nth: number) => boolean) {
  const posts: string[] = [];
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "GET", url = "/", headers } = incoming;
      if (method === "POST") posts.push(url);
      count += 1;
      const nth = count;
      const forward = httpRequest(shop.url + url, { method, headers }, (answer) => {
        if (lose(method, nth)) {
          answer.resume();
          incoming.socket.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 500, { "content-type": "application/json" });
        answer.pipe(outgoing);
      });
      forward.end(Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

describe("the commit window", () => {
  it("is never dispatched after: the runner says that nothing left, and begins a new attempt", async () => {
    h.core.commitMs = 150;
    const job = h.core.add({ text: "mug", shops: ["uncancelable.shop.test"] });
    await h.runner({ pace: 0.02 });
    await h.core.until(() => job.resolutions.length === 1, "the first attempt is settled");
    expect(job.resolutions[0]).toMatchObject({ outcome: NOT_PLACED, basis: OutcomeBasis.NOT_DISPATCHED });
    expect(await h.books()).toEqual([]);
    h.core.commitMs = 30_000;
    await done(job);
    expect(job.end).toEqual({ kind: "completed" });
    expect(await h.books()).toHaveLength(1);
  });

  it("counts from when the purchase was first asked for, however late the reply came", async () => {
    h.core.commitMs = 400;
    h.fault = (method, nth) => (method === "BeginPurchase" && nth <= 4 ? "lose" : undefined);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(job);
    expect(job.resolutions[0]).toMatchObject({ outcome: NOT_PLACED, basis: OutcomeBasis.NOT_DISPATCHED });
    expect(await h.books()).toHaveLength(1);
  });
});

describe("the self-fence", { timeout: 20_000 }, () => {
  it("keeps an order from leaving once heartbeats are not acknowledged, and the order is looked up", async () => {
    h.core.settings.leaseMs = 900;
    h.core.settings.fenceMs = 300;
    h.core.settings.heartbeatMs = 200;
    const job = h.core.add({ text: "mug", shops: ["uncancelable.shop.test"] });
    let silent = true;
    h.fault = (method) => (silent && method === "Heartbeat" && job.attempts.length > 0 ? "drop" : undefined);
    // An attempt looked up long after it began needs no wait for its commit window.
    job.begunShiftMs = -60_000;
    await h.runner({ pace: 0.1 });
    await h.core.until(() => job.restarts === 1, "the lease is lost");
    silent = false;
    expect(await h.books()).toEqual([]);
    await h.core.until(() => job.resolutions.length === 1, "the look-up");
    expect(job.resolutions[0]).toEqual({
      outcome: NOT_PLACED,
      basis: OutcomeBasis.ORDER_LOOKUP,
      strong: true,
      failure: 0,
    });
    await done(job);
    expect(job.attempts.map((one) => one.state)).toEqual([AttemptState.NOT_PLACED, AttemptState.PLACED]);
    expect(await h.books()).toHaveLength(1);
  });

  it("gives nothing up while reports alone fail: heartbeats keep the claim, reports are sent until they arrive", async () => {
    h.core.settings.leaseMs = 600;
    h.core.settings.fenceMs = 150;
    h.core.settings.heartbeatMs = 100;
    h.fault = (method, nth) => (method === "ReportSteps" && nth > 1 && nth < 6 ? "drop" : undefined);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(job);
    expect(job.restarts).toBe(0);
    expect(await h.books()).toHaveLength(1);
  });
});

describe("an order whose answer was lost", () => {
  it("is never placed again: its outcome is unknown, and the look-up finds it", async () => {
    const lossy = await lossyShop((method) => method === "POST");
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner({ shopUrl: lossy.url });
    await h.core.until(() => job.resolutions.length === 1, "the outcome is unknown");
    expect(job.resolutions[0]?.outcome).toBe(UNKNOWN);
    h.core.enqueue(job, WorkKind.RECONCILE);
    await done(job);
    expect(job.resolutions[1]).toMatchObject({ outcome: PLACED, basis: OutcomeBasis.ORDER_LOOKUP });
    expect(lossy.posts).toEqual(["/orders"]);
    expect(await h.books()).toHaveLength(1);
    await lossy.close();
  });

  it("stays unknown while the shop cannot be read", async () => {
    const lossy = await lossyShop((method, nth) => method === "POST" || nth > 4);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner({ shopUrl: lossy.url });
    await h.core.until(() => job.resolutions.length === 1, "the outcome is unknown");
    h.core.enqueue(job, WorkKind.RECONCILE);
    await h.core.until(() => job.resolutions.length === 2, "the look-up");
    expect(job.resolutions[1]?.outcome).toBe(UNKNOWN);
    await lossy.close();
  });
});

describe("a look-up", () => {
  it("does not take another intent's order for its own", async () => {
    const other = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    const runner = await h.runner();
    await done(other);
    await runner.stop();
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    job.begunShiftMs = -60_000;
    job.attempts.push({
      id: "att_1",
      state: AttemptState.COMMITTING,
      orderReference: "REFOFNOORDER",
      quote: other.attempts[0]?.quote ?? never(),
    });
    job.begunAt.push(Date.now());
    h.core.withdraw(job);
    h.core.enqueue(job, WorkKind.RECONCILE);
    await h.runner();
    await done(job);
    expect(job.resolutions[0]).toMatchObject({ outcome: NOT_PLACED, strong: true });
    expect(await h.books()).toHaveLength(2);
  });
});

describe("proven absence", () => {
  it("that core does not accept is told as unknown", async () => {
    const other = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    await h.runner();
    await done(other);
    const job = h.core.add({ text: "mug", shops: ["ok.shop.test"] });
    h.core.withdraw(job);
    job.begunShiftMs = -60_000;
    const quote = other.attempts[0]?.quote ?? never();
    job.attempts.push({ id: "att_1", state: AttemptState.COMMITTING, orderReference: "REFOFNOORDER", quote });
    job.begunAt.push(Date.now());
    let refused = 0;
    h.refuse = (method) => {
      if (method !== "ResolvePurchase" || refused > 0) return undefined;
      refused += 1;
      return serviceError("parameter_invalid", "too early", { param: "basis" });
    };
    h.core.enqueue(job, WorkKind.RECONCILE);
    await h.core.until(() => job.resolutions.length === 1, "the look-up");
    expect(job.resolutions[0]?.outcome).toBe(UNKNOWN);
  });
});

function never(): never {
  throw new Error("there is no quote");
}

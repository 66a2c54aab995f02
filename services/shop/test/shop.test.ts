import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, createMetrics, manualClock, Readiness } from "@openintents/process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../src/index.ts";
import { type ShopProcess, startShopProcess } from "./shop-process.ts";

const order = {
  host: "ok.shop.test",
  items: [{ name: "Mug", quantity: 1, amount: 1500 }],
  total: 1905,
  currency: "usd",
  customer_reference: "R1",
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function get(url: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url);
  return { status: answer.status, body: await answer.json() };
}

async function place(url: string, change: object = {}): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${url}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...order, ...change }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe("the shop's API", () => {
  const clock = manualClock(Date.UTC(2026, 10, 30, 16, 30));
  let shop: Shop;

  beforeEach(async () => {
    const logger = createLogger({ service: "shop", level: "silent" });
    const deps = { logger, metrics: createMetrics({ service: "shop" }), readiness: new Readiness(), clock };
    shop = createShop({ host: "127.0.0.1", port: 0, dataDir }, deps);
    await shop.start();
  });
  afterEach(() => shop.stop());

  it("quotes 1905 with delivery in two days from 09:00 to 11:00 UTC", async () => {
    const { body } = await get(`${shop.url}/quote?host=ok.shop.test&item=Blue%20mug&currency=eur`);
    expect(body).toMatchObject({
      host: "ok.shop.test",
      in_stock: true,
      items: [{ name: "Blue mug", quantity: 1, amount: 1500 }],
      subtotal: 1500,
      shipping: 200,
      tax: 205,
      total: 1905,
      currency: "eur",
      fulfillment: { kind: "delivery", starts_at: "2026-12-02T09:00:00.000Z", ends_at: "2026-12-02T11:00:00.000Z" },
    });
  });

  it("quotes another start and a variant when asked for", async () => {
    const query = "host=size.shop.test&item=Shirt&variant=M&starts_at=2026-12-05T12:00:00Z";
    expect((await get(`${shop.url}/quote?${query}`)).body).toMatchObject({
      items: [{ name: "Shirt", variant: "M" }],
      fulfillment: { starts_at: "2026-12-05T12:00:00.000Z", ends_at: "2026-12-05T14:00:00.000Z" },
    });
  });

  it("has nothing in stock at stock.shop.test and does not sell it", async () => {
    expect((await get(`${shop.url}/quote?host=stock.shop.test&item=Mug`)).body).toMatchObject({ in_stock: false });
    expect(await place(shop.url, { host: "stock.shop.test" })).toMatchObject({
      status: 409,
      body: { error: { code: "out_of_stock" } },
    });
    expect((await get(`${shop.url}/books`)).body).toEqual([]);
  });

  it("sells twice when asked twice", async () => {
    const first = await place(shop.url);
    const second = await place(shop.url);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.order).not.toBe(second.body.order);
    const entry = {
      host: "ok.shop.test",
      total: 1905,
      placed_at: "2026-11-30T16:30:00.000Z",
      customer_reference: "R1",
    };
    expect((await get(`${shop.url}/books`)).body).toEqual([
      { order: first.body.order, ...entry },
      { order: second.body.order, ...entry },
    ]);
  });

  it("finds orders of a host by reference and by time", async () => {
    await place(shop.url);
    await place(shop.url, { customer_reference: "R2" });
    await place(shop.url, { host: "size.shop.test", customer_reference: "R3" });
    const found = async (query: string): Promise<unknown[]> => {
      const { body } = await get(`${shop.url}/orders?${query}`);
      return (body as { orders: { customer_reference: string }[] }).orders.map((one) => one.customer_reference);
    };
    expect(await found("host=ok.shop.test")).toEqual(["R1", "R2"]);
    expect(await found("host=ok.shop.test&customer_reference=R2")).toEqual(["R2"]);
    expect(await found("host=ok.shop.test&customer_reference=R3")).toEqual([]);
    expect(await found("host=ok.shop.test&from=2026-11-30T16:30:00.000Z")).toEqual(["R1", "R2"]);
    expect(await found("host=ok.shop.test&to=2026-11-30T16:29:59.999Z")).toEqual([]);
    expect(await found("host=none.shop.test")).toEqual([]);
  });

  it.each<[string, string, number, string]>([
    ["a host that is not its own", "/quote?host=ok.shop.example&item=Mug", 404, "unknown_host"],
    ["no host", "/quote?item=Mug", 400, "invalid_request"],
    ["a time that is none", "/quote?host=ok.shop.test&item=Mug&starts_at=soon", 400, "invalid_request"],
    ["a filter it does not know", "/orders?host=ok.shop.test&reference=R1", 400, "invalid_request"],
    ["a page it does not have", "/orders/1", 404, "not_found"],
  ])("refuses %s", async (_what, path, status, code) => {
    expect(await get(shop.url + path)).toMatchObject({ status, body: { error: { code } } });
  });

  it("refuses orders that are malformed or at another price, and writes nothing", async () => {
    expect(await place(shop.url, { total: 1904 })).toMatchObject({
      status: 409,
      body: { error: { code: "price_changed" } },
    });
    expect((await place(shop.url, { items: [] })).status).toBe(400);
    expect((await place(shop.url, { currency: "USD" })).status).toBe(400);
    expect((await place(shop.url, { host: "shop.test" })).status).toBe(404);
    expect((await get(`${shop.url}/books`)).body).toEqual([]);
  });

  it("keeps every order of a crowd, each under its own number", async () => {
    const placed = await Promise.all(
      Array.from({ length: 60 }, (_, index) => place(shop.url, { customer_reference: `C${index}` })),
    );
    expect(new Set(placed.map((one) => one.body.order)).size).toBe(60);
    const lines = (await readFile(join(dataDir, "shop", "books.jsonl"), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(60);
  });

  it("answers health and stops twice without harm", async () => {
    expect(await get(`${shop.url}/healthz`)).toEqual({ status: 200, body: { status: "ok" } });
    await shop.stop();
    await shop.stop();
  });
});

describe("the shop as a process", () => {
  const running: ShopProcess[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.kill("SIGKILL");
  });

  async function start(): Promise<ShopProcess> {
    const one = await startShopProcess(dataDir);
    running.push(one);
    return one;
  }

  it("keeps answered orders across kill -9, tolerates a torn last line, and goes on numbering", async () => {
    const first = await start();
    const placed = [(await place(first.url)).body.order, (await place(first.url)).body.order];
    await first.kill("SIGKILL");
    await appendFile(join(dataDir, "shop", "books.jsonl"), '{"order":"SO-000003","host":"ok.sh');

    const second = await start();
    const third = (await place(second.url)).body.order;
    await second.kill("SIGKILL");
    const last = await start();
    const { body } = await get(`${last.url}/books`);
    expect((body as { order: string }[]).map((one) => one.order)).toEqual([...placed, third]);
    expect(placed).not.toContain(third);
  });

  it("ends with 0 on SIGTERM", async () => {
    const shop = await start();
    await place(shop.url);
    expect(await shop.kill("SIGTERM")).toBe(0);
  });

  it("does not start on books that are damaged inside", async () => {
    const shop = await start();
    await place(shop.url);
    await place(shop.url);
    await shop.kill("SIGTERM");
    const path = join(dataDir, "shop", "books.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace('{"order"', '"order"'));
    await expect(startShopProcess(dataDir)).rejects.toThrow("the shop ended before it opened");
  });
});

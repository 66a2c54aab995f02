// Runners that freeze or die between the begin of a purchase and its outcome. Afterwards the
// shop's books say what was bought.
import { openSchema } from "@openintents/all";
import { createAdmin } from "@openintents/core";
import type { Database } from "@openintents/postgres";
import { systemClock } from "@openintents/process";
import { testLogger } from "@openintents/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { books, type IntentJson, ordersOf, type RestClient, restClient } from "./client.ts";
import { askPrice, HandRunner, placeOrder } from "./hand-runner.ts";
import { type System, startSystem } from "./system.ts";

/** What core gives an order to leave the runner, in ms. */
const COMMIT_MS = 30_000;
const POOL = {
  name: "simulator",
  mode: "test" as const,
  drivers: ["simulator"],
  hosts: ["*.shop.test"],
  mayOpenSecrets: true,
  heartbeatMs: 1_000,
  lookupGapMs: 1_000,
};

let system: System;
let client: RestClient;
let core: Database;

beforeAll(async () => {
  system = await startSystem("a process a service");
  client = restClient(system);
  core = openSchema(system.databaseUrl ?? "", "core", { logger: testLogger, max: 1 });
}, 120_000);
afterAll(async () => {
  await core?.close();
  await system?.close();
}, 60_000);

const createAt = async (host: string): Promise<IntentJson> =>
  (await client.create({ intent: "a mug", shops: [host], max_amount: 2500 })).body;
const untilPlacing = (id: string) =>
  expect.poll(async () => (await client.get(id)).phase, { timeout: 20_000 }).toBe("placing");
const typesOf = async (id: string) => (await client.events(id)).map((event) => event.type);
/** References of the attempts of an intent, in their order. */
const references = async (id: string) =>
  (await client.events(id))
    .filter((event) => event.type === "placing_order")
    .map((event) => String(event.data?.reference));

test("a lost order is looked up, found or proven absent, and never placed twice", async () => {
  const runner = system.processes?.runner;
  expect(await runner?.stop()).toBe(0);
  const hand = await HandRunner.start(system.grpc, system.credentials.runner_key);
  const quote = await askPrice(system.shop, "ok.shop.test");

  // One runner dies after the order left, one before; a third is killed while it waits to place.
  const ordered = await createAt("ok.shop.test");
  const taken = await hand.take(ordered.id);
  const { orderReference } = await taken.begin(1, quote);
  const order = await placeOrder(system.shop, quote, orderReference);
  const unordered = await createAt("ok.shop.test");
  await (await hand.take(unordered.id)).begin(1, quote);
  await hand.close();
  await runner?.start();
  const killed = await createAt("uncancelable.shop.test");
  await untilPlacing(killed.id);
  await runner?.kill();
  await runner?.start();

  for (const { id } of [ordered, unordered, killed]) {
    expect((await client.settled(id, 80)).status).toBe("completed");
    await expect.poll(() => typesOf(id)).toContain("completed");
    expect(await typesOf(id)).toContain("confirming_order");
  }
  const found = await client.get(ordered.id);
  expect(found.result?.confirmation).toBe(order);
  expect((await ordersOf(system, client, ordered.id)).map((entry) => entry.order)).toEqual([order]);
  for (const { id } of [unordered, killed]) {
    const [lost, again, ...more] = await references(id);
    expect(more).toEqual([]);
    expect(await typesOf(id)).toContain("order_not_placed");
    const bought = await ordersOf(system, client, id);
    expect(bought.map((entry) => entry.customer_reference)).toEqual([again]);
    expect((await books(system)).map((entry) => entry.customer_reference)).not.toContain(lost);
  }
}, 120_000);

test("a runner that wakes after the commit window, its lease still good, does not place that order", async () => {
  // A lease that outlives the window, so that the window alone stands between the runner and the shop.
  await createAdmin({ database: core, clock: systemClock }).createPool({ ...POOL, leaseMs: 120_000 });
  const runner = system.processes?.runner;
  await runner?.stop();
  await runner?.start();
  const { id } = await createAt("uncancelable.shop.test");
  await untilPlacing(id);
  const begunAt = Date.now();
  runner?.signal("SIGSTOP");
  await systemClock.sleep(COMMIT_MS + 500);
  expect(await client.get(id)).toMatchObject({ status: "running", phase: "placing", cancelable: false });
  expect(await ordersOf(system, client, id)).toEqual([]);
  runner?.signal("SIGCONT");

  expect((await client.settled(id, 40)).status).toBe("completed");
  await expect.poll(() => typesOf(id)).toContain("completed");
  const types = await typesOf(id);
  expect(types.filter((type) => ["placing_order", "order_not_placed", "retrying"].includes(type))).toEqual([
    "placing_order",
    "order_not_placed",
    "placing_order",
  ]);
  const [late, again] = await references(id);
  const bought = await ordersOf(system, client, id);
  expect(bought.map((entry) => entry.customer_reference)).toEqual([again]);
  expect(again).not.toBe(late);
  expect(Date.parse(bought[0]?.placed_at ?? "")).toBeGreaterThan(begunAt + COMMIT_MS);
}, 120_000);

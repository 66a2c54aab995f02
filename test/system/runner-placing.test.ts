// Runners that freeze or die between the begin of a purchase and its outcome. Afterwards the
// shop's books say what was bought.
import { openSchema } from "@openintents/all";
import { createAdmin } from "@openintents/core";
import type { Database } from "@openintents/postgres";
import { systemClock } from "@openintents/process";
import { testLogger } from "@openintents/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { books, type IntentJson, type RestClient, restClient } from "./client.ts";
import { askPrice, HandRunner, placeOrder } from "./hand-runner.ts";
import { outcomeOf } from "./outcome.ts";
import { runnerProcess } from "./runner-process.ts";
import { type System, startSystem } from "./system.ts";

/** What core gives an order to leave the runner, in ms. */
const COMMIT_MS = 30_000;
/** Within this, core knows of a new pool's runner and leaves its account's work to it. */
const POOL_KNOWN_MS = 2_500;

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

const createAt = async (host: string, by = client): Promise<IntentJson> =>
  (await by.create({ intent: "a mug", shops: [host], max_amount: 2500 })).body;
const untilPlacing = (id: string, by = client) =>
  expect.poll(async () => (await by.get(id)).phase, { timeout: 20_000 }).toBe("placing");

test.concurrent("a lost order is looked up, found or proven absent, and never placed twice", async () => {
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

  const [found, ...absent] = await Promise.all(
    [ordered, unordered, killed].map(({ id }) => outcomeOf(system, id, client, 80)),
  );
  expect(found?.intent).toMatchObject({ status: "completed", result: { confirmation: order } });
  expect(found?.types).toContain("confirming_order");
  expect(found?.orders.map((entry) => entry.order)).toEqual([order]);
  for (const { intent, types, references, orders } of absent) {
    expect(intent.status).toBe("completed");
    expect(types).toEqual(expect.arrayContaining(["confirming_order", "order_not_placed"]));
    expect(references).toHaveLength(2);
    expect(orders.map((entry) => entry.customer_reference)).toEqual([references[1]]);
  }
}, 120_000);

test.concurrent("a runner that wakes after the commit window, its lease still good, does not place that order", async () => {
  // A lease that outlives the window, so that the window alone stands between the runner and the shop. An
  // account of its own, whose work its pool gets first, keeps it apart from the other test.
  const admin = createAdmin({ database: core, clock: systemClock });
  const account = await admin.createAccount({ name: "Patient" });
  const rights = { mode: "test" as const, drivers: ["simulator"], hosts: ["*.shop.test"], accounts: [account.id] };
  await admin.createPool({ name: "patient", ...rights, leaseMs: 120_000 });
  const patient = restClient(system, account.testKey.secret);
  const { secret: runnerKey } = await admin.createRunnerKey({ pool: "patient" });
  const env = { SIMULATOR_PACE: "0.2" };
  const runner = await runnerProcess(system, { runnerKey, shopUrl: system.shop, env });
  await runner.start();
  await systemClock.sleep(POOL_KNOWN_MS);
  const { id } = await createAt("uncancelable.shop.test", patient);
  await untilPlacing(id, patient);
  const begunAt = Date.now();
  try {
    runner.signal("SIGSTOP");
    await systemClock.sleep(COMMIT_MS + 500);
    expect(await patient.get(id)).toMatchObject({ status: "running", phase: "placing", cancelable: false });
    runner.signal("SIGCONT");

    const { intent, types, references, orders } = await outcomeOf(system, id, patient, 40);
    expect(intent.status).toBe("completed");
    expect(types.filter((type) => ["placing_order", "order_not_placed", "retrying"].includes(type))).toEqual([
      "placing_order",
      "order_not_placed",
      "placing_order",
    ]);
    expect(orders.map((entry) => entry.customer_reference)).toEqual([references[1]]);
    expect(Date.parse(orders[0]?.placed_at ?? "")).toBeGreaterThan(begunAt + COMMIT_MS);
  } finally {
    // A stopped process would not hear that it is to end.
    runner.signal("SIGCONT");
    await runner.stop();
  }
}, 120_000);

test("the books hold one order for each of these intents, and no other", async () => {
  expect(await books(system)).toHaveLength(4);
});

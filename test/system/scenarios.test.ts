// The scenarios of test mode, end to end over sockets, in both ways to run the same code.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ordersOf, type RestClient, restClient } from "./client.ts";
import { type System, startSystem, WAYS } from "./system.ts";

describe.each(WAYS)("in %s", (way) => {
  let system: System;
  let client: RestClient;

  beforeAll(async () => {
    system = await startSystem(way);
    client = restClient(system);
  }, 120_000);
  afterAll(() => system?.close(), 60_000);

  const gapFree = async (id: string) => {
    const events = await client.events(id);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    return events.map((event) => event.type);
  };

  test("ok: a mug under the cap runs to a receipt, with one order in the books", async () => {
    const { status, body } = await client.create({ intent: "a mug from ok.shop.test", max_amount: 2500 }, {}, 30);
    expect(status).toBe(201);
    expect(body.status).toBe("completed");
    expect(body.result).toMatchObject({ total: 2000, fee: 95, currency: "usd", payments: [] });
    expect(body.purchase_state).toBe("placed");
    const types = await gapFree(body.id);
    expect(types.slice(0, 4)).toEqual(["created", "queued", "plan", "started"]);
    expect(types).toContain("placing_order");
    expect(types.at(-1)).toBe("completed");
    const orders = await ordersOf(system, client, body.id);
    expect(orders).toHaveLength(1);
    expect(orders[0]?.total).toBe(1905);
    expect(orders[0]?.order).toBe(body.result?.confirmation);
  });

  test("ok: a cap below the total fails as over_max_amount and buys nothing", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["ok.shop.test"], max_amount: 1999 }, {}, 30);
    expect(body.status).toBe("failed");
    expect(body.error).toMatchObject({ code: "over_max_amount", details: { total: 2000 } });
    expect(await ordersOf(system, client, body.id)).toEqual([]);
  });

  test("ok: without a cap the exact total is asked for, and the approval buys", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["ok.shop.test"] }, {}, 30);
    expect(body.status).toBe("requires_input");
    expect(body.input_request).toMatchObject({ kind: "approval", order: { quote: { total: 2000 } } });
    await client.request("POST", `/v1/intents/${body.id}/answer`, { value: "approve" });
    const done = await client.settled(body.id);
    expect(done.status).toBe("completed");
    expect(await ordersOf(system, client, body.id)).toHaveLength(1);
  });

  test("size: the question is answered over REST and the answer is ordered", async () => {
    const { body } = await client.create({ intent: "a shirt", shops: ["size.shop.test"], max_amount: 2500 }, {}, 30);
    expect(body.status).toBe("requires_input");
    expect(body.input_request?.options.map((option) => option.id.toUpperCase())).toEqual(["S", "M", "L"]);
    const answer = { value: body.input_request?.options[1]?.id, input_request: body.input_request?.id };
    const answered = await client.request(`POST`, `/v1/intents/${body.id}/answer?wait_seconds=30`, answer);
    expect(answered.status).toBe(200);
    expect(answered.body.status).toBe("completed");
    expect(await gapFree(body.id)).toEqual(expect.arrayContaining(["question_asked", "question_answered", "resumed"]));
    expect(await ordersOf(system, client, body.id)).toHaveLength(1);
  });

  test("approve: declining fails the intent and buys nothing", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["approve.shop.test"], max_amount: 2500 }, {}, 30);
    expect(body.input_request?.kind).toBe("approval");
    const { body: declined } = await client.request("POST", `/v1/intents/${body.id}/answer`, { decline: true });
    expect(declined).toMatchObject({ status: "failed", error: { code: "input_declined" } });
    expect(await ordersOf(system, client, body.id)).toEqual([]);
  });

  test("stock: fails as out_of_stock", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["stock.shop.test"], max_amount: 2500 }, {}, 30);
    expect(body).toMatchObject({ status: "failed", error: { code: "out_of_stock" }, purchase_state: "none" });
  });

  test("crash: the runner dies mid-way, and there is exactly one order", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["crash.shop.test"], max_amount: 2500 });
    await restartDeadRunner(system);
    const done = await client.settled(body.id, 90);
    expect(done.status).toBe("completed");
    expect(await gapFree(body.id)).toContain("retrying");
    expect(await ordersOf(system, client, body.id)).toHaveLength(1);
  }, 120_000);

  test("crash-placing: dies inside placing, recovers as completed without a second order", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["crash-placing.shop.test"], max_amount: 2500 });
    await restartDeadRunner(system);
    const done = await client.settled(body.id, 90);
    expect(done.status).toBe("completed");
    expect(await gapFree(body.id)).toContain("confirming_order");
    expect(await ordersOf(system, client, body.id)).toHaveLength(1);
  }, 120_000);

  test("unknown: fails as order_unconfirmed, then resolves as placed with its receipt", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["unknown.shop.test"], max_amount: 2500 });
    const failed = await client.settled(body.id, 60);
    expect(failed).toMatchObject({ status: "failed", error: { code: "order_unconfirmed" }, purchase_state: "unknown" });
    await expect.poll(async () => (await client.get(body.id)).purchase_state, { timeout: 40_000 }).toBe("placed");
    const resolved = await client.get(body.id);
    expect(resolved).toMatchObject({ status: "failed", result: { total: 2000 } });
    expect((await gapFree(body.id)).at(-1)).toBe("purchase_resolved");
    expect(await ordersOf(system, client, body.id)).toHaveLength(1);
  }, 120_000);

  test("uncancelable: cancelling while the order is being placed is refused", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["uncancelable.shop.test"], max_amount: 2500 });
    await expect.poll(async () => (await client.get(body.id)).phase, { timeout: 20_000 }).toBe("placing");
    const { status, body: error } = await client.request("POST", `/v1/intents/${body.id}/cancel`, {});
    expect(status).toBe(409);
    expect(error).toMatchObject({ error: { code: "intent_not_cancelable" } });
    expect((await client.settled(body.id, 60)).status).toBe("completed");
  }, 120_000);

  test("slow: reports progress and can be cancelled", async () => {
    const { body } = await client.create({ intent: "a mug", shops: ["slow.shop.test"], max_amount: 2500 });
    await expect
      .poll(async () => (await client.events(body.id)).map((event) => event.type), { timeout: 30_000 })
      .toContain("note");
    const { body: cancelled } = await client.request("POST", `/v1/intents/${body.id}/cancel`, { reason: "too slow" });
    expect(cancelled).toMatchObject({ status: "cancelled", cancellation: { by: "api", reason: "too slow" } });
    expect((await gapFree(body.id)).at(-1)).toBe("cancelled");
    expect(await ordersOf(system, client, body.id)).toEqual([]);
  }, 120_000);

  test("a replayed idempotency key answers the same intent as it is now", async () => {
    const headers = { "idempotency-key": `replay-${way}` };
    const first = await client.create({ intent: "a mug", max_amount: 2500 }, headers, 30);
    const again = await client.create({ max_amount: 2500, intent: "a mug" }, headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toMatchObject({ id: first.body.id, status: "completed" });
    expect(await ordersOf(system, client, first.body.id)).toHaveLength(1);
  });
});

/** Where the runner is its own process, the crashing scenarios kill it for real; somebody must start it again. */
async function restartDeadRunner(system: System): Promise<void> {
  const runner = system.processes?.runner;
  if (!runner) return;
  await expect.poll(() => runner.pid, { timeout: 30_000 }).toBeUndefined();
  await runner.start();
}

// Webhooks end to end, as a receiver sees them: every event of an intent, signed, in order, at
// least once, and to nobody who no longer wants them.
import { createHmac } from "node:crypto";
import { type Delivery, type WebhookReceiver, webhookReceiver } from "@openintents/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IntentJson, type Json, type RestClient, restClient } from "./client.ts";
import { type System, startSystem, WAYS } from "./system.ts";

type EventJson = Json & { id: string; type: string; sequence: number; previous: Json | null; data: IntentJson };
type Endpoint = { id: string; secret: string };

const eventOf = (delivery: Delivery) => JSON.parse(delivery.body) as EventJson;
const about = (id: string) => (delivery: Delivery) => eventOf(delivery).data.id === id;
const isEvent = (id: string, type: string) => (delivery: Delivery) =>
  about(id)(delivery) && eventOf(delivery).type === type;

/** Checks both signatures of a delivery and answers its event. */
function verified(delivery: Delivery, secret: string): EventJson {
  const headers = Object.fromEntries(Object.entries(delivery.headers).map(([name, value]) => [name, String(value)]));
  const event = new Webhook(secret).verify(delivery.body, headers) as EventJson;
  expect(() => new Webhook(secret).verify(`${delivery.body} `, headers)).toThrow();
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["openintents-signature"] ?? "") ?? [];
  expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${delivery.body}`).digest("hex"));
  expect(t).toBe(headers["webhook-timestamp"]);
  expect(Math.abs(delivery.at / 1000 - Number(t))).toBeLessThan(300);
  expect(delivery.method).toBe("POST");
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(event.id).toBe(headers["webhook-id"]);
  return event;
}

describe.each(WAYS)("in %s", (way) => {
  let system: System;
  let client: RestClient;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    system = await startSystem(way);
    client = restClient(system);
  }, 120_000);
  afterAll(async () => {
    await system?.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }, 60_000);

  async function receive(status?: (delivery: Delivery) => 200 | 500 | "hang"): Promise<WebhookReceiver> {
    const receiver = await webhookReceiver(status === undefined ? {} : { status });
    receivers.push(receiver);
    return receiver;
  }

  async function subscribe(receiver: WebhookReceiver, events: string[]): Promise<Endpoint> {
    const { status, body } = await client.request<Endpoint>("POST", "/v1/webhook_endpoints", {
      url: receiver.url,
      events,
    });
    expect(status).toBe(201);
    return body;
  }

  const buy = async (host: string, more: Json = {}) =>
    (await client.create({ intent: "a mug", shops: [host], max_amount: 2500, ...more })).body;

  test("an endpoint receives the whole story of an intent: signed, in order, each with the intent as it was", async () => {
    const receiver = await receive();
    const { secret } = await subscribe(receiver, ["intent.*"]);
    expect(secret).toMatch(/^whsec_/);
    const created = await buy("size.shop.test", { metadata: { order: "77" } });
    const asked = await client.settled(created.id);
    expect(asked.status).toBe("requires_input");
    await receiver.waitFor(isEvent(created.id, "intent.requires_input"));
    await client.request("POST", `/v1/intents/${created.id}/answer`, { value: "M" });
    await receiver.waitFor(isEvent(created.id, "intent.completed"), 30_000);
    const done = await client.get(created.id);

    const events = receiver.deliveries.filter(about(created.id)).map((delivery) => verified(delivery, secret));
    expect(events.map((event) => [event.type, event.previous])).toEqual([
      ["intent.created", null],
      ["intent.running", { status: "queued" }],
      ["intent.requires_input", { status: "running" }],
      ["intent.running", { status: "queued" }],
      ["intent.completed", { status: "running" }],
    ]);
    const sequences = events.map((event) => event.sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    for (const event of events) {
      expect(event).toMatchObject({ object: "event", test: true, account: system.credentials.account });
      expect(event.data.sequence).toBe(event.sequence);
      expect(Object.keys(event.data).sort()).toEqual(Object.keys(done).sort());
    }
    expect(events[0]?.data).toEqual(created);
    expect(events[2]?.data).toEqual(asked);
    expect(events[4]?.data).toEqual(done);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  }, 60_000);

  test("an answer of 500 is tried again after about 5 s as the same event, and holds nothing else up", async () => {
    const failed = new Set<string>();
    const receiver = await receive((delivery) => {
      const { type } = eventOf(delivery);
      if (type !== "intent.running" || failed.has(type)) return 200;
      failed.add(type);
      return 500;
    });
    const { secret } = await subscribe(receiver, ["intent.running", "intent.completed"]);
    const { id } = await buy("ok.shop.test");
    await receiver.waitFor(isEvent(id, "intent.completed"), 20_000);
    const running = isEvent(id, "intent.running");
    await expect.poll(() => receiver.deliveries.filter(running).length, { timeout: 20_000 }).toBe(2);
    const [first, again] = receiver.deliveries.filter(running);
    if (first === undefined || again === undefined) throw new Error("two deliveries arrived");
    expect(again.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(again.body).toBe(first.body);
    verified(first, secret);
    verified(again, secret);
    expect(again.at - first.at).toBeGreaterThanOrEqual(4_500);
    expect(again.at - first.at).toBeLessThan(15_000);
    expect(receiver.deliveries.map((delivery) => eventOf(delivery).type)).toEqual([
      "intent.running",
      "intent.completed",
      "intent.running",
    ]);
  }, 60_000);

  test("an intent's own webhook_url is signed with the account's secret", async () => {
    const receiver = await receive();
    const { id } = await buy("ok.shop.test", { webhook_url: `${receiver.url}orders?mine=1` });
    await receiver.waitFor(isEvent(id, "intent.completed"), 20_000);
    const events = receiver.deliveries.map((delivery) => verified(delivery, system.credentials.webhook_secret));
    expect(events.map((event) => event.type)).toEqual(["intent.created", "intent.running", "intent.completed"]);
    expect(receiver.deliveries.map((delivery) => delivery.path)).toEqual(events.map(() => "/orders?mine=1"));
    expect(events[2]?.data).toEqual(await client.get(id));
  }, 60_000);

  test("a deleted endpoint gets nothing more, not even what was to be tried again", async () => {
    const refusing = await receive(() => 500);
    const control = await receive((delivery) => (eventOf(delivery).type === "intent.created" ? 500 : 200));
    const endpoint = await subscribe(refusing, ["*"]);
    await subscribe(control, ["*"]);
    const before = await buy("ok.shop.test");
    await refusing.waitFor(isEvent(before.id, "intent.completed"), 20_000);
    const { status, body } = await client.request("DELETE", `/v1/webhook_endpoints/${endpoint.id}`);
    expect([status, body]).toEqual([200, { id: endpoint.id, object: "webhook_endpoint", deleted: true }]);
    expect((await client.request("GET", `/v1/webhook_endpoints/${endpoint.id}`)).status).toBe(404);
    const arrived = refusing.deliveries.length;
    const after = await buy("ok.shop.test");
    await control.waitFor(isEvent(after.id, "intent.completed"), 20_000);
    // The same event's repeat at the other endpoint is later than its repeat here would have been.
    const repeats = () => control.deliveries.filter(isEvent(after.id, "intent.created")).length;
    await expect.poll(repeats, { timeout: 20_000 }).toBe(2);
    expect(refusing.deliveries.slice(arrived)).toEqual([]);
  }, 60_000);

  // In one process there is no webhooks process to kill.
  if (way === "one process") return;

  test("kill -9 of the webhooks process loses no event: neither in flight nor committed while it was dead", async () => {
    const webhooks = system.processes?.webhooks;
    let hanging = true;
    const receiver = await receive(() => (hanging ? "hang" : 200));
    const { secret } = await subscribe(receiver, ["intent.*"]);
    const inFlight = await buy("ok.shop.test");
    await receiver.waitFor(isEvent(inFlight.id, "intent.created"), 20_000);
    await webhooks?.kill();
    hanging = false;
    const answered = receiver.deliveries.length;
    const whileDead = [await buy("ok.shop.test"), await buy("stock.shop.test"), await buy("ok.shop.test")];
    for (const { id } of whileDead) await client.settled(id);
    await webhooks?.start();
    const wanted = [inFlight, ...whileDead].flatMap(({ id }) =>
      ["created", "running", id === whileDead[1]?.id ? "failed" : "completed"].map((type) => `${id} intent.${type}`),
    );
    const taken = () => receiver.deliveries.slice(answered).map((delivery) => verified(delivery, secret));
    const told = () => new Set(taken().map((event) => `${event.data.id} ${event.type}`));
    await expect.poll(() => [...told()].sort(), { timeout: 40_000 }).toEqual(wanted.sort());
  }, 90_000);
});

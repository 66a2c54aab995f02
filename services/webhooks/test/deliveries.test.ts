import { type ManualClock, manualClock, newId } from "@openintents/process";
import { EventType } from "@openintents/proto";
import { type Answer, type Delivery, type WebhookReceiver, webhookReceiver } from "@openintents/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  as,
  type Fixture,
  KEY,
  LIVE,
  OTHER,
  type Running,
  until,
  verified,
  webhooksFixture,
} from "./webhooks-fixture.ts";

let fixture: Fixture;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  fixture = await webhooksFixture();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await fixture.close();
});

async function receiver(status?: (delivery: Delivery) => Answer | Promise<Answer>): Promise<WebhookReceiver> {
  const made = await webhookReceiver(status && { status });
  closing.push(() => made.close());
  return made;
}

async function endpoint(running: Running, url: string, o: { events?: string[]; key?: string; enabled?: boolean } = {}) {
  const { key = KEY, ...rest } = o;
  const { webhookEndpoint } = await running.client.createWebhookEndpoint({ url, ...rest }, as(key));
  return { id: webhookEndpoint?.id ?? "", secret: webhookEndpoint?.secret ?? "" };
}

const sequenceOf = (delivery: Delivery) => (JSON.parse(delivery.body) as { sequence: number }).sequence;
const over = (event: string) =>
  until(async () => {
    const all = await fixture.deliveries(event);
    return all.length > 0 && all.every(({ status }) => status !== 1);
  });
/** Waits for a condition while time goes on, a millisecond with every look. */
const ticking = (clock: ManualClock, condition: () => Promise<boolean>) =>
  until(async () => {
    await clock.advance(1);
    return await condition();
  });
const lastAttempt = async (delivery = "") => (await attemptsOf(delivery)).at(-1)?.at as Date;
const attemptsOf = async (delivery: string) =>
  (await fixture.database.query("select * from delivery_attempts where delivery = $1 order by attempt", [delivery]))
    .rows;

describe("a delivery", () => {
  test("carries the event as JSON, signed in both ways, and is recorded", async () => {
    const running = await fixture.run();
    const target = await receiver();
    const { id, secret } = await endpoint(running, `${target.url}in`);
    const intent = newId("int");
    const [event = ""] = await fixture.publish(intent, { type: EventType.INTENT_COMPLETED, sequence: 7 });
    const delivery = await target.waitFor(() => true);
    expect(delivery.headers).toMatchObject({ "webhook-id": event, "content-type": "application/json" });
    expect(verified(delivery, secret)).toMatchObject({
      id: event,
      object: "event",
      type: "intent.completed",
      test: true,
      account: "acct_a",
      sequence: 7,
      previous: null,
      data: { id: intent, object: "intent", status: "running", intent: "a mug" },
    });
    await over(event);
    const [recorded] = await fixture.deliveries(event);
    expect(recorded).toMatchObject({ endpoint: id, status: 2, attempts: 1, nextAttemptAt: null });
    expect(await attemptsOf(recorded?.id ?? "")).toMatchObject([{ attempt: 1, status_code: 200, error: null }]);
    const metrics = await running.metrics.registry.metrics();
    expect(metrics).toMatch(/webhook_deliveries_total\{[^}]*outcome="delivered"[^}]*\} 1/);
    expect(metrics).toMatch(/webhook_delivery_seconds_count\{[^}]*\} 1/);
  });

  test("goes to the endpoints of the account and mode that asked for the type, and to no others", async () => {
    const running = await fixture.run();
    const target = await receiver();
    const wanting = [
      await endpoint(running, `${target.url}exact`, { events: ["intent.completed"] }),
      await endpoint(running, `${target.url}star`, { events: ["intent.*"] }),
      await endpoint(running, `${target.url}all`),
    ];
    await endpoint(running, `${target.url}no-type`, { events: ["payment.*", "intent.failed"] });
    await endpoint(running, `${target.url}no-disabled`, { enabled: false });
    await endpoint(running, `${target.url}no-mode`, { key: LIVE });
    await endpoint(running, `${target.url}no-account`, { key: OTHER });
    const [event = ""] = await fixture.publish(newId("int"), { type: EventType.INTENT_COMPLETED });
    await over(event);
    expect((await fixture.deliveries(event)).map((one) => one.endpoint).sort()).toEqual(
      wanting.map(({ id }) => id).sort(),
    );
    expect(target.deliveries.map(({ path }) => path).sort()).toEqual(["/all", "/exact", "/star"]);
  });

  test("goes to the intent's own URL too, signed with the account's secret", async () => {
    const running = await fixture.run();
    const secret = await running.webhooks.admin.createAccountSecret("acct_a");
    const target = await receiver();
    await endpoint(running, `${target.url}endpoint`);
    const [event = ""] = await fixture.publish(newId("int"), { webhookUrl: `${target.url}own` });
    const own = await target.waitFor(({ path }) => path === "/own");
    expect(verified(own, secret)).toMatchObject({ id: event });
    await over(event);
    expect(target.deliveries).toHaveLength(2);
  });

  test("is signed although the account had no secret before", async () => {
    const running = await fixture.run();
    const target = await receiver();
    await fixture.publish(newId("int"), { webhookUrl: target.url });
    const delivery = await target.waitFor(() => true);
    const secret = await running.webhooks.admin.createAccountSecret("acct_a");
    expect(verified(delivery, secret)).toMatchObject({ object: "event" });
  });

  test("is made once although the log repeats the event", async () => {
    const running = await fixture.run();
    const target = await receiver();
    await endpoint(running, target.url);
    const intent = newId("int");
    const [event = ""] = await fixture.publish(intent, { sequence: 1 });
    await over(event);
    await fixture.publish(intent, { id: event, sequence: 1 });
    // As after a sweep of the inbox: the event store tells a repeated event all the same.
    await fixture.database.query("truncate inbox");
    await fixture.publish(intent, { id: event, sequence: 1 });
    const [last = ""] = await fixture.publish(intent, { sequence: 2 });
    await over(last);
    expect(target.deliveries.map(sequenceOf)).toEqual([1, 2]);
  });

  test("is refused at the connection when the name came to lead inside", async () => {
    const target = await receiver();
    const { port } = new URL(target.url);
    let addresses = ["127.0.0.1"];
    const running = await fixture.run({ resolve: async () => addresses });
    await endpoint(running, `http://rebind.example.test:${port}/`);
    addresses = ["10.0.0.1", "::ffff:10.0.0.1"];
    const [event = ""] = await fixture.publish(newId("int"), {});
    const [delivery] = await until(async () => {
      const all = await fixture.deliveries(event);
      return all[0]?.attempts === 1 ? all : undefined;
    });
    expect(await attemptsOf(delivery?.id ?? "")).toMatchObject([{ status_code: null, error: "address_refused" }]);
    expect(target.deliveries).toEqual([]);
  });

  test("to an intent's URL that breaks the rules fails at once, for good", async () => {
    await fixture.run();
    const [event = ""] = await fixture.publish(newId("int"), { webhookUrl: "https://user:pw@127.0.0.1:9/" });
    await over(event);
    const [delivery] = await fixture.deliveries(event);
    expect(delivery).toMatchObject({ status: 3, attempts: 1 });
    expect(await attemptsOf(delivery?.id ?? "")).toMatchObject([{ error: "url_refused" }]);
  });
});

describe("a failing delivery", () => {
  test("is tried again on the schedule with the same ID, body and a fresh signature, then fails", async () => {
    const clock = manualClock(Date.now());
    const running = await fixture.run({ clock, random: () => 0.5 });
    const target = await receiver(() => 500);
    const { secret } = await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    const delays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, seconds] of delays.entries()) {
      await ticking(clock, async () => (await fixture.deliveries(event))[0]?.attempts === index + 1);
      const [delivery] = await fixture.deliveries(event);
      const wait = (delivery?.nextAttemptAt?.getTime() ?? 0) - (await lastAttempt(delivery?.id)).getTime();
      expect(Math.round(wait / 1000)).toBe(seconds);
      await clock.advance(wait);
    }
    await ticking(clock, async () => (await fixture.deliveries(event))[0]?.status === 3);
    const [delivery] = await fixture.deliveries(event);
    expect(delivery).toMatchObject({ status: 3, attempts: 10, nextAttemptAt: null });
    expect(await attemptsOf(delivery?.id ?? "")).toHaveLength(10);
    expect(target.deliveries).toHaveLength(10);
    expect(new Set(target.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(target.deliveries.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([event]));
    expect(new Set(target.deliveries.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    expect(verified({ ...(target.deliveries[0] as Delivery) }, secret)).toMatchObject({ id: event });
  });

  test("waits as long as Retry-After asks", async () => {
    const clock = manualClock(Date.now());
    const running = await fixture.run({ clock });
    const target = await receiver(() => ({ status: 503, headers: { "retry-after": "3600" } }));
    await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await until(async () => (await fixture.deliveries(event))[0]?.attempts === 1);
    expect((await fixture.deliveries(event))[0]?.nextAttemptAt?.getTime()).toBe(clock.now() + 3600_000);
  });

  test("does not keep later events of the object, or other objects, waiting", async () => {
    const clock = manualClock(Date.now());
    const running = await fixture.run({ clock });
    const target = await receiver((delivery) => (sequenceOf(delivery) === 1 ? 500 : 200));
    await endpoint(running, target.url);
    const intent = newId("int");
    const [first = "", second = ""] = await fixture.publish(intent, { sequence: 1 }, { sequence: 2 });
    await over(second);
    expect((await fixture.deliveries(first))[0]).toMatchObject({ status: 1, attempts: 1 });
  });

  test("answered 410 disables the endpoint and cancels what was pending for it", async () => {
    const running = await fixture.run({ endpointConcurrency: 1 });
    const target = await receiver(() => 410);
    const { id } = await endpoint(running, target.url);
    const intent = newId("int");
    const [first = "", second = ""] = await fixture.publish(intent, { sequence: 1 }, { sequence: 2 });
    await over(second);
    expect(await fixture.deliveries(first)).toMatchObject([{ status: 3, attempts: 1 }]);
    expect(await fixture.deliveries(second)).toMatchObject([{ status: 4, attempts: 0 }]);
    expect((await running.client.getWebhookEndpoint({ id }, as(KEY))).webhookEndpoint?.enabled).toBe(false);
    const [third = ""] = await fixture.publish(intent, { sequence: 3 });
    await until(async () => (await fixture.database.query("select from events where id = $1", [third])).rowCount);
    expect(await fixture.deliveries(third)).toEqual([]);
  });

  test("is cancelled when its endpoint is deleted", async () => {
    const running = await fixture.run();
    const target = await receiver(() => 500);
    const { id } = await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await until(async () => (await fixture.deliveries(event))[0]?.attempts === 1);
    await running.client.deleteWebhookEndpoint({ id }, as(KEY));
    expect(await fixture.deliveries(event)).toMatchObject([{ status: 4, nextAttemptAt: null }]);
    expect((await fixture.database.query("select from lanes")).rows).toEqual([]);
  });
});

describe("order", () => {
  test("first attempts of an object go by sequence, one after the other, whatever else is sent", async () => {
    const running = await fixture.run();
    const open = new Set<string>();
    let overlaps = 0;
    const target = await receiver(async (delivery) => {
      const { id } = (JSON.parse(delivery.body) as { data: { id: string } }).data;
      if (open.has(id)) overlaps += 1;
      open.add(id);
      await new Promise((resolve) => setImmediate(resolve));
      open.delete(id);
      // Every fourth attempt fails; its retry may come in between.
      return target.deliveries.length % 4 === 0 ? 500 : 200;
    });
    await endpoint(running, target.url);
    const intents = Array.from({ length: 12 }, () => newId("int"));
    const events = await Promise.all(
      intents.map((intent) => fixture.publish(intent, ...Array.from({ length: 8 }, (_, n) => ({ sequence: n + 1 })))),
    );
    for (const event of events.flat()) {
      await until(async () => ((await fixture.deliveries(event))[0]?.attempts ?? 0) > 0);
    }
    for (const intent of intents) {
      const sequences = target.deliveries.filter(({ body }) => body.includes(intent)).map(sequenceOf);
      const firsts = sequences.filter((sequence, index) => sequences.indexOf(sequence) === index);
      expect(firsts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
    expect(overlaps).toBe(0);
  });
});

import { manualClock, newId } from "@openintents/process";
import { webhookReceiver } from "@openintents/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { as, type Fixture, KEY, until, webhooksFixture } from "./webhooks-fixture.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await webhooksFixture();
});
afterEach(() => fixture.close());

const DAY = 24 * 3600_000;
const count = async (table: string) =>
  (await fixture.database.query<{ count: number }>(`select count(*) as count from ${table}`)).rows[0]?.count;

test("events, deliveries, attempts and idempotency keys go after 30 days, and what is pending stays", async () => {
  const target = await webhookReceiver();
  const clock = manualClock(Date.now());
  const running = await fixture.run({ clock });
  await running.client.createWebhookEndpoint({ url: target.url }, as(KEY, "key-1"));
  const events = (await fixture.publish(newId("int"), { sequence: 1 }, { sequence: 2 })).concat(
    await fixture.publish(newId("int"), { webhookUrl: `${target.url}own` }),
  );
  await until(async () => (await count("delivery_attempts")) === 4);
  await fixture.database.query("update deliveries set status = 1, next_attempt_at = $2 where event = $1", [
    events[0],
    new Date(clock.now() + 100 * DAY),
  ]);
  await running.webhooks.sweep();
  expect(await count("events")).toBe(3);
  await until(async () => (await fixture.database.query("select from lanes where owner is not null")).rowCount === 0);
  // Hour after hour, by itself.
  await clock.advance(30 * DAY + 3600_000);
  await until(async () => {
    await clock.advance(3600_000);
    return (await count("events")) === 1 && (await count("lanes")) === 1;
  });
  expect(await fixture.deliveries(events[0] ?? "")).toMatchObject([{ status: 1 }]);
  expect(await count("deliveries")).toBe(1);
  expect(await count("delivery_attempts")).toBe(1);
  expect(await count("idempotency_keys")).toBe(0);
  expect(await count("endpoints")).toBe(1);
  await target.close();
});

test("the metric of pending deliveries follows the table, and readiness the service", async () => {
  const clock = manualClock();
  const running = await fixture.run({ clock });
  expect(running.readiness.report().parts.webhooks).toEqual({ ready: true });
  const pending = async () => /webhook_pending\{[^}]*\} (\d+)/.exec(await running.metrics.registry.metrics())?.[1];
  await until(async () => (await pending()) === "0");
  await fixture.publish(newId("int"), { webhookUrl: "http://127.0.0.1:1025/" });
  await until(async () => {
    await clock.advance(1_000);
    return (await pending()) === "1";
  });
  await running.webhooks.stop();
  await running.webhooks.stop();
  expect(running.readiness.report().parts.webhooks).toEqual({ ready: false, why: "stopping" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { chaos, stopReviving } from "./chaos.ts";
import { type System, startSystem } from "./system.ts";

let system: System;

beforeAll(async () => {
  system = await startSystem("a process a service");
}, 120_000);
afterAll(async () => {
  stopReviving(system);
  await system?.close();
}, 120_000);

test("a minute of kill -9 loses no intent, no event and no webhook, and buys nothing twice", async () => {
  const report = await chaos(system, { intents: 45, killForMs: 40_000, settleMs: 180_000 });
  console.log(JSON.stringify(report));
  expect(report).toMatchObject({
    accepted: 45,
    unfinished: [],
    boughtTwice: [],
    withoutOrder: [],
    strayOrders: [],
    timelinesWithGaps: [],
    missingWebhooks: [],
    duplicatedKeys: [],
  });
  expect(Object.values(report.kills).reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(15);
  expect(report.events).toBeGreaterThan(90);
}, 300_000);

import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeRunner } from "./frozen-runner.ts";
import { type System, startSystem } from "./system.ts";

let system: System;

beforeAll(async () => {
  system = await startSystem("a process a service");
}, 120_000);
afterAll(() => system?.close(), 60_000);

test("a runner frozen for 12 s, past its leases of 5 s, touches the shop for nothing that it lost", async () => {
  const report = await freezeRunner(system, { intents: 8, frozenMs: 12_000, settleSeconds: 60 });
  expect(report.placing).toBe(4);
  expect(report.callsBefore.length).toBeGreaterThanOrEqual(8);
  expect(report.callsAfter).toEqual([]);
  for (const { intent, types, orders } of report.outcomes) {
    expect(intent.status).toBe("completed");
    expect(types.join()).toMatch(/,(retrying|confirming_order),/);
    expect(orders).toHaveLength(1);
  }
  expect(report.bought).toHaveLength(8);
  expect(report.later).toMatchObject({ status: "completed" });
}, 120_000);

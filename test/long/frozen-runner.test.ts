import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeRunner } from "../system/frozen-runner.ts";
import { type System, startSystem } from "../system/system.ts";

let system: System;

beforeAll(async () => {
  system = await startSystem("a process a service");
}, 120_000);
afterAll(() => system?.close(), 60_000);

test("a runner frozen for 2 minutes finds everything done by another when it wakes, and touches nothing", async () => {
  const report = await freezeRunner(system, { intents: 20, frozenMs: 120_000, settleSeconds: 60 });
  expect(report.placing).toBe(10);
  expect(report.completedMeanwhile).toBe(20);
  expect(report.callsBefore.length).toBeGreaterThanOrEqual(20);
  expect(report.callsAfter).toEqual([]);
  for (const { intent, types, orders } of report.outcomes) {
    expect(intent.status).toBe("completed");
    expect(types.join()).toMatch(/,(retrying|confirming_order),/);
    expect(orders).toHaveLength(1);
  }
  expect(report.bought).toHaveLength(20);
  expect(report.later).toMatchObject({ status: "completed" });
}, 300_000);

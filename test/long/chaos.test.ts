import { afterEach, expect, test } from "vitest";
import { chaos, stopReviving } from "../system/chaos.ts";
import { type System, startSystem } from "../system/system.ts";

let system: System | undefined;

afterEach(async () => {
  if (!system) return;
  stopReviving(system);
  await system.close();
}, 120_000);

test.each([
  ["processes killed in turn every second", false],
  ["the same with the broker killed and restarted midway", true],
])(
  "200 intents over all scenarios, %s: everything accepted ends, once",
  async (_what, restartBroker) => {
    system = await startSystem("a process a service");
    const report = await chaos(system, { intents: 200, killForMs: 240_000, settleMs: 360_000, restartBroker });
    console.log(JSON.stringify(report));
    expect(report).toMatchObject({
      accepted: 200,
      unfinished: [],
      boughtTwice: [],
      withoutOrder: [],
      strayOrders: [],
      timelinesWithGaps: [],
      missingWebhooks: [],
      duplicatedKeys: [],
    });
    expect(report.killsWhileCommitting).toBeGreaterThanOrEqual(20);
  },
  900_000,
);

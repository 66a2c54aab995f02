// A runner that is stopped like a laptop whose lid is closed, while it carries intents, and woken
// after its leases are over. Another runner goes on meanwhile. What the frozen one asked of the
// shop is recorded on its way, and the shop's books decide what was bought.
import { openSchema, type ServiceProcess } from "@openintents/all";
import { type CoreAdmin, createAdmin } from "@openintents/core";
import { systemClock } from "@openintents/process";
import { testLogger } from "@openintents/testing";
import { type BookEntry, books, type IntentJson, restClient } from "./client.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type RecordingProxy, recordingProxy, type ShopCall } from "./recording-proxy.ts";
import { runnerProcess } from "./runner-process.ts";
import type { System } from "./system.ts";

export type FrozenPlan = {
  intents: number;
  /** How long the runner stays stopped. */
  frozenMs: number;
  /** How long the intents may take from then on. */
  settleSeconds: number;
};

export type FrozenReport = {
  outcomes: Outcome[];
  /** How many were being placed when the runner was stopped. */
  placing: number;
  /** How many were completed when it was woken. */
  completedMeanwhile: number;
  /** What the frozen runner asked of the shop before it was stopped, and since it was woken. */
  callsBefore: ShopCall[];
  callsAfter: ShopCall[];
  /** The shop's books when all of them had ended. */
  bought: BookEntry[];
  /** An intent that was left to the woken runner alone afterwards. */
  later: IntentJson;
};

export async function freezeRunner(system: System, plan: FrozenPlan): Promise<FrozenReport> {
  const core = openSchema(system.databaseUrl ?? "", "core", { logger: testLogger, max: 1 });
  const admin = createAdmin({ database: core, clock: systemClock });
  await setPool(admin, plan.intents);
  const { secret: runnerKey } = await admin.createRunnerKey({ pool: POOL });
  const proxy = await recordingProxy(system.shop);
  // As many slots as intents: once it has them all it asks for no more.
  const env = { SIMULATOR_PACE: "1", RUNNER_SLOTS: String(plan.intents) };
  const frozen = await runnerProcess(system, { runnerKey, shopUrl: proxy.url, env });
  try {
    return await play(system, plan, { admin, proxy, frozen });
  } finally {
    frozen.signal("SIGCONT");
    await frozen.stop();
    await proxy.close();
    await core.close();
  }
}

const POOL = "frozen";

function setPool(admin: CoreAdmin, maxClaims: number): Promise<void> {
  const times = { leaseMs: 5_000, heartbeatMs: 1_000, lookupGapMs: 1_000 };
  return admin.createPool({
    name: POOL,
    mode: "test",
    drivers: ["simulator"],
    hosts: ["*.shop.test"],
    maxClaims,
    ...times,
  });
}

type Scene = { admin: CoreAdmin; proxy: RecordingProxy; frozen: ServiceProcess };

async function play(system: System, plan: FrozenPlan, { admin, proxy, frozen }: Scene): Promise<FrozenReport> {
  const client = restClient(system);
  const stock = system.processes?.runner;
  if (stock === undefined) throw new Error("needs a process a service");
  await stock.stop();
  await frozen.start();
  const hosts = Array.from({ length: plan.intents }, (_, n) => (n % 2 === 0 ? "uncancelable" : "slow"));
  const bodies = hosts.map((name) => ({ intent: "a mug", shops: [`${name}.shop.test`], max_amount: 2500 }));
  const ids = (await Promise.all(bodies.map((body) => client.create(body)))).map((answer) => answer.body.id);
  const read = () => Promise.all(ids.map((id) => client.get(id)));
  const placing = (intents: IntentJson[]) => intents.filter((intent) => intent.phase === "placing").length;
  let before = await read();
  while (placing(before) < plan.intents / 2 || before.some((intent) => intent.status !== "running")) {
    await systemClock.sleep(100);
    before = await read();
  }

  frozen.signal("SIGSTOP");
  const stoppedAt = Date.now();
  // What it had stays its own to lose; it gets nothing new that it could touch the shop for.
  await setPool(admin, 0);
  await stock.start();
  await systemClock.sleep(stoppedAt + plan.frozenMs - Date.now());
  const meanwhile = await read();
  const callsBefore = [...proxy.calls];
  frozen.signal("SIGCONT");

  const outcomes = await Promise.all(ids.map((id) => outcomeOf(system, id, client, plan.settleSeconds)));
  const callsAfter = proxy.calls.slice(callsBefore.length);
  const bought = await books(system);
  await stock.stop();
  await setPool(admin, plan.intents);
  const { body } = await client.create({ intent: "a mug", shops: ["ok.shop.test"], max_amount: 2500 });
  // An ask that waits already was made under the old limit; it waits 30 s at most.
  const later = await client.settled(body.id, 60);
  await stock.start();
  const completedMeanwhile = meanwhile.filter((intent) => intent.status === "completed").length;
  return {
    ...{ outcomes, completedMeanwhile, callsBefore, callsAfter, bought, later },
    placing: placing(before),
  };
}

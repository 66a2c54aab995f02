// Work that nobody can carry out: a shop that no pool serves ends the intent at once; work
// without a connected runner waits, and people are told after a minute.
import { FailureCode, IntentStatus } from "@openintents/proto";
import type { AgentContext } from "../agent/context.ts";
import type { PoolDirectory } from "../agent/pool-directory.ts";
import { writeChange } from "../change.ts";
import type { Routing } from "../domain/routing.ts";
import { fits, routingOf } from "../domain/routing.ts";
import { failed } from "../domain/transition.ts";
import { lockIntentIfFree, type NewWork } from "../store/due.ts";
import { saveRouting } from "../store/offers.ts";
import type { ListedPool } from "../store/pool-directory.ts";
import { findOldWork } from "../store/queue.ts";

const ALERT_AFTER_MS = 60_000;
const ALERT_EVERY_MS = 60_000;
const SAMPLE = 200;

type Needs = Routing & { accountId: string; test: boolean };

/** The work names shops, and no pool may deal with any of them. */
export function isUnserved(pools: ListedPool[], needs: Needs): boolean {
  return needs.hosts.length > 0 && !pools.some((pool) => fits(pool, { ...needs, country: null }));
}

export function createUnservedWork(agent: AgentContext, pools: PoolDirectory) {
  /** New work that was looked at and is served, until it is out of the window. */
  const served = new Map<string, number>();
  let alertAt = 0;

  return {
    /** Ends those of the new intents whose shops nobody serves. */
    async refuse(fresh: NewWork[], keepMs: number): Promise<void> {
      const now = agent.clock.now();
      for (const [id, until] of served) if (until <= now) served.delete(id);
      if (fresh.length === 0) return;
      const listed = await pools.list();
      for (const { hosts, ...work } of fresh) {
        if (served.has(work.id)) continue;
        const known = hosts !== null && !isUnserved(listed, { ...work, hosts });
        if (known || !(await failUnserved(agent, listed, work.id))) served.set(work.id, now + 2 * keepMs);
      }
    },

    /** Looks at work that has waited long: alerts, and fails what lost its pool. */
    async watch(): Promise<void> {
      const now = agent.clock.now();
      const old = await findOldWork(agent.database, now - ALERT_AFTER_MS, SAMPLE);
      const listed = old.length === 0 ? [] : await pools.list();
      const idle = { test: 0, live: 0 };
      for (const { hosts, ...work } of old) {
        const needs = { ...work, hosts: hosts ?? [] };
        if (isUnserved(listed, needs) && (await failUnserved(agent, listed, work.id))) continue;
        const connected = listed.some((pool) => pool.connected && fits(pool, needs));
        if (!connected) idle[work.test ? "test" : "live"] += 1;
      }
      for (const mode of ["test", "live"] as const) agent.metrics.unserved.set({ mode }, idle[mode]);
      if (idle.test + idle.live === 0 || now < alertAt) return;
      alertAt = now + ALERT_EVERY_MS;
      agent.logger.error({ alert: "no_runner", ...idle }, "work waits and no fitting runner is connected");
    },
  };
}

/** False when the intent is served, taken or gone on meanwhile. */
async function failUnserved(agent: AgentContext, pools: ListedPool[], id: string): Promise<boolean> {
  const record = await agent.database.transaction(async (tx) => {
    const locked = await lockIntentIfFree(tx, id);
    if (!locked || locked.claimId !== null || locked.intent.status !== IntentStatus.QUEUED) return null;
    const routing = routingOf(locked);
    const needs = { ...routing, accountId: locked.accountId, test: locked.intent.test ?? false };
    if (!isUnserved(pools, needs)) {
      await saveRouting(tx, id, routing);
      return null;
    }
    const now = agent.clock.now();
    const failure = { code: FailureCode.SHOP_NOT_SUPPORTED, details: { shops: routing.hosts } };
    await writeChange(tx, locked, failed(locked, { now, failure }), now);
    return locked;
  });
  if (record === null) return false;
  agent.feed.changed(id, record.intent.sequence ?? 0, false);
  return true;
}

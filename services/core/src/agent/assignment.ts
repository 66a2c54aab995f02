// Who gets which of the work that was found: in turns over the waiting runners, within the
// limits of pool, runner and shop.
import type { IntentRecord } from "../domain/record.ts";
import { routingHost, routingOf } from "../domain/routing.ts";
import type { Census, WaitingWork } from "../store/offers.ts";
import type { HostLimits } from "./settings.ts";
import { type AskGroup, keyOf, type WaitingAsk } from "./waiting-asks.ts";

/** A parked page gets first refusal for this long after its intent is wanted again. */
const PARKED_MS = 2_000;

export type Lent = { ask: WaitingAsk; record: IntentRecord; host: string | null };

export type Limits = { maxClaims: number; perRunner: number; host: HostLimits };

export type Slots = {
  /** Slots that may be filled now. */
  open: Map<WaitingAsk, number>;
  /** Asks whose claims exist already: their reply was lost, or another replica was faster. */
  answered: WaitingAsk[];
  /** Asks of runners that hold as many claims as they may. */
  over: WaitingAsk[];
};

export function openSlots(group: AskGroup, census: Census, limits: Limits): Slots {
  const slots: Slots = { open: new Map(), answered: [], over: [] };
  let left = Math.max(0, limits.maxClaims - census.pool);
  const perRunner = new Map(census.runners);
  for (const ask of group.asks) {
    const taken = perRunner.get(ask.runnerId) ?? 0;
    if (census.answered.has(keyOf(ask))) slots.answered.push(ask);
    else if ((census.runners.get(ask.runnerId) ?? 0) >= limits.perRunner) slots.over.push(ask);
    else {
      const open = Math.min(ask.slots, limits.perRunner - taken, left);
      if (open <= 0) continue;
      slots.open.set(ask, open);
      perRunner.set(ask.runnerId, taken + open);
      left -= open;
    }
  }
  return slots;
}

/** Shops that take no further claim at the moment. */
export function fullHosts(census: Census, { host }: Limits): string[] {
  return [...census.hosts].filter(([, used]) => isFull(used, host)).map(([name]) => name);
}

function isFull(used: { claims: number; started: number }, limits: HostLimits): boolean {
  return used.claims >= limits.claims || (limits.startsPerSecond > 0 && used.started >= limits.startsPerSecond);
}

/** `holderOf`: the runner that keeps an intent's page warm. */
export function assign(
  found: WaitingWork[],
  open: Map<WaitingAsk, number>,
  o: { census: Census; limits: Limits; holderOf: (intentId: string) => string | undefined; now: number },
): Lent[] {
  const lent: Lent[] = [];
  const used = new Map(o.census.hosts);
  const turn = [...open.keys()];
  for (const { record } of found) {
    const host = routingHost(routingOf(record));
    const busy = (host === null ? undefined : used.get(host)) ?? { claims: 0, started: 0 };
    if (isFull(busy, o.limits.host)) continue;
    const ask = pick(turn, record, o);
    if (ask === undefined) continue;
    lent.push({ ask, record, host });
    if (host !== null) used.set(host, { claims: busy.claims + 1, started: busy.started + 1 });
    const left = (open.get(ask) ?? 0) - 1;
    open.set(ask, left);
    turn.splice(turn.indexOf(ask), 1);
    if (left > 0) turn.push(ask);
  }
  return lent;
}

function pick(
  turn: WaitingAsk[],
  record: IntentRecord,
  o: { holderOf: (intentId: string) => string | undefined; now: number },
): WaitingAsk | undefined {
  const id = record.intent.id ?? "";
  const warm = turn.find((ask) => ask.parked.has(id));
  if (warm) return warm;
  const held = o.holderOf(id) !== undefined && o.now < (record.work?.wakeAt ?? 0) + PARKED_MS;
  return held ? undefined : turn[0];
}

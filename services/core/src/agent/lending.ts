// One look for work on behalf of a group of waiting runners, and its lending, in one
// transaction that holds the mode's turn: so limits hold over all replicas.
import type { Queryable } from "@openintents/postgres";
import { newId } from "@openintents/process";
import { driverReach, fits, likePatterns, routingOf } from "../domain/routing.ts";
import {
  insertOffers,
  lockWork,
  type Offer,
  saveRouting,
  takeCensus,
  takeOfferTurn,
  type WaitingWork,
  type WorkFilter,
} from "../store/offers.ts";
import { assign, fullHosts, type Lent, type Limits, openSlots, type Slots } from "./assignment.ts";
import { claimToken, tokenHash } from "./claim-token.ts";
import type { AgentContext } from "./context.ts";
import type { ParkedPages } from "./parked-pages.ts";
import type { AskGroup } from "./waiting-asks.ts";

/** A narrower pool gets this head start; a driver hint binds for this long. */
const DEFER_MS = 2_000;
const HINT_MS = 60_000;
/** Most that one look lends. */
const BATCH = 100;

export type Lending = {
  lent: (Lent & { offer: Offer })[];
  slots: Slots;
  /** There may be more for those who still wait. */
  more: boolean;
};

export async function lend(
  agent: Pick<AgentContext, "clock" | "settings">,
  tx: Queryable,
  group: AskGroup,
  o: { deferred: string[]; parked: ParkedPages },
): Promise<Lending> {
  const { clock, settings } = agent;
  const { pool, asks } = group;
  await takeOfferTurn(tx, pool.test);
  const now = clock.now();
  const census = await takeCensus(tx, {
    test: pool.test,
    pool: pool.name,
    runnerIds: asks.map((ask) => ask.runnerId),
    requestIds: asks.map((ask) => ask.requestId),
    startedSince: now - 1000,
  });
  const host = pool.test ? settings.hostLimits.test : settings.hostLimits.live;
  const limits: Limits = { maxClaims: pool.maxClaims, perRunner: settings.claimsPerRunner, host };
  const slots = openSlots(group, census, limits);
  const open = [...slots.open.values()].reduce((sum, one) => sum + one, 0);
  if (open === 0) return { lent: [], slots, more: false };
  const limit = Math.min(BATCH, open);
  const filter = { ...filterOf(group, o.deferred), fullHosts: fullHosts(census, limits), limit, now };
  const found = await lockWork(tx, filter);
  const fitting = await keepFitting(tx, group, found);
  const holderOf = (intentId: string) => o.parked.holderOf(intentId);
  const lent = assign(fitting, slots.open, { census, limits, holderOf, now }).map((one) => ({
    ...one,
    offer: offerOf(one, newId("clm", now), settings.tokenKey),
  }));
  if (lent.length > 0) {
    const offers = lent.map((one) => one.offer);
    await insertOffers(tx, offers, { now, expiresAt: now + settings.offerMs });
  }
  return { lent, slots, more: found.length === limit && (lent.length > 0 || fitting.length < found.length) };
}

/** Work that nobody looked at yet may not fit; its needs are noted so that it is not found again. */
async function keepFitting(tx: Queryable, group: AskGroup, found: WaitingWork[]): Promise<WaitingWork[]> {
  const { pool, drivers, regions } = group;
  const fitting: WaitingWork[] = [];
  for (const work of found) {
    const { record } = work;
    const routing = routingOf(record);
    const needs = { ...routing, accountId: record.accountId, test: record.intent.test ?? false };
    if (work.routed || fits(pool, needs, { drivers, regions })) fitting.push(work);
    else await saveRouting(tx, record.intent.id ?? "", routing);
  }
  return fitting;
}

function offerOf({ ask, record, host }: Lent, claimId: string, tokenKey: Buffer): Offer {
  if (!record.work) throw new Error("lent work is wanted");
  return {
    claimId,
    intentId: record.intent.id ?? "",
    kind: record.work.kind,
    epoch: record.epoch + 1,
    runnerId: ask.runnerId,
    pool: ask.pool.name,
    credentialId: ask.pool.credentialId,
    requestId: ask.requestId,
    tokenHash: tokenHash(claimToken(tokenKey, claimId)),
    host,
    routing: routingOf(record),
  };
}

function filterOf(group: AskGroup, deferred: string[]): Omit<WorkFilter, "fullHosts" | "limit" | "now"> {
  const { pool, kinds, drivers, regions } = group;
  return {
    test: pool.test,
    kinds,
    accounts: pool.accounts,
    deferred,
    deferMs: DEFER_MS,
    hostPatterns: pool.hosts.includes("*") ? [] : likePatterns(pool.hosts),
    ...driverReach(drivers, pool.test),
    drivers,
    hintMs: HINT_MS,
    regions,
  };
}

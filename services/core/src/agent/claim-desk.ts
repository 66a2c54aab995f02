// The desk where runners wait for work. Nobody polls: a commit that wants a runner wakes the
// desk, which makes one look per group of waiting runners and lends what it finds.
import { serviceError } from "@openintents/process";
import type { Claim } from "@openintents/proto";
import { workOffered } from "../change.ts";
import { findAttempts } from "../store/attempts.ts";
import { lockClaim, returnOffer } from "../store/claims.ts";
import { isWorkDue } from "../store/offers.ts";
import { findUnderstandings } from "../store/understandings.ts";
import { claimMessage } from "./claim-message.ts";
import type { AgentContext } from "./context.ts";
import { type Lending, lend } from "./lending.ts";
import { createParkedPages } from "./parked-pages.ts";
import { deferredAccounts, type PoolDirectory } from "./pool-directory.ts";
import { claimsOfAsk } from "./repeated-ask.ts";
import { type Ask, type AskGroup, createWaitingAsks, groupAsks, type WaitingAsk } from "./waiting-asks.ts";

export type ClaimDesk = {
  /** Waits up to `waitMs` for work; empty when there is none. Ends early when the signal aborts. */
  ask(ask: Ask, waitMs: number, signal: AbortSignal): Promise<Claim[]>;
  readonly waiting: number;
  /** Looks for work when somebody waits for it. */
  wake(): void;
  /** Answers everybody with nothing and takes no further asks. */
  close(): Promise<void>;
};

export function createClaimDesk(agent: AgentContext, pools: PoolDirectory): ClaimDesk {
  const { clock, database, logger, metrics, settings } = agent;
  const asks = createWaitingAsks(clock);
  const parked = createParkedPages(clock);
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;

  function wake(): void {
    if (asks.size === 0 || closed) return;
    again = true;
    looking ??= lookUntilQuiet().finally(() => {
      looking = null;
      // A wake that came in the last moment.
      if (again) wake();
    });
  }

  async function lookUntilQuiet(): Promise<void> {
    while (again && asks.size > 0 && !closed) {
      again = false;
      const waiting = asks.list();
      try {
        for (const group of groupAsks(waiting)) if (await look(group)) again = true;
        for (const ask of waiting) if (ask.once) asks.settle(ask, []);
      } catch (cause) {
        // Whoever waits is served by the next look; the feed wakes the desk every second.
        logger.warn({ err: cause }, "could not look for work");
        for (const ask of waiting) if (ask.once) asks.fail(ask, cause);
      }
    }
    if (asks.size === 0) again = false;
  }

  /** One look for one group; true when there may be more for those who still wait. */
  async function look(group: AskGroup): Promise<boolean> {
    const { pool } = group;
    if (!(await isWorkDue(database, pool.test, clock.now()))) return false;
    const deferred = deferredAccounts(await pools.list(), pool.name);
    const lending = await database.transaction((tx) => lend(agent, tx, group, { deferred, parked }), { retry: true });
    await hand(group, lending);
    for (const ask of lending.slots.answered) {
      const claims = await claimsOfAsk(agent, pools, ask);
      if (claims.length > 0) asks.settle(ask, claims);
    }
    for (const ask of lending.slots.over) {
      asks.fail(ask, serviceError("limit_reached", `A runner holds at most ${settings.claimsPerRunner} claims.`));
    }
    return lending.more;
  }

  /** Answers those who got something. */
  async function hand(group: AskGroup, { lent }: Lending): Promise<void> {
    if (lent.length === 0) return;
    // A first run has no attempts.
    const seen = lent.filter(({ record }) => record.epoch > 0).map(({ offer }) => offer.intentId);
    const attempts = seen.length === 0 ? [] : await findAttempts(database, seen);
    const understood = await findUnderstandings(
      database,
      lent.map(({ offer }) => offer.intentId),
    );
    const keys = (await pools.list()).find((one) => one.name === group.pool.name)?.keys ?? [];
    const answers = new Map<WaitingAsk, Claim[]>();
    for (const { ask, record, offer } of lent) {
      const own = attempts.filter((attempt) => attempt.intentId === offer.intentId);
      const { claimId: id, kind, epoch } = offer;
      const understanding = understood.get(offer.intentId);
      const claim = claimMessage(agent, {
        id,
        kind,
        epoch,
        record,
        attempts: own,
        understanding,
        pool: group.pool,
        keys,
      });
      answers.set(ask, [...(answers.get(ask) ?? []), claim]);
      const waited = Math.max(0, clock.now() - (record.work?.wakeAt ?? 0)) / 1000;
      metrics.claimWait.observe({ pool: group.pool.name, driver: group.drivers[0] ?? "any" }, waited);
    }
    for (const [ask, claims] of answers) if (!asks.settle(ask, claims)) await takeBack(claims);
    metrics.waitingAsks.set(asks.size);
  }

  /** Whoever asked left while the look was under way: the work need not wait until the offer ends. */
  async function takeBack(claims: Claim[]): Promise<void> {
    for (const { ref } of claims) {
      const record = await database.transaction(async (tx) => {
        const locked = await lockClaim(tx, ref?.claimId ?? "");
        if (!locked || locked.claim.confirmedAt !== null || locked.claim.endedAt !== null) return null;
        const { id, intentId } = locked.claim;
        await returnOffer(tx, { claimId: id, intentId, now: clock.now() });
        return { ...locked.record, claimId: null };
      });
      if (record !== null) agent.feed.changed(record.intent.id ?? "", record.intent.sequence ?? 0, workOffered(record));
    }
    again = true;
  }

  return {
    ask(ask, waitMs, signal) {
      if (closed || signal.aborted) return Promise.resolve([]);
      parked.note(ask.runnerId, ask.parked);
      const answer = asks.wait(ask, waitMs, signal);
      metrics.waitingAsks.set(asks.size);
      wake();
      return answer;
    },
    get waiting() {
      return asks.size;
    },
    wake,
    async close() {
      closed = true;
      for (const ask of asks.list()) asks.settle(ask, []);
      await looking;
    },
  };
}

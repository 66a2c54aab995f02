// Claims whose time is over: offers that nobody confirmed, leases that ran out, runs that do
// not get on, and those of a revoked key.
import { SignalKind } from "@openintents/proto";
import { write } from "../agent/claim-call.ts";
import { type AgentContext, leaseMargins } from "../agent/context.ts";
import type { PoolDirectory } from "../agent/pool-directory.ts";
import { workOffered } from "../change.ts";
import { decisive, isCommitting } from "../domain/attempt.ts";
import type { Claim } from "../domain/claim.ts";
import { PROGRESS_MS } from "../domain/clocks.ts";
import { afterLoss, type Loss } from "../domain/loss.ts";
import type { Pool } from "../domain/pool.ts";
import { findAttempts, saveAttempt } from "../store/attempts.ts";
import { lockClaim, returnOffer } from "../store/claims.ts";
import type { DueClaim } from "../store/due.ts";
import { insertSignal } from "../store/signals.ts";

type Ended = { intentId: string; version: number; offered: boolean; runnerId: string | null };

/** Ends one claim if its time is still over once it is locked; each in a transaction of its own. */
export async function endDueClaim(agent: AgentContext, pools: PoolDirectory, due: DueClaim): Promise<void> {
  const { database, clock, feed, metrics, logger } = agent;
  const listed = await pools.list();
  const ended = await database.transaction(async (tx): Promise<Ended | null> => {
    const locked = await lockClaim(tx, due.id, true);
    if (!locked) return null;
    const { record, claim } = locked;
    const now = clock.now();
    const pool = listed.find((one) => one.name === claim.pool);
    const cause = pool ? causeOf(agent, claim, pool, due, now) : null;
    if (cause === null) return null;
    const intentId = claim.intentId;
    if (cause === "offer") {
      await returnOffer(tx, { claimId: claim.id, intentId, now });
      record.claimId = null;
      return { intentId, version: record.intent.sequence ?? 0, offered: workOffered(record), runnerId: null };
    }
    const attempt = decisive(await findAttempts(tx, [intentId]));
    const inDoubt = isCommitting(attempt);
    const counted = cause === "progress" || (cause === "lease" && !claim.excused);
    const change = afterLoss(record, attempt, { kind: claim.kind, cause, counted, now, delayMs: 0 });
    if (attempt) await saveAttempt(tx, attempt);
    claim.endedAt = now;
    claim.endReason = "lost";
    await write({ tx, record, claim, now }, change);
    const { runnerId, epoch } = claim;
    await insertSignal(tx, { runnerId, kind: SignalKind.LOST, claimId: claim.id, epoch, revision: null, now });
    metrics.leaseLost.inc({ pool: claim.pool, cause });
    const facts = { intent: intentId, claim: claim.id, runner: runnerId, cause };
    if (inDoubt) logger.error({ alert: "order_unknown", ...facts }, "a runner was lost while it placed an order");
    else logger.warn(facts, "a runner was lost");
    return { intentId, version: record.intent.sequence ?? 0, offered: workOffered(record), runnerId };
  });
  if (!ended) return;
  feed.changed(ended.intentId, ended.version, ended.offered);
  if (ended.runnerId !== null) feed.signalled(ended.runnerId);
}

/** Judged again under the lock: a heartbeat or report may have come in between. */
function causeOf(
  agent: AgentContext,
  claim: Claim,
  pool: Pool,
  due: DueClaim,
  now: number,
): Loss["cause"] | "offer" | null {
  if (claim.endedAt !== null) return null;
  if (claim.confirmedAt === null) return claim.expiresAt <= now || due.cause === "revoked" ? "offer" : null;
  if (due.cause === "revoked") return "revoked";
  if (claim.expiresAt + leaseMargins(pool, agent.settings).graceMs <= now) return "lease";
  return claim.progressAt + PROGRESS_MS <= now ? "progress" : null;
}

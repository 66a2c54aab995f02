import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClaimRef, HeartbeatRequest, HeartbeatResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { write } from "../../agent/claim-call.ts";
import { tokenHash } from "../../agent/claim-token.ts";
import { confirm } from "../../agent/confirm.ts";
import type { AgentContext, RunnerPool } from "../../agent/context.ts";
import { signalOf } from "../../agent/signal-message.ts";
import { type ClaimProof, judge } from "../../domain/claim.ts";
import { findClaims, lockClaim } from "../../store/claims.ts";
import { renewAndListen } from "../../store/heartbeats.ts";

type Reply = MessageInitShape<typeof HeartbeatResponseSchema>;

/** Renews every named claim, confirms offers, and repeats each undelivered signal. */
export function heartbeat(agent: AgentContext) {
  return async (request: HeartbeatRequest, ctx: CallContext): Promise<Reply> => {
    const pool = await agent.runners.authenticate(ctx);
    await agent.registry.check(request.runnerId, pool);
    const refs = new Map(request.claims.map((ref) => [ref.claimId, ref]));
    const claims = refs.size === 0 ? [] : await findClaims(agent.database, [...refs.keys()]);
    const lost = new Map([...refs.keys()].map((id) => [id, "claim_lost"]));
    const alive: string[] = [];
    const offers: ClaimRef[] = [];
    const now = agent.clock.now();
    for (const claim of claims) {
      const ref = refs.get(claim.id);
      if (!ref) continue;
      const verdict = judge(claim, proofOf(ref, pool), now);
      if (verdict.kind === "refused") lost.set(claim.id, verdict.refusal.reason);
      else if (claim.confirmedAt === null) offers.push(ref);
      else alive.push(claim.id);
    }
    const { renewed, signals } = await renewAndListen(agent.database, {
      runnerId: request.runnerId,
      claimIds: alive,
      expiresAt: now + pool.leaseMs,
      after: Number(request.afterSignal),
    });
    for (const ref of offers) {
      const refusal = await confirmOffer(agent, ref, pool);
      if (refusal === null) renewed.push(ref.claimId);
      else lost.set(ref.claimId, refusal);
    }
    for (const id of renewed) lost.delete(id);
    return {
      renewed,
      lost: [...lost].map(([claimId, reason]) => ({ claimId, reason })),
      signals: signals.map(signalOf),
    };
  };
}

function proofOf(ref: ClaimRef, pool: RunnerPool): ClaimProof {
  return { pool: pool.name, epoch: ref.epoch, tokenHash: tokenHash(ref.token), report: null };
}

/** Null when the offer is confirmed, else the reason why it is not alive. */
async function confirmOffer(agent: AgentContext, ref: ClaimRef, pool: RunnerPool): Promise<string | null> {
  const done = await agent.database.transaction(async (tx) => {
    const locked = await lockClaim(tx, ref.claimId);
    const now = agent.clock.now();
    const verdict = judge(locked?.claim ?? null, proofOf(ref, pool), now);
    if (verdict.kind === "refused" || !locked) {
      return { refused: verdict.kind === "refused" ? verdict.refusal.reason : "claim_lost" };
    }
    const { record, claim } = locked;
    const change = confirm(record, claim, pool, now);
    await write({ tx, record, claim, now }, change);
    return { record, changed: change !== null };
  });
  if ("refused" in done) return done.refused ?? "claim_lost";
  if (done.changed) agent.feed.changed(done.record.intent.id ?? "", done.record.intent.sequence ?? 0, false);
  return null;
}

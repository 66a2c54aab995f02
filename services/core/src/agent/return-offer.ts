// Handing back an offer that was never confirmed: the run did not start, so nothing is said.
import type { ReleaseClaimRequest } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { type Claim, type ClaimProof, judge } from "../domain/claim.ts";
import { lockClaim } from "../store/claims.ts";
import { write } from "./claim-call.ts";
import { tokenHash } from "./claim-token.ts";
import type { AgentContext } from "./context.ts";

/** True when this was all that the release asks for: the offer is back, or the claim was released before. */
export async function returnOffer(
  agent: AgentContext,
  request: ReleaseClaimRequest,
  ctx: CallContext,
  delayMs: number,
): Promise<boolean> {
  const pool = await agent.runners.authenticate(ctx);
  const { ref } = request;
  if (!ref) return false;
  const proof: ClaimProof = { pool: pool.name, epoch: ref.epoch, tokenHash: tokenHash(ref.token), report: null };
  const returned = await agent.database.transaction(async (tx) => {
    const locked = await lockClaim(tx, ref.claimId);
    if (!locked) return null;
    const { record, claim } = locked;
    const now = agent.clock.now();
    if (wasReleased(claim, proof, now)) return "before";
    if (judge(claim, proof, now).kind !== "valid" || claim.confirmedAt !== null) return null;
    claim.endedAt = now;
    claim.endReason = "released";
    record.claimId = null;
    if (record.work) record.work.wakeAt = now + delayMs;
    if (request.driverHint !== "") record.driverHint = request.driverHint;
    await write({ tx, record, claim, now }, null);
    return record;
  });
  if (returned !== null && returned !== "before") {
    agent.feed.changed(returned.intent.id ?? "", returned.intent.sequence ?? 0, true);
  }
  return returned !== null;
}

/** A repeated release is answered like the first; the proof is checked as if the claim were alive. */
function wasReleased(claim: Claim, proof: ClaimProof, now: number): boolean {
  const alive: Claim = { ...claim, endedAt: null, confirmedAt: claim.confirmedAt ?? now };
  return claim.endReason === "released" && judge(alive, proof, now).kind === "valid";
}

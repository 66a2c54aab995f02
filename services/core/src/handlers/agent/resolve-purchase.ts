import { PurchaseOutcome, type ResolvePurchaseRequest, ResolvePurchaseResponseSchema } from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { isOpen, type PurchaseAttempt } from "../../domain/attempt.ts";
import { resolveRefusal } from "../../domain/reconcile.ts";
import { type Settled, type Settling, settleNotPlaced, settlePlaced, settleUnknown } from "../../domain/settle.ts";
import { findAttempts, saveAttempt } from "../../store/attempts.ts";

export function resolvePurchase(agent: AgentContext) {
  return claimCall<ResolvePurchaseRequest, typeof ResolvePurchaseResponseSchema>(
    agent,
    { output: ResolvePurchaseResponseSchema, numbered: true },
    async ({ tx, record, claim, pool, now }, request) => {
      const attempts = await findAttempts(tx, [record.intent.id ?? ""]);
      const attempt = attempts.find((one) => one.id === request.attemptId && isOpen(one));
      if (!attempt) {
        throw refusalError({
          reason: "attempt_not_open",
          message: "No attempt of this ID is open.",
          param: "attempt_id",
        });
      }
      const teller = { claimId: claim.id, kind: claim.kind, lookupGapMs: pool.lookupGapMs, now };
      const refusal = resolveRefusal(attempt, request, teller);
      if (refusal) throw refusalError(refusal);
      const unknownSince = attempt.unknownAt;
      const settled = settle({ record, attempt, kind: claim.kind, now }, request);
      await saveAttempt(tx, attempt);
      return {
        change: settled.change,
        reply: (sequence) => ({ sequence, claimAlive: !settled.claimEnds }),
        ...(settled.claimEnds ? { end: "ended" as const } : {}),
        after: () => report(agent, attempt, request.outcome, unknownSince),
      };
    },
  );
}

function settle(settling: Settling, request: ResolvePurchaseRequest): Settled {
  if (request.outcome === PurchaseOutcome.PLACED) return settlePlaced(settling, request);
  return request.outcome === PurchaseOutcome.NOT_PLACED ? settleNotPlaced(settling, request) : settleUnknown(settling);
}

const names: Partial<Record<PurchaseOutcome, string>> = {
  [PurchaseOutcome.PLACED]: "placed",
  [PurchaseOutcome.NOT_PLACED]: "not_placed",
};

function report(
  agent: AgentContext,
  attempt: PurchaseAttempt,
  outcome: PurchaseOutcome,
  unknownSince: number | null,
): void {
  const facts = { intent: attempt.intentId, attempt: attempt.id };
  const name = names[outcome];
  if (name === undefined) {
    if (attempt.lookups === 0) {
      agent.metrics.attempts.inc({ outcome: "unknown" });
      agent.logger.error({ alert: "order_unknown", ...facts }, "the outcome of an order is unknown");
    }
    return;
  }
  agent.metrics.attempts.inc({ outcome: name });
  if (unknownSince !== null && attempt.settledAt !== null) {
    agent.metrics.reconcileAge.observe(Math.max(0, attempt.settledAt - unknownSince) / 1000);
  }
  if (attempt.overcharged) {
    const charged = attempt.receipt?.total;
    agent.logger.error({ alert: "overcharged", ...facts, charged }, "a shop charged more than was begun");
  }
}

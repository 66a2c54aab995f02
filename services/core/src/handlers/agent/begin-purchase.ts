import { newId } from "@openintents/process";
import { AttemptState, type BeginPurchaseRequest, BeginPurchaseResponseSchema } from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { newOrderReference } from "../../agent/order-reference.ts";
import type { PurchaseAttempt } from "../../domain/attempt.ts";
import { beginRefusal } from "../../domain/purchase.ts";
import { feeOf, publicQuote, shopOf } from "../../domain/quote.ts";
import { placing } from "../../domain/transition.ts";
import { findAttempts, insertAttempt } from "../../store/attempts.ts";
import { findPlan } from "../../store/understandings.ts";

/**
 * The only door to an irreversible step. Without a wallet nothing is held, so checks and
 * commit are one transaction: from here on the intent cannot be cancelled.
 */
export function beginPurchase(agent: AgentContext) {
  return claimCall<BeginPurchaseRequest, typeof BeginPurchaseResponseSchema>(
    agent,
    { output: BeginPurchaseResponseSchema, numbered: true },
    async ({ tx, record, claim, pool, now }, request) => {
      const { quote } = request;
      if (!quote) throw refusalError({ reason: "parameter_missing", message: "quote is required.", param: "quote" });
      const intentId = record.intent.id ?? "";
      const attempts = await findAttempts(tx, [intentId]);
      const fee = feeOf(record.intent.test ?? false);
      const plan = await findPlan(tx, record);
      const refusal = beginRefusal({ record, kind: claim.kind, attempts, request, quote, fee, pool, plan, now });
      if (refusal) {
        agent.metrics.refusals.inc({ rule: refusal.reason });
        throw refusalError(refusal);
      }
      const attempt: PurchaseAttempt = {
        id: newId("att", now),
        intentId,
        claimId: claim.id,
        epoch: claim.epoch,
        state: AttemptState.COMMITTING,
        submit: request.submit,
        orderReference: newOrderReference(),
        idempotencyKey: newId("pur", now),
        quote,
        fee,
        begunAt: now,
        commitUntil: now + agent.settings.commitMs,
        lookups: 0,
        unknownAt: null,
        settledAt: null,
        basis: null,
        overcharged: false,
        receipt: null,
      };
      await insertAttempt(tx, attempt);
      record.intent.quote = publicQuote(quote, fee);
      record.intent.shop = shopOf(quote, record.intent.shop);
      record.host = record.intent.shop.host ?? null;
      claim.host = record.host;
      const reply = {
        attemptId: attempt.id,
        orderReference: attempt.orderReference,
        idempotencyKey: attempt.idempotencyKey,
        commitMs: agent.settings.commitMs,
      };
      return { change: placing(record, attempt.orderReference), reply: () => reply };
    },
  );
}

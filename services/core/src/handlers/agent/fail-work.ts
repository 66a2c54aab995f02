import { FailureCode, type FailWorkRequest, FailWorkResponseSchema, WorkKind } from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { decisive, isOpen } from "../../domain/attempt.ts";
import { settleUnknown } from "../../domain/settle.ts";
import { failed } from "../../domain/transition.ts";
import { findAttempts, saveAttempt } from "../../store/attempts.ts";

/** Codes that core alone gives: by its clocks, its lookups, or the caller's doing. */
const CORES_OWN: readonly FailureCode[] = [
  FailureCode.INPUT_DECLINED,
  FailureCode.SIGN_IN_DECLINED,
  FailureCode.PAYMENT_DECLINED_BY_USER,
  FailureCode.INPUT_EXPIRED,
  FailureCode.SIGN_IN_EXPIRED,
  FailureCode.PAYMENT_EXPIRED,
  FailureCode.ORDER_UNCONFIRMED,
  FailureCode.EXPIRED,
];

export function failWork(agent: AgentContext) {
  return claimCall<FailWorkRequest, typeof FailWorkResponseSchema>(
    agent,
    { output: FailWorkResponseSchema, numbered: true },
    async ({ tx, record, claim, now }, request) => {
      if (CORES_OWN.includes(request.code)) {
        throw refusalError({ reason: "parameter_invalid", message: "Core gives this code itself.", param: "code" });
      }
      const attempt = decisive(await findAttempts(tx, [record.intent.id ?? ""]));
      const after = () => agent.metrics.use(request.usage);
      if (claim.kind === WorkKind.RECONCILE && attempt !== null && isOpen(attempt)) {
        // A lookup that could not be made says nothing about the order.
        const { change } = settleUnknown({ record, attempt, kind: claim.kind, now });
        await saveAttempt(tx, attempt);
        return { change, reply: (sequence) => ({ sequence }), end: "ended", after };
      }
      if (attempt) {
        throw refusalError({
          reason: "attempt_open",
          message: "The purchase attempt is settled first: it is open, or its order stands.",
          details: { attempt: attempt.id },
        });
      }
      const { code, details } = request;
      const failure = details === undefined ? { code } : { code, details };
      return { change: failed(record, { now, failure }), reply: (sequence) => ({ sequence }), end: "ended", after };
    },
  );
}

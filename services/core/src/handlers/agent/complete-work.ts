import { AttemptState, type CompleteWorkRequest, CompleteWorkResponseSchema } from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { isFinal } from "../../domain/status.ts";
import { placed } from "../../domain/transition.ts";
import { findAttempts } from "../../store/attempts.ts";

/** Finishes an intent whose order stands already. */
export function completeWork(agent: AgentContext) {
  return claimCall<CompleteWorkRequest, typeof CompleteWorkResponseSchema>(
    agent,
    { output: CompleteWorkResponseSchema, numbered: true },
    async ({ tx, record, now }, request) => {
      const attempts = await findAttempts(tx, [record.intent.id ?? ""]);
      const attempt = attempts.find((one) => one.state === AttemptState.PLACED && one.receipt !== null);
      if (!attempt?.receipt || isFinal(record.intent.status)) {
        throw refusalError({ reason: "attempt_not_open", message: "Work is complete once its order is placed." });
      }
      return {
        change: placed(record, { now, receipt: attempt.receipt, reference: attempt.orderReference }),
        reply: (sequence) => ({ sequence }),
        end: "ended",
        after: () => agent.metrics.use(request.usage),
      };
    },
  );
}

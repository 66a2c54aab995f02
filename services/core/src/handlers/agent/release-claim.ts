import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ReleaseClaimRequest, ReleaseClaimResponseSchema, ReleaseReason, WorkKind } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { returnOffer } from "../../agent/return-offer.ts";
import { decisive, isCommitting } from "../../domain/attempt.ts";
import { checkpointProblem } from "../../domain/checkpoint.ts";
import { afterLoss } from "../../domain/loss.ts";
import { findAttempts } from "../../store/attempts.ts";

/** The same runner shall not be the first to get it again. */
const DELAY_MS: Partial<Record<ReleaseReason, number>> = {
  [ReleaseReason.WRONG_DRIVER]: 1_000,
  [ReleaseReason.BUSY_HOST]: 2_000,
};

type Reply = MessageInitShape<typeof ReleaseClaimResponseSchema>;

export function releaseClaim(agent: AgentContext) {
  const release = claimCall<ReleaseClaimRequest, typeof ReleaseClaimResponseSchema>(
    agent,
    { output: ReleaseClaimResponseSchema, numbered: false },
    async ({ tx, record, claim, now }, request) => {
      const problem = checkpointProblem(request.checkpoint);
      if (problem) throw refusalError(problem);
      const attempt = decisive(await findAttempts(tx, [record.intent.id ?? ""]));
      if (claim.kind === WorkKind.RUN && isCommitting(attempt)) {
        throw refusalError({ reason: "attempt_open", message: "Nothing is handed back inside a commit window." });
      }
      if (request.checkpoint) record.checkpoint = request.checkpoint;
      if (request.driverHint !== "") record.driverHint = request.driverHint;
      const delayMs = DELAY_MS[request.reason] ?? 0;
      const loss = { kind: claim.kind, cause: "released" as const, counted: false, now, delayMs };
      return { change: afterLoss(record, attempt, loss), reply: () => ({}), end: "released" };
    },
  );
  return async (request: ReleaseClaimRequest, ctx: CallContext): Promise<Reply> => {
    const delayMs = DELAY_MS[request.reason] ?? 0;
    return (await returnOffer(agent, request, ctx, delayMs)) ? {} : release(request, ctx);
  };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { serviceError } from "@openintents/process";
import { type CancelIntentRequest, type CancelIntentResponseSchema, IntentStatus } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { changeIntent } from "../change.ts";
import type { CoreDeps } from "../deps.ts";
import { canonical } from "../domain/spec.ts";
import { isFinal } from "../domain/status.ts";
import { cancelled } from "../domain/transition.ts";
import { acceptReplay, bodyHash, idempotencyKey } from "../idempotency.ts";
import { intentNotFound } from "../not-found.ts";
import { closeQuestion } from "../store/answers.ts";
import { endClaimOnCancel } from "../store/claims.ts";
import { findKey, takeKey } from "../store/idempotency.ts";
import { cancelledBy } from "../surface.ts";

const OPERATION = "intents.cancel";

export function cancelIntent(deps: CoreDeps) {
  return async (
    request: CancelIntentRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof CancelIntentResponseSchema>> => {
    const caller = await deps.callers.admit(ctx, "intents:write");
    const key = idempotencyKey(ctx);
    const id = request.id ?? "";
    const done = await changeIntent<string | null>(deps, id, async (record, tx, now) => {
      const { intent } = record;
      if (record.accountId !== caller.accountId || intent.test !== caller.test) throw intentNotFound();
      if (key !== null) {
        const hash = bodyHash(canonical([id, request.reason ?? null]));
        const scope = { ...caller, operation: OPERATION, key };
        if (!(await takeKey(tx, scope, { bodyHash: hash, objectId: id }, new Date(now)))) {
          const taken = await findKey(tx, scope);
          if (!taken) throw new Error("a taken idempotency key is gone");
          acceptReplay(ctx, taken, hash);
          return { change: null, result: null };
        }
      }
      if (intent.status === IntentStatus.CANCELLED) return { change: null, result: null };
      if (isFinal(intent.status)) throw serviceError("intent_final", "The intent has ended; it cannot be cancelled.");
      if (!intent.cancelable) {
        throw serviceError("intent_not_cancelable", "An order is being placed; try again in a moment.");
      }
      const question = intent.inputRequest?.id;
      if (question) await closeQuestion(tx, { id: question, as: "cancelled", answerHash: null, now });
      const runnerId = await endClaimOnCancel(tx, record, now);
      const by = cancelledBy(caller.via);
      const change = cancelled(
        record,
        request.reason === undefined ? { now, by } : { now, by, reason: request.reason },
      );
      return { change, result: runnerId };
    });
    if (!done) throw intentNotFound();
    if (done.result) deps.feed.signalled(done.result);
    return { intent: done.record.intent };
  };
}

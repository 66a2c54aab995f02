import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AuthorizeRequest, AuthorizeResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { CoreDeps } from "../deps.ts";
import { isFinal } from "../domain/status.ts";
import { intentNotFound } from "../not-found.ts";
import { findIntentState } from "../store/intents.ts";

export function authorize(deps: CoreDeps) {
  return async (
    request: AuthorizeRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof AuthorizeResponseSchema>> => {
    const caller = await deps.callers.admit(ctx, request.scope, request.charge);
    const { accountId, test, credentialId, scopes } = caller;
    const principal = { accountId, test, credentialId, scopes };
    if (request.intentId === "") return { principal };
    const state = await findIntentState(deps.database, caller, request.intentId);
    if (!state) throw intentNotFound();
    return { principal, lastEventSequence: state.eventSequence, intentFinal: isFinal(state.status) };
  };
}

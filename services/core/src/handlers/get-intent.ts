import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GetIntentRequest, GetIntentResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { CoreDeps } from "../deps.ts";
import { readHeld } from "../hold.ts";
import { intentNotFound } from "../not-found.ts";

export function getIntent(deps: CoreDeps) {
  return async (
    request: GetIntentRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof GetIntentResponseSchema>> => {
    const caller = await deps.callers.admit(ctx, "intents:read");
    const record = await readHeld(deps, {
      owner: caller,
      id: request.id ?? "",
      waitSeconds: request.waitSeconds ?? 0,
      signal: ctx.signal,
    });
    if (!record) throw intentNotFound();
    return { intent: record.intent };
  };
}

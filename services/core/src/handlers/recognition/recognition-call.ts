// What every call of RecognitionService has in common: the caller, the mode, and how errors leave.
import { ServiceError, serviceError } from "@openintents/process";
import { toIntentError } from "@openintents/recognition";
import { invalid, refusedRecognition } from "@openintents/recognition/grpc";
import type { HostDesk, HostScope } from "@openintents/recognition/host";
import type { CallContext } from "@openintents/rpc";
import type { Caller, Callers } from "../../caller.ts";
import { isDatabaseAway, told } from "../../database-away.ts";
import type { Recognisers, RecognitionMode } from "../../recognition/recognisers.ts";

export type RecognitionDeps = {
  callers: Callers;
  /** Rejects while core has not started. */
  recognisers(): Recognisers;
  desk: HostDesk;
};

export type RecognitionCall = { caller: Caller; recognisers: Recognisers };

const SCOPE = "recognition:write";

/**
 * Makes a handler. A call that the mode does not serve is refused as a path that does not exist;
 * a failure of recognition leaves as an IntentError in the status details.
 */
export function recognitionCall<Request, Reply>(
  deps: RecognitionDeps,
  modes: RecognitionMode[],
  run: (request: Request, call: RecognitionCall, ctx: CallContext) => Promise<Reply>,
): (request: Request, ctx: CallContext) => Promise<Reply> {
  return async (request, ctx) => {
    const caller = await deps.callers.admit(ctx, SCOPE);
    const recognisers = deps.recognisers();
    if (!modes.includes(recognisers.mode)) {
      const why =
        recognisers.mode === "off" ? "Recognition is off here." : `Recognition works in ${recognisers.mode} mode here.`;
      throw serviceError("route_not_found", why);
    }
    try {
      return await run(request, { caller, recognisers }, ctx);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const failure = toIntentError(error);
      if (isDatabaseAway(failure.cause)) throw told(failure.cause);
      if (failure.code === "INTERNAL") ctx.logger.error({ err: failure.cause ?? failure }, "a recognition failed");
      throw refusedRecognition(failure);
    }
  };
}

const LONGEST_SESSION = 256;

/** Whose records a call sees: the credential's, in the session it names. The MCP edge may have none. */
export function scopeOf(caller: Caller, session: string, ctx: CallContext): HostScope {
  if (session.length > LONGEST_SESSION) throw invalid("INPUT_INVALID", "/session", "is longer than 256 characters");
  const named = session !== "" || ctx.metadata.get("openintents-surface") === "mcp";
  if (!named) throw invalid("INPUT_INVALID", "/session", "is required: any text of yours that names the conversation");
  return { owner: caller.credentialId, session: session === "" ? null : session };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ParseRequest, ParseResponseSchema } from "@openintents/proto";
import { IntentError, type IntentInput } from "@openintents/recognition";
import { readRequest, resultMessage } from "@openintents/recognition/grpc";
import { type RecognitionDeps, recognitionCall } from "./recognition-call.ts";

/** What is left of a call's deadline for its answer to travel back in. */
const MARGIN_MS = 100;

export function parse(deps: RecognitionDeps) {
  return recognitionCall(
    deps,
    ["executor", "host"],
    async (request: ParseRequest, { recognisers }, ctx): Promise<MessageInitShape<typeof ParseResponseSchema>> => {
      const { instance, input } = readRequest(request);
      const { intent } = recognisers.named(instance);
      if (recognisers.mode === "host") {
        throw new IntentError(
          "EXECUTOR_UNAVAILABLE",
          "executor",
          "This installation recognises with the caller's own model: prepare a task and submit its candidate.",
          { retryable: false },
        );
      }
      const left = ctx.deadline === undefined ? null : Math.max(1, ctx.deadline - Date.now() - MARGIN_MS);
      const options = { signal: ctx.signal, ...(left === null ? {} : { timeoutMs: left }) };
      const result = await intent.parse(input as IntentInput, options);
      return resultMessage(JSON.stringify(result));
    },
  );
}

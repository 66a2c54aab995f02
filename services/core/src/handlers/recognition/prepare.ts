import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  fromRecognitionJson,
  HostTaskSchema,
  type PrepareRequest,
  type PrepareResponseSchema,
} from "@openintents/proto";
import { readRequest } from "@openintents/recognition/grpc";
import { type RecognitionDeps, recognitionCall, scopeOf } from "./recognition-call.ts";

/** A task's own deadline is its instance's; that of the call is the call's alone. */
export function prepare(deps: RecognitionDeps) {
  return recognitionCall(
    deps,
    ["host"],
    async (
      request: PrepareRequest,
      { caller, recognisers },
      ctx,
    ): Promise<MessageInitShape<typeof PrepareResponseSchema>> => {
      const scope = scopeOf(caller, request.session, ctx);
      const { instance, input } = readRequest(request);
      const { name } = recognisers.named(instance);
      const task = await deps.desk.prepare(scope, name, input, { signal: ctx.signal });
      const text = JSON.stringify(task);
      return {
        task: fromRecognitionJson(HostTaskSchema, JSON.parse(text)),
        taskJson: new TextEncoder().encode(text),
      };
    },
  );
}

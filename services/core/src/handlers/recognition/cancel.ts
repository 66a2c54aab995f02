import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  CancelReasonSchema,
  type CancelRequest,
  type CancelResponseSchema,
  type CancelStatus,
  CancelStatusSchema,
  enumName,
  enumValue,
} from "@openintents/proto";
import type { CancelReason } from "@openintents/recognition";
import { invalid } from "@openintents/recognition/grpc";
import { type RecognitionDeps, recognitionCall, scopeOf } from "./recognition-call.ts";

export function cancel(deps: RecognitionDeps) {
  return recognitionCall(
    deps,
    ["host"],
    async (request: CancelRequest, { caller }, ctx): Promise<MessageInitShape<typeof CancelResponseSchema>> => {
      const scope = scopeOf(caller, request.session, ctx);
      const reason = request.reason === 0 ? "cancelled" : enumName(CancelReasonSchema, request.reason);
      if (reason === null) throw invalid("INPUT_INVALID", "/reason", "is none of cancelled, refusal, incomplete");
      const reply = await deps.desk.cancel(scope, { requestId: request.requestId, reason: reason as CancelReason });
      return { requestId: reply.requestId, status: enumValue(CancelStatusSchema, reply.status) as CancelStatus };
    },
  );
}

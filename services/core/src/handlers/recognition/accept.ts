import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AcceptRequest, AcceptResponseSchema } from "@openintents/proto";
import { resultMessage } from "@openintents/recognition/grpc";
import { type RecognitionDeps, recognitionCall, scopeOf } from "./recognition-call.ts";

export function accept(deps: RecognitionDeps) {
  return recognitionCall(
    deps,
    ["host"],
    async (request: AcceptRequest, { caller }, ctx): Promise<MessageInitShape<typeof AcceptResponseSchema>> => {
      const scope = scopeOf(caller, request.session, ctx);
      const { requestId, submissionToken, candidateText } = request;
      const submission = { requestId, submissionToken, candidateText };
      return resultMessage((await deps.desk.accept(scope, submission, { signal: ctx.signal })).text);
    },
  );
}

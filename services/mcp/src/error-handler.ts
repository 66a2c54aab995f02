import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { answerJson, answerRefusal, type Payload } from "./answers.ts";
import { authorizeOnce } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { MessageRefusal, mediaType, notJson, tooLarge } from "./json-message.ts";
import { errorText, RPC_CODES } from "./json-rpc.ts";

/** Answers what fails outside a message's own handling: bodies that are none, and our faults. */
export function errorHandler(edge: EdgeDeps) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<Payload> => {
    const refusal = ofFastify(error);
    if (refusal === undefined) {
      edge.logger.error({ err: error, request_id: request.mcp.requestId }, "request failed");
      return answerJson(request, reply, 500, errorText(null, RPC_CODES.internalError, "Internal error"));
    }
    try {
      await authorizeOnce(edge.auth, request.mcp);
    } catch (outranking) {
      return answerRefusal(request, reply, edge.publicOrigin, outranking);
    }
    return answerJson(request, reply, refusal.status, errorText(null, refusal.rpcCode, refusal.message));
  };
}

function ofFastify(error: FastifyError): MessageRefusal | undefined {
  if (error instanceof MessageRefusal) return error;
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge();
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_CONTENT_TYPE":
      return mediaType();
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return notJson();
    default:
      return undefined;
  }
}

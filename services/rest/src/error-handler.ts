import { type Logger, ServiceError, serviceError } from "@openintents/process";
import { type AuthService, reasonInfo } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { callMetadata } from "./call-metadata.ts";
import { type ErrorAnswer, errorAnswer } from "./error-answer.ts";
import { BODY_LIMIT } from "./json-body.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

export type ErrorContext = {
  publicOrigin: string;
  trustedProxies: string[];
  auth: Client<typeof AuthService>;
  logger: Logger;
};

/** Prints every failure of a request as the API's error body, with the headers its status asks for. */
export function errorHandler(context: ErrorContext) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = ofFastify(error);
    const outranked = await chargeRefused(context, request, refusal);
    const answer = errorAnswer(outranked ?? refusal, {
      publicOrigin: context.publicOrigin,
      requestId: request.rest.id,
    });
    if (answer.fault) logFault(context.logger, request, answer, outranked ?? refusal);
    rateLimitHeaders(reply, request.rest.trailers);
    return sendError(reply, answer, retryAfterOf(request));
  };
}

export function sendError(reply: FastifyReply, answer: ErrorAnswer, retryAfter?: string): FastifyReply {
  if (answer.retryAfter !== undefined) reply.header("Retry-After", retryAfter ?? String(answer.retryAfter));
  return reply.code(answer.status).header("Content-Type", "application/json; charset=utf-8").send(answer.body);
}

function retryAfterOf(request: FastifyRequest): string | undefined {
  const text = request.rest.trailers?.get("retry-after");
  return text !== undefined && /^[1-9]\d*$/.test(text) ? text : undefined;
}

/**
 * A request that is refused here, before any service saw it, still costs one and still
 * needs a valid credential: the wrong key must not be told by a better body. Answers the
 * refusal of the credential or the limit, which outranks the one at hand.
 */
async function chargeRefused(context: ErrorContext, request: FastifyRequest, refusal: unknown): Promise<unknown> {
  if (request.rest.asked || request.rest.authorization === undefined) return undefined;
  if (refusal instanceof ServiceError && refusal.reason === "oauth_token_not_allowed") return undefined;
  request.rest.asked = true;
  try {
    const metadata = callMetadata(request, { trustedProxies: context.trustedProxies, idempotent: false });
    await context.auth.authorize(
      { charge: 1 },
      {
        metadata: { ...metadata, "openintents-version": undefined },
        onTrailers: (trailers) => {
          request.rest.trailers = trailers;
        },
      },
    );
    return undefined;
  } catch (error) {
    const status = error instanceof ServiceError ? reasonInfo(error.reason)?.httpStatus : undefined;
    if (status === 401 || status === 403 || status === 429) return error;
    context.logger.warn({ err: error, request_id: request.rest.id }, "could not charge a refused request");
    return undefined;
  }
}

/** fastify's own refusals by their codes; anything else passes as it is. */
function ofFastify(error: FastifyError): unknown {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return serviceError("body_too_large", `The body may have at most ${BODY_LIMIT} bytes.`);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_CONTENT_TYPE":
      return serviceError("unsupported_media_type", "Send the body as application/json.");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return serviceError("invalid_json", "The body is not as long as Content-Length says.");
    default:
      return error;
  }
}

function logFault(logger: Logger, request: FastifyRequest, answer: ErrorAnswer, error: unknown): void {
  const line = { err: error, request_id: request.rest.id, method: request.method, route: request.routeOptions.url };
  // An unreachable part is the operator's alarm already; each refused request is not.
  if (answer.status === 503) logger.warn(line, "answered unavailable");
  else logger.error(line, "request failed");
}

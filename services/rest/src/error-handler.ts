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
  return async (error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { publicOrigin } = context;
    const requestId = request.rest.id;
    let failure = ofFastify(error);
    let answer = errorAnswer(failure, { publicOrigin, requestId });
    if (isUncharged(request, answer)) {
      const outranking = await charge(context, request);
      if (outranking !== undefined) {
        failure = outranking;
        answer = errorAnswer(outranking, { publicOrigin, requestId });
      }
    }
    if (answer.fault) logFault(context.logger, request, answer, failure);
    rateLimitHeaders(reply, request.rest.trailers);
    return printError(reply, answer);
  };
}

/**
 * For a refusal that is printed in a form of its own: charges the request if nobody did, and
 * answers the refusal of the credential or the limit that outranks it.
 */
export async function refusalOfCredential(
  context: ErrorContext,
  request: FastifyRequest,
): Promise<ServiceError | undefined> {
  return request.rest.authorization === undefined || request.rest.asked ? undefined : charge(context, request);
}

/** Sets the head of an error's answer and gives its body. */
export function printError(reply: FastifyReply, answer: ErrorAnswer): string {
  if (answer.retryAfter !== undefined) reply.header("Retry-After", String(answer.retryAfter));
  if (answer.status === 401) reply.header("WWW-Authenticate", "Bearer");
  reply.code(answer.status).header("Content-Type", "application/json; charset=utf-8");
  return answer.body;
}

const OUTRANKING = new Set([401, 403, 429]);

/**
 * Whether the request was refused before core looked at its credential: here, or by the
 * rules of its message, which a service checks before it does anything.
 */
function isUncharged(request: FastifyRequest, answer: ErrorAnswer): boolean {
  const { authorization, asked, trailers } = request.rest;
  if (authorization === undefined) return false;
  return asked ? answer.status === 400 && trailers?.get("ratelimit") === undefined : true;
}

/**
 * Such a request still costs one and still needs a valid credential: a wrong key must not
 * be told by a better body. Answers the refusal of the credential or the limit, which
 * outranks the one at hand.
 */
async function charge(context: ErrorContext, request: FastifyRequest): Promise<ServiceError | undefined> {
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
    if (error instanceof ServiceError && OUTRANKING.has(reasonInfo(error.reason)?.httpStatus ?? 0)) return error;
    context.logger.warn({ err: error, request_id: request.rest.id }, "could not charge a refused request");
    return undefined;
  }
}

/** fastify's own refusals by their codes; anything else passes as it is. */
function ofFastify(error: FastifyError | ServiceError): unknown {
  switch ("code" in error ? error.code : "") {
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

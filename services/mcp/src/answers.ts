import type { Metadata } from "@openintents/rpc";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorBody } from "./error-body.ts";

/** An answer as one text. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, text: string): FastifyReply {
  rateLimitHeaders(reply, request.mcp.trailers);
  return reply.code(status).header("Content-Type", "application/json").send(text);
}

/** A message that the protocol takes without an answer. */
export function sendAccepted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  rateLimitHeaders(reply, request.mcp.trailers);
  return reply.code(202).send();
}

/** One JSON-RPC message as a stream that ends with it, for clients that asked for streams. */
export function sendEvent(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  rateLimitHeaders(reply, request.mcp.trailers);
  return reply
    .code(200)
    .header("Content-Type", "text/event-stream")
    .header("Cache-Control", "no-cache, no-transform")
    .header("X-Accel-Buffering", "no")
    .send(eventFrame(text));
}

export function eventFrame(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/**
 * A refusal in front of the protocol, with the error body of the REST API. A challenge
 * names no metadata document: there is no sign-in to be led to while OAuth is off.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
  error: unknown,
): FastifyReply {
  const { mcp } = request;
  const refusal = errorBody(error, { publicOrigin, requestId: mcp.requestId });
  if (refusal.status === 401) {
    const sent = refusal.code !== "authentication_required";
    reply.header("WWW-Authenticate", sent ? 'Bearer error="invalid_token"' : "Bearer");
  }
  if (refusal.status === 429 || refusal.status === 503) {
    const told = mcp.trailers?.get("retry-after");
    reply.header(
      "Retry-After",
      told !== undefined && /^[1-9]\d*$/.test(told) ? told : String(refusal.retryAfterSeconds),
    );
  }
  return sendJson(request, reply, refusal.status, refusal.body);
}

function rateLimitHeaders(reply: FastifyReply, trailers: Metadata | undefined): void {
  if (trailers === undefined) return;
  const limit = trailers.get("ratelimit");
  const policy = trailers.get("ratelimit-policy");
  if (limit !== undefined) reply.header("RateLimit", limit);
  if (policy !== undefined) reply.header("RateLimit-Policy", policy);
}

import type { Metadata } from "@openintents/rpc";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorBody } from "./error-body.ts";

/**
 * What a handler gives back for the reply whose head it has set: a text, or undefined for
 * an answer without a body and where it has taken the connection over. Never the reply
 * itself: it is a thenable, and awaiting it by accident waits for the answer to be sent.
 */
export type Payload = string | Buffer | undefined;

/** An answer as one text. */
export function answerJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string | Buffer,
): Payload {
  rateLimitHeaders(reply, request.mcp.trailers);
  reply.code(status).header("Content-Type", "application/json");
  return text;
}

/** A message that the protocol takes without an answer. */
export function answerAccepted(request: FastifyRequest, reply: FastifyReply): Payload {
  rateLimitHeaders(reply, request.mcp.trailers);
  reply.code(202);
  return undefined;
}

/** One JSON-RPC message as a stream that ends with it, for clients that asked for streams. */
export function answerEvent(request: FastifyRequest, reply: FastifyReply, text: string): Payload {
  rateLimitHeaders(reply, request.mcp.trailers);
  reply
    .code(200)
    .header("Content-Type", "text/event-stream")
    .header("Cache-Control", "no-cache, no-transform")
    .header("X-Accel-Buffering", "no");
  return eventFrame(text);
}

export function eventFrame(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/**
 * A refusal in front of the protocol, with the error body of the REST API. A challenge
 * names no metadata document: there is no sign-in to be led to while OAuth is off.
 */
export function answerRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
  error: unknown,
): Payload {
  const { mcp } = request;
  const refusal = errorBody(error, { publicOrigin, requestId: mcp.requestId });
  if (refusal.status === 401) {
    const sent = refusal.code !== "authentication_required";
    reply.header("WWW-Authenticate", sent ? 'Bearer error="invalid_token"' : "Bearer");
  }
  if (refusal.status === 429 || refusal.status === 503) {
    reply.header("Retry-After", String(refusal.retryAfterSeconds));
  }
  return answerJson(request, reply, refusal.status, refusal.body);
}

function rateLimitHeaders(reply: FastifyReply, trailers: Metadata | undefined): void {
  for (const [name, value] of rateLimitEntries(trailers)) reply.header(name, value);
}

/** The state of the limit as headers, as far as a call behind the request answered it. */
export function rateLimitEntries(trailers: Metadata | undefined): [name: string, value: string][] {
  const limit = trailers?.get("ratelimit");
  const policy = trailers?.get("ratelimit-policy");
  const entries: [string, string][] = [];
  if (limit !== undefined) entries.push(["RateLimit", limit]);
  if (policy !== undefined) entries.push(["RateLimit-Policy", policy]);
  return entries;
}

import type { Metadata } from "@openintents/rpc";
import type { FastifyReply } from "fastify";

/** Prints the rate-limit state that a call answered in its trailers. */
export function rateLimitHeaders(reply: FastifyReply, trailers: Metadata | undefined): void {
  if (trailers === undefined) return;
  const limit = trailers.get("ratelimit");
  const policy = trailers.get("ratelimit-policy");
  if (limit !== undefined) reply.header("RateLimit", limit);
  if (policy !== undefined) reply.header("RateLimit-Policy", policy);
}

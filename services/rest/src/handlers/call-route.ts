import type { Message } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import { fromRest, toWire } from "@openintents/proto";
import type { Metadata } from "@openintents/rpc";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callMetadata } from "../call-metadata.ts";
import { entityTag, noneMatchNames } from "../conditional.ts";
import { type Hold, readHold } from "../hold.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import type { RoutePlan } from "../route-plan.ts";

export type CallContext = {
  trustedProxies: string[];
  /** Aborts when the process is told to stop. */
  draining: AbortSignal;
};

/**
 * What a handler gives back for the reply whose head it has set: a text, or undefined for
 * an answer without a body and where it has taken the connection over. Never the reply
 * itself: it is a thenable, and awaiting it by accident waits for the answer to be sent.
 */
export type Payload = string | undefined;

type Query = Record<string, string | string[]>;
type Prepared = { message: Message; hold: Hold; metadata: Record<string, string | undefined> };

/** Time that a call may take beyond its hold, in milliseconds. */
const MARGIN_MS = 10_000;

/**
 * The handler of one route: request to message, one call, message to answer. Refusals
 * are thrown (WireError, ServiceError) for the error handler to print.
 */
export function callRoute(plan: RoutePlan, context: CallContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Payload> => {
    const prepared = prepare(plan, context, request);
    request.rest.asked = true;
    const hangUp = plan.safe || prepared.hold.seconds > 0 ? whenClosed(reply) : undefined;
    try {
      const output = await call(plan, context, request, prepared, hangUp);
      return answer(plan, request, reply, prepared.hold, output);
    } catch (error) {
      // Nobody is left to answer; the hold ended, the intent goes on.
      if (hangUp?.aborted !== true) throw error;
      reply.hijack();
      return undefined;
    }
  };
}

function prepare(plan: RoutePlan, context: CallContext, request: FastifyRequest): Prepared {
  const given = request.query as Query;
  const hold = plan.holds ? readHold(given.wait_seconds, request.headers.prefer) : NO_HOLD;
  const query = hold.preferred ? { ...given, wait_seconds: String(hold.seconds) } : given;
  const message = fromRest(plan.input, {
    path: request.params as Record<string, string>,
    query,
    headers: request.headers as Record<string, string | undefined>,
    body: request.body,
    hasBody: request.body !== undefined,
  });
  const metadata = callMetadata(request, { trustedProxies: context.trustedProxies, idempotent: plan.idempotent });
  return { message, hold, metadata };
}

const NO_HOLD: Hold = { seconds: 0, preferred: false };

/**
 * One call, or two when the process stops during a hold: the hold ends early and the
 * object is read as it stands. Only what may be repeated is treated so; a create without
 * an idempotency key is let finish.
 */
async function call(
  plan: RoutePlan,
  context: CallContext,
  request: FastifyRequest,
  { message, hold, metadata }: Prepared,
  hangUp: AbortSignal | undefined,
): Promise<Message> {
  const onTrailers = (trailers: Metadata): void => {
    request.rest.trailers = trailers;
  };
  const deadlineMs = hold.seconds * 1000 + MARGIN_MS;
  const repeatable = hold.seconds > 0 && (plan.safe || metadata["idempotency-key"] !== undefined);
  const ends = [hangUp, repeatable ? context.draining : undefined].filter((signal) => signal !== undefined);
  const signal = ends.length > 1 ? AbortSignal.any(ends) : ends[0];
  try {
    return await plan.invoke(message, {
      metadata,
      deadlineMs,
      onTrailers,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    const ended = repeatable && context.draining.aborted && hangUp?.aborted !== true;
    if (!ended || !(error instanceof ServiceError) || error.reason !== "cancelled") throw error;
    (message as Message & { waitSeconds?: number }).waitSeconds = 0;
    return await plan.invoke(message, { metadata, deadlineMs: MARGIN_MS, onTrailers });
  }
}

function answer(plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, hold: Hold, output: Message): Payload {
  const { trailers } = request.rest;
  const json = toWire(plan.output, output);
  rateLimitHeaders(reply, trailers);
  if (hold.preferred) reply.header("Preference-Applied", `wait=${hold.seconds}`);
  const replayed = trailers?.get("idempotent-replayed") === "true";
  if (replayed) reply.header("Idempotent-Replayed", "true");
  if (plan.etag) {
    const tag = entityTag((json as { sequence: number }).sequence);
    reply.header("ETag", tag);
    if (plan.safe && noneMatchNames(request.headers["if-none-match"], tag)) {
      reply.code(304);
      return undefined;
    }
  }
  reply.code(replayed ? 200 : plan.success).header("Content-Type", "application/json; charset=utf-8");
  return JSON.stringify(json);
}

/** A signal that aborts when the client goes away before its answer was written. */
export function whenClosed(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

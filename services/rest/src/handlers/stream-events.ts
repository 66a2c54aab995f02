import { type Clock, type Logger, serviceError } from "@openintents/process";
import {
  fromRest,
  type IntentEvent,
  IntentEventSchema,
  toWire,
  WatchIntentEventsRequestSchema,
} from "@openintents/proto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callMetadata } from "../call-metadata.ts";
import { errorAnswer } from "../error-answer.ts";
import type { RestClients } from "../route-plan.ts";
import { type Payload, whenClosed } from "./call-route.ts";

export type StreamContext = {
  trustedProxies: string[];
  draining: AbortSignal;
  timeline: RestClients["timeline"];
  clock: Clock;
  logger: Logger;
  publicOrigin: string;
};

/** The route whose list is also offered as a stream. */
export const STREAMED_PATH = "/v1/intents/{id}/events";

/** A comment this often keeps proxies from taking the stream for dead. */
const COMMENT_MS = 15_000;
/**
 * A refusal comes within milliseconds and deserves its own status, so the stream opens
 * with the first event or after this long without one.
 */
const OPEN_AFTER_MS = 1_000;

/**
 * `GET /v1/intents/{id}/events` as server-sent events: `id` is the event's sequence,
 * a reconnect with `Last-Event-ID` goes on behind it, `event: end` follows the last one.
 * A stream that breaks off closes without `end`, so that the client comes back.
 */
export function streamEvents(context: StreamContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Payload> => {
    const watch = watchRequest(request);
    const metadata = callMetadata(request, { trustedProxies: context.trustedProxies, idempotent: false });
    request.rest.asked = true;
    const gone = whenClosed(reply);
    const signal = AbortSignal.any([gone, context.draining]);
    const events = context.timeline
      .watchIntentEvents(watch, {
        metadata,
        signal,
        onTrailers: (trailers) => {
          request.rest.trailers = trailers;
        },
      })
      [Symbol.asyncIterator]();

    const first = events.next();
    // Awaited below unless the client leaves first; its rejection is then nobody's.
    first.catch(() => undefined);
    const early = await Promise.race([first, context.clock.sleep(OPEN_AFTER_MS, signal)]);
    if (gone.aborted) {
      reply.hijack();
      return undefined;
    }
    const sink = open(reply, request.rest.id);
    const stopComments = comments(context.clock, sink);
    try {
      for (let step = early ?? (await first); step.done !== true; step = await events.next()) {
        if (step.value.event !== undefined) await sink.write(frame(step.value.event));
      }
      await sink.write("event: end\ndata: {}\n\n");
    } catch (error) {
      if (!signal.aborted) {
        context.logger.warn({ err: error, request_id: request.rest.id }, "event stream broke off");
        const { body } = errorAnswer(error, { publicOrigin: context.publicOrigin, requestId: request.rest.id });
        await sink.write(`event: error\ndata: ${body}\n\n`);
      }
    } finally {
      stopComments();
      reply.raw.end();
    }
    return undefined;
  };
}

/** `after` and `Last-Event-ID` mean the same; a reconnecting client sends both, and the header is the newer. */
function watchRequest(request: FastifyRequest) {
  const { after, ...rest } = request.query as Record<string, string | string[]>;
  const last = request.headers["last-event-id"];
  if (typeof last === "string" && last !== "" && !/^\d{1,9}$/.test(last)) {
    throw serviceError("parameter_invalid", "Last-Event-ID is not one of this stream's.", { param: "Last-Event-ID" });
  }
  const from = typeof last === "string" && last !== "" ? last : after;
  return fromRest(WatchIntentEventsRequestSchema, {
    path: request.params as Record<string, string>,
    query: { ...rest, ...(from === undefined ? {} : { after: from }) },
    headers: {},
    body: undefined,
    hasBody: false,
  });
}

function frame(event: IntentEvent): string {
  return `id: ${event.sequence}\nevent: intent_event\ndata: ${JSON.stringify(toWire(IntentEventSchema, event))}\n\n`;
}

type Sink = { write(text: string): Promise<void> };

function open(reply: FastifyReply, requestId: string): Sink {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "Request-Id": requestId,
  });
  raw.flushHeaders();
  return {
    async write(text) {
      // A slow reader must not fill memory; a closed one ends the wait.
      if (raw.destroyed || raw.write(text)) return;
      await new Promise<void>((resolve) => {
        raw.once("drain", resolve);
        raw.once("close", resolve);
      });
    },
  };
}

function comments(clock: Clock, sink: Sink): () => void {
  let cancel = (): void => {};
  const arm = (): void => {
    cancel = clock.timer(COMMENT_MS, () => {
      void sink.write(": keep-alive\n\n");
      arm();
    });
  };
  arm();
  return () => cancel();
}

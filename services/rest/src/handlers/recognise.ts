// POST /v1/recognitions. Its JSON is recognition's own and not made from the contract's messages, so
// the body goes on as it came and the answer's text goes back as it came.

import { serviceError, withSpan } from "@openintents/process";
import type { RecognitionService } from "@openintents/proto";
import { IntentError } from "@openintents/recognition/edge";
import type { Client } from "@openintents/rpc";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callMetadata, header } from "../call-metadata.ts";
import { type ErrorContext, errorHandler, refusalOfCredential } from "../error-handler.ts";
import { guard } from "../guards.ts";
import { checkEncoding } from "../json-body.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import { recognitionFailure } from "../recognition-answer.ts";
import { whenClosed } from "./call-route.ts";

export const RECOGNITIONS_PATH = "/v1/recognitions";

export type RecogniseContext = ErrorContext & {
  recognition: Client<typeof RecognitionService>;
  trustedProxies: string[];
};

const BODY_LIMIT = 1024 * 1024;
/** A language source may think for a while; its instance has a time limit of its own. */
const DEADLINE_MS = 120_000;
const SPAN_ATTRIBUTES = { "http.request.method": "POST", "http.route": RECOGNITIONS_PATH };

/** Registers the route with a body parser and an error handler of its own. */
export async function serveRecognitions(app: FastifyInstance, context: RecogniseContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: BODY_LIMIT },
      (request, body, done) => {
        try {
          checkEncoding(request.headers["content-type"] ?? "", request.headers["content-encoding"]);
          done(null, body);
        } catch (error) {
          done(error as Error);
        }
      },
    );
    scope.setErrorHandler(failed(context));
    scope.post(RECOGNITIONS_PATH, { bodyLimit: BODY_LIMIT, onRequest: guard({ streams: false }) }, (request, reply) =>
      withSpan(
        `POST ${RECOGNITIONS_PATH}`,
        { traceparent: header(request.headers.traceparent), kind: "server", attributes: SPAN_ATTRIBUTES },
        () => recognise(context, request, reply),
      ),
    );
  });
}

async function recognise(
  context: RecogniseContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const [unknown] = Object.keys(request.query as object);
  if (unknown !== undefined) {
    throw serviceError("unknown_parameter", `This operation takes no ${unknown}.`, { param: unknown });
  }
  const metadata = callMetadata(request, { trustedProxies: context.trustedProxies, idempotent: false });
  const hangUp = whenClosed(reply);
  request.rest.asked = true;
  try {
    const { resultJson } = await context.recognition.parse(
      { argumentsJson: (request.body as Buffer | undefined) ?? new Uint8Array() },
      {
        metadata,
        deadlineMs: DEADLINE_MS,
        signal: hangUp,
        onTrailers: (trailers) => {
          request.rest.trailers = trailers;
        },
      },
    );
    rateLimitHeaders(reply, request.rest.trailers);
    reply.code(200).header("Content-Type", "application/json; charset=utf-8");
    return new TextDecoder().decode(resultJson);
  } catch (error) {
    // Nobody is left to answer, and the recognition was given up.
    if (!hangUp.aborted) throw error;
    reply.hijack();
    return undefined;
  }
}

/** Recognition's errors in its own form; what the house refuses (credential, limit, scope, media type) in the API's. */
function failed(context: RecogniseContext) {
  const house = errorHandler(context);
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const failure = recognitionFailure(error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? tooLarge() : error);
    if (failure === undefined) return house(error, request, reply);
    const outranking = await refusalOfCredential(context, request);
    if (outranking !== undefined) return house(outranking, request, reply);
    rateLimitHeaders(reply, request.rest.trailers);
    if (failure.status === 429 || failure.status === 503) reply.header("Retry-After", "1");
    reply.code(failure.status).header("Content-Type", "application/json; charset=utf-8");
    return failure.body;
  };
}

function tooLarge(): IntentError {
  const message = `may have at most ${BODY_LIMIT} bytes`;
  return new IntentError("LIMIT_EXCEEDED", "input", `The body ${message}.`, {
    issues: [{ code: "LIMIT_EXCEEDED", path: "", message }],
  });
}

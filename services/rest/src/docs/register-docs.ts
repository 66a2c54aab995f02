import { createHash } from "node:crypto";
import { type JsonObject, openApi } from "@openintents/proto";
import type { FastifyInstance } from "fastify";
import { SUPPORTED_VERSIONS } from "../call-metadata.ts";
import { noneMatchNames } from "../conditional.ts";
import { STREAMED_PATH } from "../handlers/stream-events.ts";
import { SERVED } from "../route-plan.ts";
import { introduction } from "./introduction.ts";
import { PAGE_HEADERS } from "./page.ts";
import { addRecognition } from "./recognition-operation.ts";
import { renderErrors } from "./render-errors.ts";
import { renderReference } from "./render-reference.ts";
import { asObject } from "./render-schema.ts";

/**
 * Serves the OpenAPI document and the pages made from it; each is computed once, at start.
 * Returns their routes, so that other methods there are refused as they should be.
 */
export function registerDocs(app: FastifyInstance, publicOrigin: string): { httpMethod: string; path: string }[] {
  const document = openApi({
    services: SERVED,
    title: "OpenIntents API",
    version: SUPPORTED_VERSIONS[0] ?? "",
    serverUrl: publicOrigin,
  });
  addEventStream(document);
  addRecognition(document);
  const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "public, max-age=300" };
  const documents = [
    { path: "/openapi.json", headers: json, text: JSON.stringify(document) },
    { path: "/docs", headers: PAGE_HEADERS, text: renderReference(document, introduction(publicOrigin)) },
    { path: "/docs/errors", headers: PAGE_HEADERS, text: renderErrors() },
  ];
  for (const { path, headers, text } of documents) {
    const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    app.get(path, (request, reply) => {
      reply.headers(headers).header("ETag", tag);
      if (noneMatchNames(request.headers["if-none-match"], tag)) return reply.code(304).send();
      return reply.send(text);
    });
  }
  return documents.map(({ path }) => ({ httpMethod: "GET", path }));
}

/** The one answer that the contract's routes do not say: the list of events as a stream. */
function addEventStream(document: JsonObject): void {
  const operation = asObject(asObject(asObject(document.paths)[STREAMED_PATH]).get);
  const content = asObject(asObject(asObject(operation.responses)["200"]).content);
  content["text/event-stream"] = {
    schema: {
      type: "string",
      description:
        "With `Accept: text/event-stream`: each event as it happens, its sequence as `id`, and `event: end` after the last. `Last-Event-ID` or `after` goes on behind one.",
    },
  };
}

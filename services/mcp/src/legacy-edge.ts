import type { FastifyReply, FastifyRequest } from "fastify";
import { answerAccepted, answerEvent, answerJson, answerRefusal, type Payload } from "./answers.ts";
import { authorizeOnce } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { errorText, progressTokenOf, RPC_CODES, readMessage } from "./json-rpc.ts";
import { serveBatch } from "./legacy-batch.ts";
import { answerRequest, type LegacyRequest, openTool, toolReply } from "./legacy-requests.ts";
import { streamTool } from "./legacy-stream.ts";
import { ASSUMED_REVISION, featuresOf, isLegacyRevision, type LegacyRevision } from "./revisions.ts";
import { answerTool } from "./tool-answer.ts";

/**
 * One POST of the revisions that are opened with `initialize`. Nothing is kept between
 * requests: what a client speaks is read from its version header, and by the
 * specification's assumption where there is none.
 */
export async function serveLegacy(deps: EdgeDeps, request: FastifyRequest, reply: FastifyReply): Promise<Payload> {
  const { body, headers, mcp: call } = request;
  const named = headers["mcp-protocol-version"];
  const revision = isLegacyRevision(named) ? named : ASSUMED_REVISION;
  try {
    if (Array.isArray(body)) return await serveBatch(deps, request, reply, body, revision);
    const message = readMessage(body);
    if (message.kind === "invalid") {
      await authorizeOnce(deps.auth, call);
      return answerJson(
        request,
        reply,
        400,
        errorText(message.id, RPC_CODES.invalidRequest, "Not a JSON-RPC 2.0 message."),
      );
    }
    if (
      named !== undefined &&
      !isLegacyRevision(named) &&
      !(message.kind === "request" && message.method === "initialize")
    ) {
      await authorizeOnce(deps.auth, call);
      const id = message.kind === "request" ? message.id : null;
      return answerJson(
        request,
        reply,
        400,
        errorText(id, RPC_CODES.refused, "This MCP-Protocol-Version is not supported."),
      );
    }
    if (message.kind !== "request") {
      await authorizeOnce(deps.auth, call);
      return answerAccepted(request, reply);
    }
    if (message.method === "tools/call" && namesEventStream(headers.accept)) {
      return await serveStreamed(deps, request, reply, message, revision);
    }
    const answered = await answerRequest(deps, call, message, revision);
    if ("refused" in answered) return answerRefusal(request, reply, deps.publicOrigin, answered.refused);
    return answerJson(request, reply, 200, answered.text);
  } catch (error) {
    return answerRefusal(request, reply, deps.publicOrigin, error);
  }
}

async function serveStreamed(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  message: LegacyRequest,
  revision: LegacyRevision,
): Promise<Payload> {
  const { mcp: call } = request;
  const opened = await openTool(deps, call, message, revision);
  if ("refused" in opened) return answerRefusal(request, reply, deps.publicOrigin, opened.refused);
  if ("text" in opened) return answerEvent(request, reply, opened.text);
  if (opened.prepared.holdSeconds > 0) {
    return await streamTool(deps, request, reply, {
      prepared: opened.prepared,
      progressToken: progressTokenOf(message.params),
      progressText: featuresOf(revision).annotations,
      print: (answer) => toolReply(message.id, revision, answer),
    });
  }
  const answered = toolReply(message.id, revision, await answerTool(deps, call, opened.prepared));
  if ("refused" in answered) return answerRefusal(request, reply, deps.publicOrigin, answered.refused);
  return answerEvent(request, reply, answered.text);
}

/** A wildcard is no wish for a stream. */
function namesEventStream(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes("text/event-stream") === true;
}

import { createMcpHandler, type McpHttpHandler, type McpRequestContext, Server } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerJson, answerRefusal, type Payload } from "./answers.ts";
import { recognisedText, toolErrorText, toolResultText } from "./call-tool.ts";
import { authorizeOnce, type EdgeCall } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { CAPABILITIES, SERVER_INFO } from "./identity.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { isRecord, progressTokenOf, resultBytes, resultText } from "./json-rpc.ts";
import { registerModernHandlers } from "./modern-handlers.ts";
import { type PlainRequest, readPlainRequest } from "./modern-plain-request.ts";
import { MODERN_REVISION } from "./revisions.ts";
import { answerRecognition, answerTool, readArguments, type ToolAnswer } from "./tool-answer.ts";
import type { ToolPlan } from "./tool-set.ts";
import { sendWebResponse, webRequest } from "./web-exchange.ts";

/** The revision without an opening, in which every request says what it speaks. */
export type ModernEdge = {
  serve(request: FastifyRequest, reply: FastifyReply): Promise<Payload>;
  close(): Promise<void>;
};

type PlainCall = Extract<PlainRequest, { method: "tools/call" }>;

const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";
const LISTS_TTL_MS = 3_600_000;
const CACHE_HINTS = {
  "server/discover": { ttlMs: LISTS_TTL_MS, cacheScope: "public" },
  "tools/list": { ttlMs: LISTS_TTL_MS, cacheScope: "private" },
} as const;
/** How long calls in flight may take to end when the process stops. */
const CLOSE_MS = 5_000;

/** Whether a body belongs to the revision without an opening: it says so itself, or its header does. */
export function isModern(body: unknown, versionHeader: string | string[] | undefined): boolean {
  if (
    typeof versionHeader === "string" &&
    versionHeader >= MODERN_REVISION &&
    /^\d{4}-\d\d-\d\d$/.test(versionHeader)
  ) {
    return true;
  }
  if (Array.isArray(body)) return body.some((message) => claims(message));
  return claims(body);
}

function claims(message: unknown): boolean {
  const params = isRecord(message) ? message.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  return isRecord(meta) && PROTOCOL_VERSION_KEY in meta;
}

/**
 * Serves it with the SDK, which owns the revision's rules. A request for a tool or their
 * list that is plainly regular takes a shorter way to the same answer: nearly all traffic
 * is such requests, and the SDK's schema checks of them cost more than the work itself.
 */
export function createModernEdge(deps: EdgeDeps): ModernEdge {
  const handler = createMcpHandler((context) => buildServer(deps, context), {
    legacy: "reject",
    maxSubscriptions: 256,
    onerror: (error) => deps.logger.debug({ err: error }, "refused a request"),
  });
  const running = new Set<Promise<unknown>>();
  const complete = { resultType: "complete", _meta: { [SERVER_INFO_KEY]: SERVER_INFO } };
  const tail = `,${JSON.stringify(complete).slice(1, -1)}`;
  const listed = { ...CACHE_HINTS["tools/list"], ...complete };
  return {
    async serve(request, reply) {
      const { body, headers, mcp: call } = request;
      try {
        const plain = readPlainRequest(body, headers);
        if (plain?.method === "tools/list") {
          await authorizeOnce(deps.auth, call);
          const list = await deps.lists.bytes(call, MODERN_REVISION, listed);
          return answerJson(request, reply, 200, resultBytes(plain.id, list));
        }
        const plan = plain === undefined ? undefined : deps.tools.get(plain.name);
        // A hold that reports progress turns into a stream, which the SDK writes.
        const reports = plan?.holds === true && progressTokenOf(plain?.params) !== undefined;
        if (plain !== undefined && plan !== undefined && !reports) {
          return await servePlainCall(deps, request, reply, { plain, plan, tail });
        }
        if (plain !== undefined && plan === undefined) {
          const { name, args } = plain;
          const recognised = await answerRecognition(deps, call, { name, args, revision: MODERN_REVISION });
          if (recognised) return printPlain(deps, request, reply, { id: plain.id, answer: recognised, tail });
        }
        const serving = serveBySdk(deps, handler, request, reply, call);
        if (isToolCall(body)) {
          running.add(serving);
          serving.then(
            () => running.delete(serving),
            () => running.delete(serving),
          );
        }
        return await serving;
      } catch (error) {
        return answerRefusal(request, reply, deps.publicOrigin, error);
      }
    },
    async close() {
      // Tool calls end by themselves, held ones early; streams that only listen do not.
      await Promise.race([Promise.allSettled(running), deps.clock.sleep(CLOSE_MS)]);
      await handler.close();
    },
  };
}

async function servePlainCall(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { plain: { id, args }, plan, tail }: { plain: PlainCall; plan: ToolPlan; tail: string },
): Promise<Payload> {
  const { mcp: call } = request;
  const prepared = await readArguments(deps, call, plan, args);
  const answer = "kind" in prepared ? prepared : await answerTool(deps, call, prepared);
  return printPlain(deps, request, reply, { id, answer, tail });
}

function printPlain(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, answer, tail }: { id: PlainCall["id"]; answer: ToolAnswer; tail: string },
): Payload {
  if (answer.kind === "refused") return answerRefusal(request, reply, deps.publicOrigin, answer.error);
  const print = { body: toolResultText, recognised: recognisedText }[answer.kind === "error" ? "body" : answer.kind];
  const result = answer.kind === "error" ? toolErrorText(answer.text, tail) : print(answer.text, true, tail);
  return answerJson(request, reply, 200, resultText(id, result));
}

async function serveBySdk(
  deps: EdgeDeps,
  handler: McpHttpHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  call: EdgeCall,
): Promise<Payload> {
  const { body } = request;
  // A tool's own call authenticates; everything else is checked before it is looked at.
  if (!isToolCall(body)) await authorizeOnce(deps.auth, call);
  const exchange: Exchange = { call, refusal: undefined };
  const response = await handler.fetch(webRequest(request, deps.publicOrigin, call.closed()), {
    parsedBody: body,
    authInfo: { token: "", clientId: "", scopes: [], extra: { exchange } },
  });
  try {
    // A call that was refused before its tool ran has asked nobody yet.
    await authorizeOnce(deps.auth, call);
    if (exchange.refusal !== undefined) throw exchange.refusal;
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
  return sendWebResponse(request, reply, response);
}

function isToolCall(body: unknown): boolean {
  return isRecord(body) && body.method === "tools/call";
}

/** What a request's handlers share with the edge around the SDK. */
export type Exchange = {
  call: EdgeCall;
  /** A refusal that HTTP answers in place of the handler's result. */
  refusal: unknown;
};

function buildServer(deps: EdgeDeps, { authInfo }: McpRequestContext): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: CACHE_HINTS,
  });
  const exchange = authInfo?.extra?.exchange as Exchange | undefined;
  if (exchange === undefined) throw new Error("a request reached the SDK without its exchange");
  registerModernHandlers(deps, server, exchange);
  return server;
}

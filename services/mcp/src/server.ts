import type { AddressInfo } from "node:net";
import { createOriginPolicy } from "@openintents/auth";
import { withSpan } from "@openintents/process";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { answerJson, answerRefusal, type Payload } from "./answers.ts";
import { type McpConfig, publicOriginOf } from "./config.ts";
import { admitCredential, authorizeOnce, openCall } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { errorHandler } from "./error-handler.ts";
import { acceptJsonMessages } from "./json-message.ts";
import { errorText, isRecord, RPC_CODES } from "./json-rpc.ts";
import { serveLegacy } from "./legacy-edge.ts";
import { measureRequests } from "./measure-requests.ts";
import { createModernEdge, isModern, type ModernEdge } from "./modern-edge.ts";
import { createRecognitionTools } from "./recognition-tools.ts";
import type { McpDeps } from "./service.ts";
import { createToolLists } from "./tool-lists.ts";
import { createToolSet } from "./tool-set.ts";

export const ENDPOINT = "/mcp";

/** Builds the fastify plugin of `/mcp`, and what ends it. */
export function createMcpPlugin(
  config: McpConfig,
  deps: McpDeps,
  draining: AbortSignal,
): { plugin: FastifyPluginAsync; close(): Promise<void> } {
  const calls = deps.metrics.counter("mcp_tool_calls_total", "Tool calls by tool and outcome.", ["tool", "outcome"]);
  const tools = createToolSet(deps.clients);
  const recognition = createRecognitionTools({ recognition: deps.clients.recognition, clock: deps.clock });
  const edge: EdgeDeps = {
    tools,
    recognition,
    lists: createToolLists(tools, recognition),
    timeline: deps.clients.timeline,
    auth: deps.clients.auth,
    clock: deps.clock,
    logger: deps.logger,
    publicOrigin: publicOriginOf(config),
    trustedProxies: config.trustedProxies,
    draining,
    countCall: (tool, outcome) => calls.labels(tool, outcome).inc(),
  };
  const modern = createModernEdge(edge);
  return {
    close: () => modern.close(),
    plugin: async (app) => {
      acceptJsonMessages(app);
      // Set for each request by the first hook; a shared initial object would leak between requests.
      app.decorateRequest("mcp");
      app.addHook("onRequest", admit(app, config, edge));
      measureRequests(app, deps.metrics);
      app.setErrorHandler(errorHandler(edge));
      app.post(ENDPOINT, { onRequest: credential(edge) }, (request, reply) => post(edge, modern, request, reply));
      app.route({
        method: ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"],
        url: ENDPOINT,
        exposeHeadRoute: false,
        onRequest: credential(edge),
        handler: (request, reply) => notAllowed(edge, request, reply),
      });
    },
  };
}

const SPAN_ATTRIBUTES = { "http.request.method": "POST", "http.route": ENDPOINT };

function post(edge: EdgeDeps, modern: ModernEdge, request: FastifyRequest, reply: FastifyReply): Promise<Payload> {
  const { body, headers } = request;
  const traceparent = traceOf(body) ?? (typeof headers.traceparent === "string" ? headers.traceparent : undefined);
  return withSpan(`POST ${ENDPOINT}`, { traceparent, kind: "server", attributes: SPAN_ATTRIBUTES }, () =>
    isModern(body, headers["mcp-protocol-version"]) ? modern.serve(request, reply) : serveLegacy(edge, request, reply),
  );
}

/** The trace that a message carries itself, which a proxy's header does not replace. */
function traceOf(body: unknown): string | undefined {
  const params = isRecord(body) ? body.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  return isRecord(meta) && typeof meta.traceparent === "string" ? meta.traceparent : undefined;
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Names the request and refuses a foreign Host or Origin, by an error that belongs to no request. */
function admit(app: FastifyInstance, config: McpConfig, edge: EdgeDeps): Hook {
  const policy = createOriginPolicy({
    publicOrigin: edge.publicOrigin,
    hostedOrigin: config.hostedOrigin ?? undefined,
    boundPort: () => {
      const address = app.server.address();
      return address !== null && typeof address === "object" ? (address as AddressInfo).port : config.port;
    },
  });
  return (request, reply, done) => {
    request.mcp = openCall(reply);
    reply.header("Request-Id", request.mcp.requestId);
    try {
      const { host, origin } = request.headers;
      policy.check({ host, origin, peer: request.raw.socket.remoteAddress });
    } catch (error) {
      const message = error instanceof Error ? error.message : "Not allowed.";
      void reply.send(answerJson(request, reply, 403, errorText(undefined, RPC_CODES.refused, message)));
      return;
    }
    done();
  };
}

/** Before any byte of the body is read: a credential of the right form. */
function credential(edge: EdgeDeps): Hook {
  return (request, reply, done) => {
    try {
      admitCredential(request, edge.trustedProxies);
    } catch (error) {
      void reply.send(answerRefusal(request, reply, edge.publicOrigin, error));
      return;
    }
    done();
  };
}

/** GET and DELETE belong to sessions, and there are none. */
async function notAllowed(edge: EdgeDeps, request: FastifyRequest, reply: FastifyReply): Promise<Payload> {
  try {
    await authorizeOnce(edge.auth, request.mcp);
  } catch (error) {
    return answerRefusal(request, reply, edge.publicOrigin, error);
  }
  reply.header("Allow", "POST");
  return answerJson(
    request,
    reply,
    405,
    errorText(undefined, RPC_CODES.refused, "Method not allowed: this endpoint takes POST."),
  );
}

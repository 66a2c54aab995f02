import type { IncomingMessage, ServerResponse } from "node:http";
import {
  classifyInboundRequest,
  isInitializeRequest,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import type { HttpSession, HttpSessions } from "./http-sessions.ts";
import { type McpConnection, SESSION_VERSIONS } from "./mcp-server.ts";
import { readBody } from "./read-body.ts";
import { answerRpcError, RPC, type RpcRefusal } from "./rpc-answer.ts";

const METHODS = ["GET", "POST", "DELETE"];
const NO_SESSION: RpcRefusal = { status: 404, code: RPC.sessionNotFound, message: "Session not found" };

export interface EndpointParts {
  sessions: HttpSessions;
  /** A connection for a principal's new session. */
  connect(principal: string): McpConnection;
}

/** The MCP endpoint behind the checks of host, origin and credential: finds or opens the session, the SDK does the rest. */
export async function serveEndpoint(
  o: EndpointParts,
  request: IncomingMessage,
  response: ServerResponse,
  principal: string,
): Promise<void> {
  const { method = "", headers } = request;
  if (!METHODS.includes(method)) {
    const allow = { Allow: METHODS.join(", ") };
    answerRpcError(response, { status: 405, code: RPC.refused, message: "Method not allowed", headers: allow });
    return;
  }
  const id = headers["mcp-session-id"];
  const session = typeof id === "string" ? o.sessions.find(id, principal) : undefined;
  // An unknown session is told from its header alone, before any body is read.
  if (id !== undefined && session === undefined) {
    answerRpcError(response, NO_SESSION);
    return;
  }
  if (method !== "POST") {
    if (session === undefined) answerRpcError(response, needsSession());
    else await serve(session, request, response);
    return;
  }
  if (/^100-continue$/i.test(headers.expect ?? "")) response.writeContinue();
  const body = await readBody(request);
  if ("refusal" in body) {
    answerRpcError(response, body.refusal);
    return;
  }
  const refusal = refuseRevision(request, body.message);
  if (refusal !== undefined) answerRpcError(response, refusal);
  else if (session !== undefined) await serve(session, request, response, body.message);
  else if (!opensSession(body.message)) answerRpcError(response, needsSession(idOf(body.message)));
  else await openSession(o, request, response, { principal, message: body.message });
}

async function openSession(
  o: EndpointParts,
  request: IncomingMessage,
  response: ServerResponse,
  { principal, message }: { principal: string; message: unknown },
): Promise<void> {
  if (o.sessions.full) {
    const headers = { "Retry-After": "60" };
    answerRpcError(response, { status: 503, code: RPC.refused, message: "Too many sessions are open", headers });
    return;
  }
  const session = await o.sessions.open(principal, o.connect(principal));
  await serve(session, request, response, message);
  // A message that the SDK refused has opened nothing.
  if (session.transport.sessionId === undefined) await session.end();
}

async function serve(
  session: HttpSession,
  request: IncomingMessage,
  response: ServerResponse,
  message?: unknown,
): Promise<void> {
  const done = session.use();
  response.once("close", done);
  await session.transport.handleRequest(request, response, message);
}

/** 2026-07-28 has no sessions, and host mode needs one: whoever asks for it learns which revisions there are. */
function refuseRevision(request: IncomingMessage, body: unknown): RpcRefusal | undefined {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const named = header("mcp-protocol-version");
  const route = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...optional("protocolVersionHeader", named),
    ...optional("mcpMethodHeader", header("mcp-method")),
    ...optional("mcpNameHeader", header("mcp-name")),
  });
  if (route.kind === "legacy") return undefined;
  if (route.kind === "reject" && route.rung === "jsonrpc-shape") return undefined;
  const requested = claimOf(body) ?? named ?? "unknown";
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [...SESSION_VERSIONS], requested });
  return { status: 400, code, message, data, id: idOf(body) };
}

/** The revision that a message itself names. */
function claimOf(message: unknown): string | undefined {
  const params = memberOf(message, "params");
  const claim = memberOf(memberOf(params, "_meta"), PROTOCOL_VERSION_META_KEY);
  return typeof claim === "string" ? claim : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function optional<K extends string>(name: K, value: string | undefined): { [name in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: string });
}

function opensSession(message: unknown): boolean {
  return Array.isArray(message) ? message.some((one) => isInitializeRequest(one)) : isInitializeRequest(message);
}

function needsSession(id: RpcRefusal["id"] = null): RpcRefusal {
  return { status: 400, code: RPC.refused, message: "Bad Request: initialize first, then send Mcp-Session-Id", id };
}

function idOf(message: unknown): string | number | null {
  const id = memberOf(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : null;
}

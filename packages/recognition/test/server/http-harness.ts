// A server over a real socket whose tool is the test's own; the recogniser behind it is tested elsewhere.
import { Server } from "@modelcontextprotocol/server";
import { type HttpParts, type HttpServing, serveOverHttp } from "../../src/server/http.ts";
import { HttpSessions } from "../../src/server/http-sessions.ts";
import { createLog } from "../../src/server/log.ts";
import { type McpConnection, SESSION_VERSIONS } from "../../src/server/mcp-server.ts";
import { ANYBODY } from "../../src/server/tokens.ts";

export interface Harness extends AsyncDisposable {
  serving: HttpServing;
  url: string;
  /** Connections that were ended, oldest first. */
  ended: McpConnection[];
  connected: McpConnection[];
}

type Call = (name: string, signal: AbortSignal) => Promise<string>;

export async function startHarness(
  o: Partial<HttpParts> & { call?: Call; idleMs?: number; replica?: string } = {},
): Promise<Harness> {
  const log = createLog("silent");
  const ended: McpConnection[] = [];
  const connected: McpConnection[] = [];
  const call: Call = o.call ?? (async (name) => `${name} was called`);
  const connect = (): McpConnection => {
    const server = new Server(
      { name: "harness", version: "1.0.0" },
      { capabilities: { tools: {} }, supportedProtocolVersions: SESSION_VERSIONS },
    );
    server.setRequestHandler("tools/call", async ({ params }, context) => ({
      content: [{ type: "text", text: await call(params.name, context.mcpReq.signal) }],
    }));
    const connection: McpConnection = {
      server,
      end: async () => {
        if (!ended.includes(connection)) ended.push(connection);
      },
    };
    connected.push(connection);
    return connection;
  };
  const serving = await serveOverHttp({
    host: "127.0.0.1",
    port: 0,
    path: "/mcp",
    publicOrigin: null,
    authenticate: () => ANYBODY,
    sessions: new HttpSessions({ replica: o.replica ?? "r1", idleMs: o.idleMs ?? 86_400_000, log }),
    connect,
    abort: async () => undefined,
    log,
    ...o,
  });
  return {
    serving,
    url: `http://127.0.0.1:${serving.port}/mcp`,
    ended,
    connected,
    [Symbol.asyncDispose]: () => serving.stop(0),
  };
}

export const ACCEPT = "application/json, text/event-stream";

export function post(url: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: ACCEPT, ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}

export function initialize(protocolVersion = "2025-11-25"): object {
  const clientInfo = { name: "test", version: "1.0.0" };
  return { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo } };
}

export function toolCall(name: string, id = 2): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } };
}

/** Opens a session and answers the headers that its requests carry. */
export async function openSession(
  url: string,
  headers: Record<string, string> = {},
  protocolVersion = "2025-11-25",
): Promise<Record<string, string>> {
  const answer = await post(url, initialize(protocolVersion), headers);
  const id = answer.headers.get("mcp-session-id");
  if (answer.status !== 200 || id === null) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  await answer.text();
  return { ...headers, "mcp-session-id": id, "mcp-protocol-version": protocolVersion };
}

/** The JSON-RPC message of an answer, whether it came as JSON or as a stream of one event. */
export async function messageOf(
  answer: Response,
): Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }> {
  const text = await answer.text();
  const data = /^data: (.+)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHostRules } from "./host-rules.ts";
import { type EndpointParts, serveEndpoint } from "./http-endpoint.ts";
import type { Log } from "./log.ts";
import { unbracketed } from "./loopback.ts";
import type { PublicOrigin } from "./public-origin.ts";
import { answerJson, answerRpcError, RPC } from "./rpc-answer.ts";
import { RunningCalls } from "./running-calls.ts";
import type { Serving } from "./stdio.ts";
import type { Authenticate } from "./tokens.ts";

const HEADER_LIMIT = 16_384;
/** Longer than balancers keep idle connections: we must not close first. */
const KEEP_ALIVE_MS = 65_000;

export interface HttpParts extends EndpointParts {
  host: string;
  port: number;
  path: string;
  publicOrigin: PublicOrigin | null;
  authenticate: Authenticate;
  /** Ends what the adapters run, after the grace. */
  abort(): Promise<void>;
  log: Log;
}

export interface HttpServing extends Serving {
  /** The bound port. */
  port: number;
}

/** Stateful Streamable HTTP. Rejects when the address cannot be bound. */
export async function serveOverHttp(o: HttpParts): Promise<HttpServing> {
  const calls = new RunningCalls();
  let stopping = false;
  const portOf = (server: Server) => (server.address() as AddressInfo | null)?.port ?? o.port;
  const judge = createHostRules({ publicOrigin: o.publicOrigin, port: () => portOf(server) });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entrance = judge(request);
    if (entrance === null) {
      answerRpcError(response, { status: 403, code: RPC.refused, message: "Host or Origin is not allowed" });
      return;
    }
    const path = pathOf(request);
    if (path === "/healthz" || path === "/readyz") {
      diagnose(request, response, { path, local: entrance === "local", stopping });
      return;
    }
    const principal = o.authenticate(request.headers.authorization);
    if (principal === null) {
      const headers = { "WWW-Authenticate": "Bearer" };
      answerRpcError(response, { status: 401, code: RPC.refused, message: "A valid bearer token is needed", headers });
      return;
    }
    if (path !== o.path) {
      answerRpcError(response, { status: 404, code: RPC.refused, message: "There is nothing at this path" });
      return;
    }
    if (stopping) {
      const headers = { "Retry-After": "1", Connection: "close" };
      answerRpcError(response, { status: 503, code: RPC.refused, message: "The server is stopping", headers });
      return;
    }
    // A stream that only listens is nothing to wait for.
    if (request.method !== "GET") response.once("close", calls.begin());
    await serveEndpoint(o, request, response, principal);
  };

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || request.destroyed) return void response.destroy();
      o.log.error("a request failed", error);
      answerRpcError(response, { status: 500, code: RPC.internal, message: "Internal error" });
    });
  };

  const server = createServer({ maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 60_000 });
  server.on("request", handle);
  // Whether a body is wanted at all is decided first.
  server.on("checkContinue", handle);
  const ended = new Promise<void>((resolve) => server.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: unbracketed(o.host), port: o.port }, resolve);
  });
  server.on("error", (error) => o.log.error("listener", error));

  return {
    port: portOf(server),
    ended,
    async stop(graceMs) {
      stopping = true;
      server.close();
      server.closeIdleConnections();
      if (!(await calls.settled(graceMs))) o.log.warn(`${calls.count} calls were aborted`);
      await o.abort();
      await o.sessions.close();
      await calls.settled(1_000);
      server.closeAllConnections();
      await ended;
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}

/** For whoever sits on the machine; through the public name there is nothing to see. */
function diagnose(
  request: IncomingMessage,
  response: ServerResponse,
  { path, local, stopping }: { path: string; local: boolean; stopping: boolean },
): void {
  if (!local) {
    answerRpcError(response, { status: 403, code: RPC.refused, message: "Only this machine may ask" });
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    answerJson(response, 405, { error: "GET only" }, { Allow: "GET, HEAD" });
    return;
  }
  const ready = path === "/healthz" || !stopping;
  answerJson(response, ready ? 200 : 503, { status: ready ? "ok" : "stopping" });
}

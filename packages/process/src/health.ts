import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

export type ReadinessReport = { ready: boolean; parts: Record<string, { ready: boolean; why?: string }> };

/**
 * Whether every part of a process answers. A process names its parts as it starts
 * ("database", "event log"); without any part it is not ready.
 */
export class Readiness {
  private readonly parts = new Map<string, { ready: boolean; why?: string }>();
  private readonly listeners = new Set<(report: ReadinessReport) => void>();

  /** States one part; `why` tells an operator what is missing and is shown on /readyz. */
  set(part: string, ready: boolean, why?: string): void {
    const before = this.parts.get(part);
    if (before !== undefined && before.ready === ready && before.why === why) return;
    this.parts.set(part, why === undefined ? { ready } : { ready, why });
    const report = this.report();
    for (const listener of [...this.listeners]) listener(report);
  }

  report(): ReadinessReport {
    const parts = Object.fromEntries([...this.parts].map(([name, state]) => [name, { ...state }]));
    return { ready: this.parts.size > 0 && [...this.parts.values()].every((part) => part.ready), parts };
  }

  /** Calls `fn` after each change with the new report; returns its removal. */
  onChange(fn: (report: ReadinessReport) => void): () => void {
    this.listeners.add(fn);
    return () => {
      this.listeners.delete(fn);
    };
  }
}

type HealthOptions = { host: string; port: number; readiness: Readiness; metrics: Metrics; logger: Logger };

/**
 * Serves `/healthz` (200 while the process lives), `/readyz` (200 or 503, with the parts)
 * and `/metrics` on a port of their own. Any Host is accepted, since probes send pod
 * addresses. Port 0 takes a free one; the port in use is returned.
 */
export async function startHealthListener(o: HealthOptions): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(o, request, response).catch((error: unknown) => {
      o.logger.error({ err: error }, "could not answer a health request");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(o.port, o.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", (error) => o.logger.error({ err: error }, "health listener failed"));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(o: HealthOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0];
  const known = path === "/healthz" || path === "/readyz" || path === "/metrics";
  if (!known) return send(response, 404, { error: "not found" });
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return send(response, 405, { error: "method not allowed" });
  }
  if (path === "/healthz") return send(response, 200, { status: "ok" });
  if (path === "/readyz") {
    const report = o.readiness.report();
    return send(response, report.ready ? 200 : 503, report);
  }
  const text = await o.metrics.registry.metrics();
  response.writeHead(200, { "content-type": o.metrics.registry.contentType, "cache-control": "no-store" });
  response.end(text);
}

/** Node leaves the body out of an answer to HEAD by itself. */
function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}

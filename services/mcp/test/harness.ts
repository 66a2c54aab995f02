import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { newApiKey } from "@openintents/auth";
import { type Clock, createLogger, createMetrics, Readiness, systemClock } from "@openintents/process";
import { AuthService, IntentService, RecognitionService, TimelineService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { listen } from "../src/listener.ts";
import { createMcp } from "../src/service.ts";
import { type FakeServices, startFakeServices } from "./fake-services.ts";

export const KEY = newApiKey("test");
export const ORIGIN = "https://api.example.test";

export type Answer = {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into whatever JSON came.
  json: any;
};

export type Call = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | object;
  key?: string | null;
};

export type Harness = {
  fakes: FakeServices;
  port: number;
  url: string;
  /** One request to /mcp, or to another path. */
  call(o?: Call & { path?: string }): Promise<Answer>;
  /** Sends the request and hands over the answer when its head is there. */
  open(o?: Call & { path?: string }): Promise<{ message: IncomingMessage; destroy(): void }>;
  stop(): Promise<void>;
};

/** The edge on a real listener, before fake services on a real gRPC socket. */
export async function startHarness(clock: Clock = systemClock): Promise<Harness> {
  const fakes = await startFakeServices();
  const transport = grpcTransport({ address: fakes.address });
  const deps = {
    logger: createLogger({ service: "mcp", level: "silent" }),
    metrics: createMetrics({ service: "mcp" }),
    readiness: new Readiness(),
    clock,
    clients: {
      intents: createClient(IntentService, transport),
      timeline: createClient(TimelineService, transport),
      auth: createClient(AuthService, transport),
      recognition: createClient(RecognitionService, transport),
    },
  };
  const config = { host: "127.0.0.1", port: 0, publicOrigin: ORIGIN, hostedOrigin: null, trustedProxies: [] };
  const service = listen(createMcp(config, deps), config);
  await service.start();
  const port = service.port();
  const open: Harness["open"] = (o = {}) => send(port, o);
  return {
    fakes,
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    open,
    async call(o) {
      const { message } = await open(o);
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString("utf8");
      const isJson = message.headers["content-type"]?.startsWith("application/json") === true && text !== "";
      const json = isJson ? JSON.parse(text) : undefined;
      return { status: message.statusCode ?? 0, headers: message.headers, text, json };
    },
    async stop() {
      await service.stop();
      await transport.close();
      await fakes.close();
    },
  };
}

function send(port: number, o: Call & { path?: string }): Promise<{ message: IncomingMessage; destroy(): void }> {
  const isText = typeof o.body === "string" || Buffer.isBuffer(o.body);
  const body = o.body === undefined || isText ? (o.body as string | Buffer | undefined) : JSON.stringify(o.body);
  const headers: OutgoingHttpHeaders = {
    ...(o.key === null ? {} : { authorization: `Bearer ${o.key ?? KEY}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...o.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === undefined) delete headers[name];
  const path = o.path ?? "/mcp";
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method: o.method ?? (body === undefined ? "GET" : "POST"),
        headers,
        agent: false,
      },
      (message) => resolve({ message, destroy: () => request.destroy() }),
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** A request of a revision that is opened with initialize. */
export function legacy(
  method: string,
  params?: object,
  version: string | undefined = "2025-11-25",
  headers = {},
): Call {
  return {
    body: { jsonrpc: "2.0", id: 1, method, ...(params === undefined ? {} : { params }) },
    headers: { ...(version === undefined ? {} : { "mcp-protocol-version": version }), ...headers },
  };
}

const META = "io.modelcontextprotocol/";

/** A request of 2026-07-28; `meta` adds to its envelope, `headers` replaces what it would send. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  o: { meta?: object; headers?: object } = {},
): Call {
  const version = "2026-07-28";
  const envelope = {
    [`${META}protocolVersion`]: version,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "test", version: "1" },
    ...o.meta,
  };
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: envelope } },
    headers: {
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(typeof params.name === "string" ? { "mcp-name": params.name } : {}),
      ...o.headers,
    },
  };
}

/** The messages of an event stream, comments left out. */
export function messagesOf(text: string): { method?: string; params?: Record<string, unknown>; result?: unknown }[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.includes("data: "))
    .map((frame) => JSON.parse(frame.slice(frame.indexOf("data: ") + 6)));
}

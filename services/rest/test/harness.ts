import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { newApiKey } from "@openintents/auth";
import { createLogger, createMetrics, Readiness, systemClock } from "@openintents/process";
import { AuthService, IntentService, RecognitionService, TimelineService, WebhookService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { listen } from "../src/listener.ts";
import { createRest } from "../src/service.ts";
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
  call(path: string, o?: Call): Promise<Answer>;
  /** Sends the request and hands over the answer when its head is there. */
  open(path: string, o?: Call): Promise<{ message: IncomingMessage; destroy(): void }>;
  stop(): Promise<void>;
};

/** The REST service on a real listener, before fake services on a real gRPC socket. */
export async function startHarness(): Promise<Harness> {
  const fakes = await startFakeServices();
  const transport = grpcTransport({ address: fakes.address });
  const deps = {
    logger: createLogger({ service: "rest", level: "silent" }),
    metrics: createMetrics({ service: "rest" }),
    readiness: new Readiness(),
    clock: systemClock,
    clients: {
      intents: createClient(IntentService, transport),
      timeline: createClient(TimelineService, transport),
      webhooks: createClient(WebhookService, transport),
      auth: createClient(AuthService, transport),
      recognition: createClient(RecognitionService, transport),
    },
  };
  const config = { host: "127.0.0.1", port: 0, publicOrigin: ORIGIN, hostedOrigin: null, trustedProxies: [] };
  const service = listen(createRest(config, deps), config);
  await service.start();
  const port = service.port();
  const open: Harness["open"] = (path, o = {}) => send(port, path, o);
  return {
    fakes,
    port,
    open,
    async call(path, o) {
      const { message } = await open(path, o);
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString("utf8");
      const isJson = message.headers["content-type"]?.startsWith("application/json") === true && text !== "";
      return {
        status: message.statusCode ?? 0,
        headers: message.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      };
    },
    async stop() {
      await service.stop();
      await transport.close();
      await fakes.close();
    },
  };
}

function send(port: number, path: string, o: Call): Promise<{ message: IncomingMessage; destroy(): void }> {
  const isText = typeof o.body === "string" || Buffer.isBuffer(o.body);
  const body = o.body === undefined || isText ? (o.body as string | Buffer | undefined) : JSON.stringify(o.body);
  const headers: OutgoingHttpHeaders = {
    ...(o.key === null ? {} : { authorization: `Bearer ${o.key ?? KEY}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...o.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === undefined) delete headers[name];
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

import { createServer, connect as netConnect, type Socket } from "node:net";
import { fromBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { createLogger, createMetrics } from "@openintents/process";
import { ErrorSchema, IntentService } from "@openintents/proto";
import { service as healthDefinition } from "grpc-health-check";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, createRpcServer, grpcTransport, type RpcServer, type RpcServerOptions } from "../src/index.ts";
import { readStatusDetails } from "../src/status.ts";
import { certify } from "./certificates.ts";

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newServer(options: Partial<RpcServerOptions> = {}): RpcServer {
  const server = createRpcServer({
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics({ service: "test" }),
    ...options,
  });
  server.addService(IntentService, {
    getIntent: async (request, { peer }) => ({ intent: { id: request.id === "peer" ? peer : (request.id ?? "") } }),
  });
  cleanups.push(() => server.close(0));
  return server;
}

function clientOf(port: number, options: object = {}) {
  const transport = grpcTransport({ address: `localhost:${port}`, ...options });
  cleanups.push(() => transport.close());
  return { transport, intents: createClient(IntentService, transport) };
}

/** A client of another make, that sends what ours would not. */
function rawClient(port: number): grpc.Client {
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    "grpc.max_send_message_length": -1,
  });
  cleanups.push(() => client.close());
  return client;
}

function rawCall(client: grpc.Client, path: string, bytes: Buffer): Promise<grpc.ServiceError> {
  const same = (buffer: Buffer): Buffer => buffer;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, (error) => {
      if (error === null) reject(new Error("the call succeeded"));
      else resolve(error);
    });
  });
}

const GET_INTENT = "/openintents.intent.v1.IntentService/GetIntent";

describe("a server that foreign clients call", () => {
  it("refuses bytes that are no such message, with details", async () => {
    const port = await newServer().listen("127.0.0.1:0");
    const error = await rawCall(rawClient(port), GET_INTENT, Buffer.from([0x0a, 0x7f, 1]));
    expect(error.code).toBe(grpc.status.INVALID_ARGUMENT);
    const [detail] = readStatusDetails(error.metadata.get("grpc-status-details-bin")[0] as Buffer);
    expect(detail?.typeName).toBe(ErrorSchema.typeName);
    expect(fromBinary(ErrorSchema, detail?.value ?? new Uint8Array())).toMatchObject({ code: "parameter_invalid" });
  });

  it("refuses a message over its limit before it is all read", async () => {
    const port = await newServer({ maxMessageBytes: 1000 }).listen("127.0.0.1:0");
    const client = rawClient(port);
    expect((await rawCall(client, GET_INTENT, Buffer.alloc(1001))).code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    const { intents } = clientOf(port);
    await expect(intents.getIntent({ id: "x".repeat(1001) })).rejects.toMatchObject({ reason: "body_too_large" });
  });

  it("answers UNIMPLEMENTED for a method that it does not know", async () => {
    const port = await newServer().listen("127.0.0.1:0");
    const error = await rawCall(rawClient(port), "/openintents.intent.v1.IntentService/Nope", Buffer.alloc(0));
    expect(error.code).toBe(grpc.status.UNIMPLEMENTED);
  });
});

describe("health", () => {
  type HealthClient = grpc.Client & {
    check(q: { service: string }, done: (e: grpc.ServiceError | null, r?: { status: string }) => void): void;
    list(q: object, done: (e: grpc.ServiceError | null, r?: { statuses: object }) => void): void;
    watch(q: { service: string }): grpc.ClientReadableStream<{ status: string }>;
  };
  function healthClient(port: number): HealthClient {
    const Health = grpc.makeClientConstructor(healthDefinition, "Health");
    const client = new Health(`127.0.0.1:${port}`, grpc.credentials.createInsecure()) as unknown as HealthClient;
    cleanups.push(() => client.close());
    return client;
  }
  function check(client: HealthClient, service: string): Promise<string | number> {
    return new Promise((resolve) => {
      client.check({ service }, (error, reply) => resolve(error === null ? (reply?.status ?? "") : error.code));
    });
  }

  it("starts as not serving and follows what is set, by service", async () => {
    const server = newServer();
    const client = healthClient(await server.listen("127.0.0.1:0"));
    const name = IntentService.typeName;
    expect([await check(client, ""), await check(client, name)]).toEqual(["NOT_SERVING", "NOT_SERVING"]);
    server.setServing(name, true);
    expect([await check(client, ""), await check(client, name)]).toEqual(["NOT_SERVING", "SERVING"]);
    server.setServing("", true);
    expect(await check(client, "")).toBe("SERVING");
    expect(await check(client, "no.such.Service")).toBe(grpc.status.NOT_FOUND);
    const list = await new Promise((resolve) => client.list({}, (_, reply) => resolve(reply?.statuses)));
    expect(list).toEqual({ "": { status: "SERVING" }, [name]: { status: "SERVING" } });
  });

  it("pushes changes to a watcher, and ends the watch as not serving when the server closes", async () => {
    const server = newServer();
    const client = healthClient(await server.listen("127.0.0.1:0"));
    const seen: string[] = [];
    const watch = client.watch({ service: "" });
    const ended = new Promise<void>((resolve) => watch.on("end", resolve));
    watch.on("data", (reply: { status: string }) => seen.push(reply.status));
    await expect.poll(() => seen).toEqual(["NOT_SERVING"]);
    server.setServing("", true);
    await expect.poll(() => seen).toEqual(["NOT_SERVING", "SERVING"]);
    await server.close(60_000);
    await ended;
    expect(seen).toEqual(["NOT_SERVING", "SERVING", "NOT_SERVING"]);
  });
});

describe("connections", () => {
  it("names the address on which it cannot listen", async () => {
    const port = await newServer().listen("127.0.0.1:0");
    await expect(newServer().listen(`127.0.0.1:${port}`)).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: `);
  });

  it("answers unavailable, without addresses in the text, where nobody listens", async () => {
    const { transport, intents } = clientOf(1);
    const error = await intents.getIntent({ id: "1" }).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ reason: "unavailable", message: expect.not.stringContaining(":1") });
    await expect(transport.ready(50)).rejects.toMatchObject({ reason: "unavailable" });
  });

  it("finds a server again soon after it came back", async () => {
    const first = newServer();
    const port = await first.listen("127.0.0.1:0");
    const { transport, intents } = clientOf(port);
    await transport.ready(5_000);
    await intents.getIntent({ id: "1" });
    await first.close(0);
    await expect(intents.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "unavailable" });
    await newServer().listen(`127.0.0.1:${port}`);
    await transport.ready(5_000);
    expect((await intents.getIntent({ id: "2" })).intent?.id).toBe("2");
  });

  it("fails calls in flight as unavailable when the connection breaks", async () => {
    const server = createRpcServer({
      logger: createLogger({ service: "test", level: "silent" }),
      metrics: createMetrics({ service: "test" }),
    });
    cleanups.push(() => server.close(0));
    const begun = Promise.withResolvers<void>();
    server.addService(IntentService, {
      getIntent: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    });
    const target = await server.listen("127.0.0.1:0");
    const sockets: Socket[] = [];
    const proxy = createServer((socket) => {
      const out = netConnect(target, "127.0.0.1");
      for (const one of [socket, out]) {
        sockets.push(one);
        one.on("error", () => one.destroy());
      }
      socket.pipe(out).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => proxy.close());
    const { intents } = clientOf((proxy.address() as { port: number }).port);
    const call = intents.getIntent({ id: "1" });
    await begun.promise;
    for (const socket of sockets) socket.destroy();
    await expect(call).rejects.toMatchObject({ reason: "unavailable" });
  });

  it("spreads calls over all addresses of a name", async () => {
    const ports = await Promise.all([newServer(), newServer()].map((server) => server.listen("127.0.0.1:0")));
    const address = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(",")}`;
    const transport = grpcTransport({ address });
    cleanups.push(() => transport.close());
    const intents = createClient(IntentService, transport);
    const peers = new Set<string>();
    while (peers.size < 2) peers.add((await intents.getIntent({ id: "peer" })).intent?.id ?? "");
    expect(peers.size).toBe(2);
  });

  it("moves callers to a new connection at the age limit without failing a call", async () => {
    const port = await newServer({ maxConnectionAgeMs: 50 }).listen("127.0.0.1:0");
    const { intents } = clientOf(port);
    const peers = new Set<string>();
    while (peers.size < 3) peers.add((await intents.getIntent({ id: "peer" })).intent?.id ?? "");
    expect(peers.size).toBe(3);
  });
});

describe("TLS", () => {
  const authority = certify("test authority");
  const server = certify("core.test", authority);
  const known = { ca: authority.cert, serverName: "core.test" };

  it("serves a client that trusts its authority", async () => {
    const port = await newServer().listen("127.0.0.1:0", { cert: server.cert, key: server.key });
    const { intents } = clientOf(port, { tls: known });
    expect((await intents.getIntent({ id: "1" })).intent?.id).toBe("1");
    const stranger = clientOf(port, { tls: { serverName: "core.test" } });
    await expect(stranger.intents.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "unavailable" });
  });

  it("lets in clients with a certificate of its client authority only", async () => {
    const tls = { cert: server.cert, key: server.key, clientCa: authority.cert };
    const port = await newServer().listen("127.0.0.1:0", tls);
    const { cert, key } = certify("client.test", authority);
    const { intents } = clientOf(port, { tls: { ...known, cert, key } });
    expect((await intents.getIntent({ id: "1" })).intent?.id).toBe("1");
    const anonymous = clientOf(port, { tls: known });
    await expect(anonymous.intents.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "unavailable" });
    const forged = certify("client.test", certify("test authority"));
    const intruder = clientOf(port, { tls: { ...known, cert: forged.cert, key: forged.key } });
    await expect(intruder.intents.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "unavailable" });
  });
});

import { currentTraceparent, ServiceError, serviceError, withSpan } from "@openintents/process";
import { AgentService, IntentService } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { type CallContext, createClient, Metadata, type RpcServer } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

describe("Metadata", () => {
  it("finds entries in any case and keeps them in lower case", () => {
    const metadata = Metadata.from({ Authorization: "Bearer x", absent: undefined });
    expect(metadata.get("AUTHORIZATION")).toBe("Bearer x");
    expect([...metadata.entries()]).toEqual([["authorization", "Bearer x"]]);
    metadata.delete("authorizatioN");
    expect(metadata.get("authorization")).toBeUndefined();
  });

  it("refuses a value that cannot travel, by name", () => {
    expect(() => new Metadata().set("idempotency-key", "naïve\n")).toThrow(
      expect.objectContaining({ reason: "parameter_invalid", param: "idempotency-key" }),
    );
  });

  it("refuses names that the protocol keeps for itself", () => {
    for (const name of ["grpc-timeout", "grpc-status", "x-bin", "", "a b", ":path"]) {
      expect(() => new Metadata().set(name, "1")).toThrow(TypeError);
    }
  });
});

describe.each(channels)("metadata over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function intents(getIntent: (context: CallContext) => Promise<void>, add?: (server: RpcServer) => void) {
    served = await channel.serve((server) => {
      server.addService(IntentService, {
        async getIntent(_, context) {
          await getIntent(context);
          return {};
        },
      });
      add?.(server);
    });
    return served;
  }

  it("carries entries to the handler, the empty text too", async () => {
    const seen: Record<string, string | undefined> = {};
    const { transport } = await intents(async ({ metadata, peer, method, deadline }) => {
      for (const name of ["authorization", "idempotency-key", "a", "b"]) seen[name] = metadata.get(name);
      expect(peer).toMatch(/^(in-process|127\.0\.0\.1:\d+)$/);
      expect(method.name).toBe("GetIntent");
      expect(deadline).toBeGreaterThan(Date.now());
    });
    const client = createClient(IntentService, transport, { metadata: () => ({ authorization: "d", a: "default" }) });
    await client.getIntent({ id: "1" }, { metadata: { authorization: "Bearer x", "idempotency-key": "", b: "own" } });
    expect(seen).toEqual({ authorization: "Bearer x", "idempotency-key": "", a: "default", b: "own" });
  });

  it("refuses metadata that cannot travel before it makes the call, of any kind", async () => {
    served = await channel.serve((server) => server.addService(AgentService, {}));
    const client = createClient(AgentService, served.transport);
    const o = { metadata: { "idempotency-key": "ключ" } };
    async function* nothing() {}
    const calls = [
      client.loadProfile({}, o),
      client.signals({ runnerId: "1" }, o).next(),
      client.putEvidence(nothing(), o),
      client.liveView(nothing(), o).next(),
    ];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ reason: { reason: "parameter_invalid", param: "idempotency-key" } });
    }
  });

  it("returns trailers of a call that succeeds", async () => {
    const { transport } = await intents(async ({ trailers }) => {
      trailers.set("RateLimit", '"default";r=9').set("idempotent-replayed", "true");
    });
    let trailers: Metadata | undefined;
    await createClient(IntentService, transport).getIntent({ id: "1" }, { onTrailers: (all) => (trailers = all) });
    expect([...(trailers?.entries() ?? [])].sort()).toEqual([
      ["idempotent-replayed", "true"],
      ["ratelimit", '"default";r=9'],
    ]);
  });

  it("returns trailers of a call that fails, with when to try again", async () => {
    const { transport } = await intents(async ({ trailers }) => {
      trailers.set("ratelimit", "r=0");
      throw serviceError("rate_limited", "slow down", { retryAfterSeconds: 1.2 });
    });
    let trailers: Metadata | undefined;
    const call = createClient(IntentService, transport).getIntent(
      { id: "1" },
      { onTrailers: (all) => (trailers = all) },
    );
    await expect(call).rejects.toMatchObject({ reason: "rate_limited", retryAfterSeconds: 2 });
    expect(trailers?.get("ratelimit")).toBe("r=0");
    expect(trailers?.get("retry-after")).toBe("2");
  });

  it("returns trailers at the end of streams, successful or not", async () => {
    served = await channel.serve((server) =>
      server.addService(AgentService, {
        async *signals(request, { trailers }) {
          yield {};
          trailers.set("position", "7");
          if (request.runnerId === "bad") throw serviceError("unavailable", "gone");
        },
        async putEvidence(_, { trailers }) {
          trailers.set("position", "8");
          return {};
        },
      }),
    );
    const client = createClient(AgentService, served.transport);
    const positions: (string | undefined)[] = [];
    const onTrailers = (trailers: Metadata) => positions.push(trailers.get("position"));
    for await (const reply of client.signals({ runnerId: "ok" }, { onTrailers })) expect(reply.signal).toBeUndefined();
    await expect(async () => {
      for await (const _ of client.signals({ runnerId: "bad" }, { onTrailers }));
    }).rejects.toThrow(ServiceError);
    await client.putEvidence((async function* () {})(), { onTrailers });
    expect(positions).toEqual(["7", "7", "8"]);
  });

  it("takes the caller's request ID, and makes one where none or a wild one came", async () => {
    const ids: string[] = [];
    const { transport, lines } = await intents(async (context) => {
      ids.push(context.requestId);
      context.logger.info("served");
    });
    const client = createClient(IntentService, transport);
    await client.getIntent({ id: "1" }, { metadata: { "x-request-id": "req_given" } });
    await client.getIntent({ id: "1" }, { metadata: { "x-request-id": "two words" } });
    await client.getIntent({ id: "1" });
    expect(ids[0]).toBe("req_given");
    expect(ids[1]).toMatch(/^req_[0-9a-z]{26}$/);
    expect(ids[2]).toMatch(/^req_[0-9a-z]{26}$/);
    const bound = lines.filter((line) => line.msg === "served").map((line) => [line.request_id, line.rpc]);
    expect(bound).toEqual(ids.map((id) => [id, "IntentService/GetIntent"]));
  });

  it("continues the caller's trace and passes trace and request ID on to the next service", async () => {
    const seen: (string | undefined)[] = [];
    const { transport } = await intents(
      async ({ requestId, metadata }) => {
        seen.push(requestId, currentTraceparent(), metadata.get("traceparent"));
      },
      (server) =>
        server.addService(AgentService, {
          async register() {
            seen.push(currentTraceparent());
            await createClient(IntentService, transport).getIntent({ id: "1" });
            return {};
          },
        }),
    );
    await withSpan("caller", { traceparent: CALLER }, async () => {
      const client = createClient(AgentService, transport);
      const request = { instance: "a", contractMin: 1, contractMax: 1, drivers: [{ name: "d" }] };
      await client.register(request, { metadata: { "x-request-id": "req_first" } });
    });
    const [first, requestId, inside, sent] = seen;
    expect(requestId).toBe("req_first");
    expect(new Set([first, inside, sent, CALLER]).size).toBe(3);
    expect(sent).toBe(first);
    for (const one of [first, inside, sent]) expect(one?.slice(3, 35)).toBe(TRACE);
  });

  it("starts a trace of its own for a caller without one", async () => {
    let inside: string | undefined;
    const { transport } = await intents(async () => {
      inside = currentTraceparent();
    });
    await createClient(IntentService, transport).getIntent({ id: "1" });
    expect(inside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });
});

import { serviceError } from "@openintents/process";
import { AgentService, IntentService } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, type ServerInterceptor } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

describe.each(channels)("a server over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  it("runs interceptors in order around the handler, before the rules", async () => {
    const order: string[] = [];
    const named =
      (name: string): ServerInterceptor =>
      async (context, request, next) => {
        order.push(`${name}>${context.method.name}:${(request as { id?: string }).id}`);
        const reply = await next();
        order.push(`<${name}`);
        return reply;
      };
    served = await channel.serve(
      (server) =>
        server.addService(IntentService, {
          async getIntent(request) {
            order.push("handler");
            return { intent: { id: request.id ?? "" } };
          },
        }),
      { interceptors: [named("a"), named("b")] },
    );
    const client = createClient(IntentService, served.transport);
    expect((await client.getIntent({ id: "1" })).intent?.id).toBe("1");
    expect(order).toEqual(["a>GetIntent:1", "b>GetIntent:1", "handler", "<b", "<a"]);
    order.length = 0;
    await expect(client.getIntent({})).rejects.toMatchObject({ reason: "parameter_missing" });
    expect(order).toEqual(["a>GetIntent:undefined", "b>GetIntent:undefined"]);
  });

  it("lets an interceptor refuse every kind of call", async () => {
    let reached = false;
    const refuse: ServerInterceptor = async ({ trailers }) => {
      trailers.set("ratelimit", "r=0");
      throw serviceError("authentication_required", "no key");
    };
    const touch = () => {
      reached = true;
      throw new Error("reached");
    };
    served = await channel.serve(
      (server) =>
        server.addService(AgentService, { loadProfile: touch, signals: touch, putEvidence: touch, liveView: touch }),
      { interceptors: [refuse] },
    );
    const client = createClient(AgentService, served.transport);
    const limits: (string | undefined)[] = [];
    const o = {
      onTrailers: (trailers: { get(name: string): string | undefined }) => limits.push(trailers.get("ratelimit")),
    };
    async function* nothing() {}
    const calls = [
      client.loadProfile({}, o),
      client.signals({ runnerId: "1" }, o).next(),
      client.putEvidence(nothing(), o),
      client.liveView(nothing(), o).next(),
    ];
    const results = await Promise.allSettled(calls);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { reason: "authentication_required" } });
    }
    expect(limits).toEqual(Array(4).fill("r=0"));
    expect(reached).toBe(false);
  });

  it("counts calls by service, method and code", async () => {
    served = await channel.serve((server) =>
      server.addService(IntentService, {
        async getIntent(request) {
          if (request.id === "none") throw serviceError("resource_not_found", "no");
          return {};
        },
      }),
    );
    const client = createClient(IntentService, served.transport);
    await client.getIntent({ id: "1" });
    await client.getIntent({ id: "1" });
    await expect(client.getIntent({ id: "none" })).rejects.toThrow();
    const text = await served.metrics.registry.metrics();
    const count = (code: string) =>
      text.match(new RegExp(`^rpc_server_seconds_count\\{.*method="GetIntent",code="${code}".*\\} (\\d+)$`, "m"))?.[1];
    expect([count("OK"), count("NOT_FOUND")]).toEqual(["2", "1"]);
    expect(text).toContain('service="openintents.intent.v1.IntentService"');
  });

  it("finishes calls in flight when it closes, and takes no new ones", async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const goOn = Promise.withResolvers<void>();
    served = await channel.serve((server) =>
      server.addService(IntentService, {
        async getIntent(request, { closing }) {
          begun.resolve(closing);
          await goOn.promise;
          return { intent: { id: request.id ?? "" } };
        },
      }),
    );
    const client = createClient(IntentService, served.transport);
    const call = client.getIntent({ id: "1" });
    const closing = await begun.promise;
    const closed = served.server.close(5_000);
    expect(closing.aborted).toBe(true);
    await expect(client.getIntent({ id: "2" }, { deadlineMs: 2_000 })).rejects.toMatchObject({ reason: "unavailable" });
    goOn.resolve();
    expect((await call).intent?.id).toBe("1");
    await closed;
    expect(served.lines.map((line) => line.msg)).toEqual([]);
  });

  it("cancels what is still in flight after the grace", async () => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    served = await channel.serve((server) =>
      server.addService(AgentService, {
        async *signals(_, { signal }) {
          signal.addEventListener("abort", () => seen.resolve());
          yield {};
          begun.resolve();
          await new Promise(() => {});
        },
      }),
    );
    const stream = createClient(AgentService, served.transport).signals({ runnerId: "1" });
    await stream.next();
    const pending = stream.next();
    await begun.promise;
    await served.server.close(30);
    await seen.promise;
    await expect(pending).rejects.toMatchObject({ reason: expect.stringMatching(/^(unavailable|cancelled)$/) });
  });

  it("closes at once when long streams end with its closing signal", async () => {
    served = await channel.serve((server) =>
      server.addService(AgentService, {
        async *signals(_, { closing }) {
          yield {};
          await new Promise((resolve) => closing.addEventListener("abort", resolve));
        },
      }),
    );
    const stream = createClient(AgentService, served.transport).signals({ runnerId: "1" });
    await stream.next();
    await Promise.all([served.server.close(60_000), expect(stream.next()).resolves.toMatchObject({ done: true })]);
  });

  it("cancels calls in flight when the transport is closed, and refuses later ones", async () => {
    const begun = Promise.withResolvers<void>();
    served = await channel.serve((server) => {
      server.addService(IntentService, { getIntent: () => new Promise(() => {}) });
      server.addService(AgentService, {
        async *signals() {
          yield {};
          begun.resolve();
          await new Promise(() => {});
        },
      });
    });
    const intents = createClient(IntentService, served.transport);
    const agent = createClient(AgentService, served.transport);
    const stream = agent.signals({ runnerId: "1" });
    await stream.next();
    await begun.promise;
    const pending = [intents.getIntent({ id: "1" }), stream.next()];
    await served.transport.close();
    for (const result of await Promise.allSettled(pending)) {
      expect(result).toMatchObject({ status: "rejected", reason: { reason: "cancelled" } });
    }
    await expect(intents.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "unavailable" });
    await expect(agent.signals({ runnerId: "1" }).next()).rejects.toMatchObject({ reason: "unavailable" });
  });

  it("refuses to serve a service twice", async () => {
    served = await channel.serve((server) => server.addService(IntentService, {}));
    expect(() => served?.server.addService(IntentService, {})).toThrow(
      "openintents.intent.v1.IntentService is already served",
    );
  });
});

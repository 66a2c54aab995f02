import { type ServiceError, serviceError } from "@openintents/process";
import { AgentService, IntentService, TimelineService, WireError } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { type CallContext, createClient } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

async function refused(call: Promise<unknown>): Promise<ServiceError> {
  return call.then(
    () => {
      throw new Error("the call succeeded");
    },
    (error: ServiceError) => error,
  );
}

describe.each(channels)("failures over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function client(fail: (context: CallContext) => unknown, maxMessageBytes?: number) {
    const add: Parameters<typeof channel.serve>[0] = (server) =>
      server.addService(IntentService, {
        async getIntent(_, context) {
          return { intent: { id: String(await fail(context)) } };
        },
      });
    served = await channel.serve(add, maxMessageBytes === undefined ? {} : { maxMessageBytes });
    return createClient(IntentService, served.transport);
  }

  it("carries reason, message, param, details, request ID and time to retry", async () => {
    const intents = await client(() => {
      throw serviceError("over_cap", "Zu teuer: 100 % über 5 €", {
        param: "shops.2",
        details: { total: 6100, nested: { list: [1, "a", null, true] } },
        retryAfterSeconds: 30,
      });
    });
    const error = await refused(intents.getIntent({ id: "1" }, { metadata: { "x-request-id": "req_7" } }));
    expect(error).toMatchObject({
      name: "ServiceError",
      reason: "over_cap",
      message: "Zu teuer: 100 % über 5 €",
      param: "shops.2",
      details: { total: 6100, nested: { list: [1, "a", null, true] } },
      requestId: "req_7",
      retryAfterSeconds: 30,
    });
    expect(error.cause).toMatchObject({ status: { code: 9 } });
  });

  it("carries a message of the service's own beside the error, under the status that its table says", async () => {
    const value = new Uint8Array([10, 1, 120]);
    const intents = await client(() => {
      throw serviceError("already_exists", "bound to other bytes", {
        attachment: { typeName: "made.v1.Detail", value },
        grpcStatus: "ABORTED",
      });
    });
    const error = await refused(intents.getIntent({ id: "1" }));
    expect(error).toMatchObject({ reason: "already_exists", attachment: { typeName: "made.v1.Detail" } });
    expect([...(error.attachment?.value ?? [])]).toEqual([...value]);
    expect(error.cause).toMatchObject({ status: { code: 10 } });
  });

  it("answers an unexpected error with a fixed text, and logs it with its cause", async () => {
    const intents = await client(() => {
      throw new Error("password of alice", { cause: new TypeError("inner") });
    });
    const error = await refused(intents.getIntent({ id: "1" }));
    expect(error).toMatchObject({ reason: "internal_error", param: null, details: null });
    expect(error.message).toBe("something went wrong on our side; the request ID finds it in the logs");
    expect(JSON.stringify([error, error.cause])).not.toContain("alice");
    const line = served?.lines.find((one) => one.level === "error");
    expect(line).toMatchObject({ msg: "call failed", request_id: error.requestId, rpc: "IntentService/GetIntent" });
    expect(line?.err).toMatchObject({ message: "password of alice", cause: { type: "TypeError" } });
  });

  it("never shows the text of an internal error that a handler made itself", async () => {
    const intents = await client(() => {
      throw serviceError("internal_error", "table intents is gone");
    });
    expect((await refused(intents.getIntent({ id: "1" }))).message).not.toContain("table");
    expect(served?.lines.find((line) => line.level === "error")?.err).toMatchObject({
      message: "table intents is gone",
    });
  });

  it("answers what is no error at all as an internal one", async () => {
    const intents = await client(() => Promise.reject("text"));
    expect((await refused(intents.getIntent({ id: "1" }))).reason).toBe("internal_error");
  });

  it("logs a refusal at debug only", async () => {
    const intents = await client(() => {
      throw serviceError("resource_not_found", "no such intent");
    });
    await refused(intents.getIntent({ id: "1" }));
    expect(served?.lines.map((line) => [line.level, line.msg, line.reason])).toEqual([
      ["debug", "call refused", "resource_not_found"],
    ]);
  });

  it("maps a wire error to its first issue", async () => {
    const intents = await client(() => {
      throw new WireError([{ reason: "unknown_parameter", param: "colour", message: "colour is not known" }]);
    });
    expect(await refused(intents.getIntent({ id: "1" }))).toMatchObject({
      reason: "unknown_parameter",
      param: "colour",
    });
  });

  it("passes on a reason that this release does not know", async () => {
    const intents = await client(() => {
      throw serviceError("from_the_future", "new");
    });
    expect(await refused(intents.getIntent({ id: "1" }))).toMatchObject({ reason: "from_the_future", message: "new" });
  });

  it("survives texts and details that cannot travel", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const intents = await client(() => {
      throw serviceError("parameter_invalid", `\ud800${"x".repeat(5000)}`, { param: "\udfff", details: cyclic });
    });
    const error = await refused(intents.getIntent({ id: "1" }));
    expect(error).toMatchObject({ reason: "parameter_invalid", param: "\ufffd", details: null });
    expect(error.message).toHaveLength(1024);
    expect(served?.lines.map((line) => line.msg)).toContain("the details of an error are not JSON");
  });

  it("carries details of several thousand characters", async () => {
    const details = { list: Array.from({ length: 700 }, (_, i) => `entry ${i}`).slice(0, 600) };
    const intents = await client(() => {
      throw serviceError("parameter_invalid", "no", { details });
    });
    expect((await refused(intents.getIntent({ id: "1" }))).details).toEqual(details);
  });

  it("drops details too large for trailers and keeps the refusal", async () => {
    const intents = await client(() => {
      throw serviceError("parameter_invalid", "no", { details: { much: "x".repeat(100_000) } });
    });
    expect(await refused(intents.getIntent({ id: "1" }))).toMatchObject({ reason: "parameter_invalid", details: null });
  });

  it("refuses a request that breaks a rule before the handler runs", async () => {
    let ran = false;
    const intents = await client(() => {
      ran = true;
    });
    expect(await refused(intents.getIntent({}))).toMatchObject({ reason: "parameter_missing", param: "id" });
    expect(await refused(intents.getIntent({ id: "x".repeat(65) }))).toMatchObject({
      reason: "parameter_invalid",
      param: "id",
    });
    expect(ran).toBe(false);
  });

  it("refuses a message over the limit, in the request", async () => {
    const intents = await client(() => "");
    const id = "x".repeat(4 * 1024 * 1024);
    expect((await refused(intents.getIntent({ id }))).reason).toBe("body_too_large");
  });

  it("takes a message just under the limit", async () => {
    const intents = await client(() => "y".repeat(4 * 1024 * 1024 - 64));
    expect((await intents.getIntent({ id: "1" })).intent?.id).toHaveLength(4 * 1024 * 1024 - 64);
  });

  it("takes a reply over the limit for a fault of its own", async () => {
    const intents = await client(() => "y".repeat(2048), 1024);
    expect((await refused(intents.getIntent({ id: "1" }))).reason).toBe("internal_error");
    expect(served?.lines.find((line) => line.level === "error")?.err).toMatchObject({
      message: expect.stringContaining("more than the 1024 allowed"),
    });
  });

  it("answers not_implemented for a method without a handler, of any kind", async () => {
    served = await channel.serve((server) => server.addService(AgentService, {}));
    const agent = createClient(AgentService, served.transport);
    async function* nothing() {}
    const calls = [
      agent.loadProfile({}),
      agent.putEvidence(nothing()),
      agent.signals({ runnerId: "1" }).next(),
      agent.liveView(nothing()).next(),
    ];
    const errors = await Promise.all(calls.map(refused));
    expect(errors.map((error) => error.reason)).toEqual(Array(4).fill("not_implemented"));
    expect(errors[0]?.message).toBe("AgentService.LoadProfile is not part of this release");
  });

  it("answers not_implemented for a service that nobody serves", async () => {
    served = await channel.serve(() => {});
    const timeline = createClient(TimelineService, served.transport);
    expect((await refused(timeline.listIntentEvents({}))).reason).toBe("not_implemented");
  });

  it("delivers the messages in front of a stream's failure", async () => {
    served = await channel.serve((server) =>
      server.addService(AgentService, {
        async *signals() {
          for (let id = 1n; id <= 40n; id++) yield { signal: { id } };
          throw serviceError("claim_lost", "gone", { param: "ref" });
        },
      }),
    );
    const got: bigint[] = [];
    const reading = (async () => {
      for await (const reply of createClient(AgentService, served.transport).signals({ runnerId: "1" })) {
        got.push(reply.signal?.id ?? 0n);
      }
    })();
    expect(await refused(reading)).toMatchObject({ reason: "claim_lost", param: "ref" });
    expect(got).toHaveLength(40);
  });

  it("refuses a broken message in the middle of a client's stream", async () => {
    served = await channel.serve(
      (server) =>
        server.addService(AgentService, {
          async putEvidence(requests) {
            let bytes = 0;
            for await (const request of requests) bytes += request.chunk.length;
            return { evidenceId: String(bytes) };
          },
        }),
      { maxMessageBytes: 1024 },
    );
    async function* chunks() {
      yield { chunk: new Uint8Array(10) };
      yield { chunk: new Uint8Array(5000) };
    }
    const agent = createClient(AgentService, served.transport);
    expect((await refused(agent.putEvidence(chunks()))).reason).toBe("body_too_large");
  });

  it("throws the error of the caller's own stream and tells the server of the cancellation", async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    served = await channel.serve((server) =>
      server.addService(AgentService, {
        async putEvidence(requests) {
          try {
            for await (const _ of requests) begun.resolve();
            ended.resolve("complete");
          } catch (error) {
            ended.resolve(error);
          }
          return {};
        },
      }),
    );
    async function* failing() {
      yield { chunk: new Uint8Array(1) };
      await begun.promise;
      throw new RangeError("disk");
    }
    const agent = createClient(AgentService, served.transport);
    await expect(agent.putEvidence(failing())).rejects.toThrow(RangeError);
    expect(await ended.promise).toMatchObject({ reason: "cancelled" });
  });
});

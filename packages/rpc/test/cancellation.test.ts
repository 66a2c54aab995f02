import type { ServiceError } from "@openintents/process";
import { AgentService, IntentService } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { type CallContext, createClient, type Handlers } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

function aborted(signal: AbortSignal): Promise<ServiceError> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason as ServiceError));
  });
}

describe.each(channels)("cancellation over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function intents(getIntent: (context: CallContext) => Promise<unknown>) {
    served = await channel.serve((server) =>
      server.addService(IntentService, {
        async getIntent(_, context) {
          await getIntent(context);
          return {};
        },
      }),
    );
    return createClient(IntentService, served.transport);
  }

  async function agent(handlers: Partial<Handlers<typeof AgentService>>) {
    served = await channel.serve((server) => server.addService(AgentService, handlers));
    return createClient(AgentService, served.transport);
  }

  it("ends a call at its deadline for both sides", async () => {
    const seen = Promise.withResolvers<ServiceError>();
    const client = await intents(async ({ signal }) => {
      seen.resolve(await aborted(signal));
      return new Promise(() => {});
    });
    await expect(client.getIntent({ id: "1" }, { deadlineMs: 60 })).rejects.toMatchObject({ reason: "timeout" });
    expect(await seen.promise).toMatchObject({ reason: "timeout" });
  });

  it("applies the client's default deadline", async () => {
    await intents(() => new Promise(() => {}));
    const client = createClient(IntentService, (served as Served).transport, { deadlineMs: 40 });
    await expect(client.getIntent({ id: "1" })).rejects.toMatchObject({ reason: "timeout" });
  });

  it("ends a stream at its deadline, after the messages that came in time", async () => {
    const seen = Promise.withResolvers<ServiceError>();
    const client = await agent({
      async *signals(_, { signal }) {
        yield { signal: { id: 1n } };
        seen.resolve(await aborted(signal));
      },
    });
    const stream = client.signals({ runnerId: "1" }, { deadlineMs: 80 });
    expect((await stream.next()).value.signal.id).toBe(1n);
    await expect(stream.next()).rejects.toMatchObject({ reason: "timeout" });
    expect(await seen.promise).toMatchObject({ reason: "timeout" });
  });

  it("cancels a unary call for both sides when the caller's signal aborts", async () => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<ServiceError>();
    const client = await intents(async ({ signal }) => {
      begun.resolve();
      seen.resolve(await aborted(signal));
      signal.throwIfAborted();
    });
    const controller = new AbortController();
    const call = client.getIntent({ id: "1" }, { signal: controller.signal });
    await begun.promise;
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: "cancelled" });
    expect(await seen.promise).toMatchObject({ reason: "cancelled" });
    expect(served?.lines.filter((line) => line.level === "error")).toEqual([]);
  });

  it("makes no call at all when the signal was aborted before", async () => {
    let calls = 0;
    const client = await intents(async () => {
      calls++;
    });
    const signal = AbortSignal.abort();
    await expect(client.getIntent({ id: "1" }, { signal })).rejects.toMatchObject({ reason: "cancelled" });
    await client.getIntent({ id: "1" });
    expect(calls).toBe(1);
  });

  it("does not abort the signal of a call that succeeded", async () => {
    let kept: AbortSignal | undefined;
    const client = await intents(({ signal }) => {
      if (kept !== undefined) return new Promise(() => {});
      kept = signal;
      return Promise.resolve();
    });
    await client.getIntent({ id: "1" }, { deadlineMs: 20 });
    // A second call that runs into a later deadline shows that the first one's has passed.
    await expect(client.getIntent({ id: "2" }, { deadlineMs: 60 })).rejects.toMatchObject({ reason: "timeout" });
    expect(kept?.aborted).toBe(false);
  });

  it("cancels a server's stream when the caller leaves its loop", async () => {
    const seen = Promise.withResolvers<ServiceError>();
    const finallyRan = Promise.withResolvers<void>();
    const client = await agent({
      async *signals(_, { signal }) {
        void aborted(signal).then(seen.resolve);
        try {
          for (let id = 1n; ; id++) {
            yield { signal: { id } };
            await new Promise((resolve) => setImmediate(resolve));
          }
        } finally {
          finallyRan.resolve();
        }
      },
    });
    for await (const reply of client.signals({ runnerId: "1" })) if (reply.signal?.id === 3n) break;
    expect(await seen.promise).toMatchObject({ reason: "cancelled" });
    await finallyRan.promise;
  });

  it("cancels a server's stream that is stuck in an await of its own", async () => {
    const seen = Promise.withResolvers<ServiceError>();
    const client = await agent({
      async *signals(_, { signal }) {
        yield {};
        seen.resolve(await aborted(signal));
      },
    });
    for await (const _ of client.signals({ runnerId: "1" })) break;
    expect(await seen.promise).toMatchObject({ reason: "cancelled" });
    await expect.poll(() => served?.lines.map((line) => line.reason)).toEqual(["cancelled"]);
  });

  it("ends the caller's loop when its signal aborts", async () => {
    const client = await agent({
      async *signals(_, { signal }) {
        yield {};
        await aborted(signal);
      },
    });
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of client.signals({ runnerId: "1" }, { signal: controller.signal })) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ reason: "cancelled" });
  });

  it("throws in a handler that reads a client's stream which is cancelled", async () => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<unknown>();
    const client = await agent({
      async putEvidence(requests) {
        try {
          for await (const _ of requests) begun.resolve();
          seen.resolve("complete");
        } catch (error) {
          seen.resolve(error);
        }
        return {};
      },
    });
    let released = false;
    async function* chunks(signal: AbortSignal) {
      try {
        yield { chunk: new Uint8Array(8) };
        await aborted(signal);
      } finally {
        released = true;
      }
    }
    const controller = new AbortController();
    const call = client.putEvidence(chunks(controller.signal), { signal: controller.signal });
    await begun.promise;
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: "cancelled" });
    expect(await seen.promise).toMatchObject({ reason: "cancelled" });
    await expect.poll(() => released).toBe(true);
  });

  it("ends both directions of a conversation when the caller leaves it", async () => {
    const seen = Promise.withResolvers<unknown>();
    const client = await agent({
      async *liveView(requests) {
        try {
          for await (const request of requests) yield { input: request.frame };
          seen.resolve("complete");
        } catch (error) {
          seen.resolve(error);
        }
      },
    });
    const left = Promise.withResolvers<void>();
    async function* frames() {
      yield { frame: new Uint8Array([1]) };
      await left.promise;
    }
    for await (const reply of client.liveView(frames())) {
      expect(reply.input).toEqual(new Uint8Array([1]));
      break;
    }
    left.resolve();
    expect(await seen.promise).toMatchObject({ reason: "cancelled" });
  });

  it("lets a conversation finish when the caller only stops talking", async () => {
    const client = await agent({
      async *liveView(requests) {
        let frames = 0;
        for await (const _ of requests) frames++;
        for (let i = 0; i < frames; i++) yield { input: new Uint8Array([i]) };
      },
    });
    async function* frames() {
      for (let i = 0; i < 5; i++) yield { frame: new Uint8Array([i]) };
    }
    const inputs: number[] = [];
    for await (const reply of client.liveView(frames())) inputs.push(reply.input[0] ?? -1);
    expect(inputs).toEqual([0, 1, 2, 3, 4]);
  });
});

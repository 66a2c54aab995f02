import { AgentService, IntentService, SignalKind } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, type Handlers, receivedBytes } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

const text = new TextEncoder();

async function* each<T>(values: T[]): AsyncGenerator<T> {
  yield* values;
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe.each(channels)("calls over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function agent(handlers: Partial<Handlers<typeof AgentService>>) {
    served = await channel.serve((server) => server.addService(AgentService, handlers));
    return createClient(AgentService, served.transport);
  }

  it("answers a unary call with the handler's message", async () => {
    served = await channel.serve((server) =>
      server.addService(IntentService, {
        getIntent: async (request) => ({ intent: { id: request.id ?? "", sequence: request.waitSeconds ?? -1 } }),
      }),
    );
    const client = createClient(IntentService, served.transport);
    const reply = await client.getIntent({ id: "int_1", waitSeconds: 7 });
    expect(reply.$typeName).toBe("openintents.intent.v1.GetIntentResponse");
    expect(reply.intent?.id).toBe("int_1");
    expect(reply.intent?.sequence).toBe(7);
  });

  it("streams a server's messages in order and ends", async () => {
    const client = await agent({
      async *signals(request) {
        for (let id = 1n; id <= 100n; id++) {
          yield { signal: { id: request.afterSignal + id, kind: SignalKind.CHANGED, claimId: request.runnerId } };
        }
      },
    });
    const replies = await collect(client.signals({ runnerId: "run_1", afterSignal: 5n }));
    expect(replies.map((reply) => reply.signal?.id)).toEqual(Array.from({ length: 100 }, (_, i) => BigInt(i + 6)));
    expect(replies[0]?.signal?.claimId).toBe("run_1");
  });

  it("takes a client's stream whole before it answers", async () => {
    const client = await agent({
      async putEvidence(requests) {
        const chunks: string[] = [];
        for await (const request of requests) chunks.push(Buffer.from(request.chunk).toString());
        return { evidenceId: chunks.join("") };
      },
    });
    const chunks = Array.from({ length: 50 }, (_, i) => `${i},`);
    const reply = await client.putEvidence(each(chunks.map((chunk) => ({ chunk: text.encode(chunk) }))));
    expect(reply.evidenceId).toBe(chunks.join(""));
  });

  it("answers a client's stream early without reading the rest", async () => {
    let released = false;
    async function* endless() {
      try {
        for (;;) yield { chunk: new Uint8Array(1024) };
      } finally {
        released = true;
      }
    }
    const client = await agent({
      async putEvidence(requests) {
        for await (const request of requests) return { evidenceId: String(request.chunk.length) };
        return { evidenceId: "none" };
      },
    });
    expect((await client.putEvidence(endless())).evidenceId).toBe("1024");
    await expect.poll(() => released).toBe(true);
  });

  it("carries a conversation both ways in turns", async () => {
    const client = await agent({
      async *liveView(requests) {
        for await (const request of requests) yield { input: text.encode(`${request.urlHost}!`) };
        yield { input: text.encode("bye") };
      },
    });
    const heard: string[] = [];
    const turns = [0, 1, 2].map(() => Promise.withResolvers<void>());
    turns[0]?.resolve();
    async function* talk() {
      for (const [i, word] of ["a", "b", "c"].entries()) {
        await turns[i]?.promise;
        yield { urlHost: word };
      }
    }
    for await (const reply of client.liveView(talk())) {
      heard.push(Buffer.from(reply.input).toString());
      turns[heard.length]?.resolve();
    }
    expect(heard).toEqual(["a!", "b!", "c!", "bye"]);
  });

  it("gives a handler the exact bytes of its request", async () => {
    let bytes: Uint8Array | undefined;
    served = await channel.serve((server) =>
      server.addService(IntentService, {
        getIntent: async (request) => {
          bytes = receivedBytes(request);
          return {};
        },
      }),
    );
    await createClient(IntentService, served.transport).getIntent({ id: "ab" });
    expect(Buffer.from(bytes ?? []).toString("hex")).toBe("0a026162");
  });
});

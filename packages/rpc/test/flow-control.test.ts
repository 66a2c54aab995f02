import { AgentService } from "@openintents/proto";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, type Handlers } from "../src/index.ts";
import { channels, type Served } from "./channels.ts";

const CHUNK = new Uint8Array(64 * 1024);
const MANY = 2000;

/** Resolves with the count once it has stood still over many turns of the event loop. */
async function standsStill(count: () => number): Promise<number> {
  for (let last = -1, still = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    still = count() === last ? still + 1 : 0;
    last = count();
    if (still === 20) return last;
  }
}

describe.each(channels)("flow control over the $name", (channel) => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function agent(handlers: Partial<Handlers<typeof AgentService>>) {
    served = await channel.serve((server) => server.addService(AgentService, handlers));
    return createClient(AgentService, served.transport);
  }

  it("stalls a fast server until a slow caller reads on", async () => {
    let sent = 0;
    async function* inputs() {
      for (; sent < MANY; sent++) yield { input: CHUNK };
    }
    const client = await agent({ liveView: () => inputs() });
    const stream = client.liveView((async function* () {})());
    await stream.next();
    const stalledAt = await standsStill(() => sent);
    expect(stalledAt).toBeLessThan(200);
    let got = 1;
    for await (const _ of stream) got++;
    expect(got).toBe(MANY);
  });

  it("stalls a fast caller until a slow server reads on", async () => {
    const goOn = Promise.withResolvers<void>();
    let sent = 0;
    async function* chunks() {
      for (; sent < MANY; sent++) yield { chunk: CHUNK };
    }
    const client = await agent({
      async putEvidence(requests) {
        await goOn.promise;
        let got = 0;
        for await (const _ of requests) got++;
        return { evidenceId: String(got) };
      },
    });
    const call = client.putEvidence(chunks(), { deadlineMs: 60_000 });
    const stalledAt = await standsStill(() => sent);
    expect(stalledAt).toBeGreaterThan(0);
    expect(stalledAt).toBeLessThan(200);
    goOn.resolve();
    expect((await call).evidenceId).toBe(String(MANY));
  });

  it("releases a stalled server when the caller leaves", async () => {
    const released = Promise.withResolvers<void>();
    const client = await agent({
      async *liveView() {
        try {
          for (;;) yield { input: CHUNK };
        } finally {
          released.resolve();
        }
      },
    });
    const stream = client.liveView((async function* () {})());
    await stream.next();
    await stream.return?.();
    await released.promise;
    await expect.poll(() => served?.lines.map((line) => line.reason)).toEqual(["cancelled"]);
  });

  it("releases a stalled caller when the server answers without reading on", async () => {
    const released = Promise.withResolvers<void>();
    async function* chunks() {
      try {
        for (;;) yield { chunk: CHUNK };
      } finally {
        released.resolve();
      }
    }
    const client = await agent({ putEvidence: async () => ({ evidenceId: "enough" }) });
    expect((await client.putEvidence(chunks())).evidenceId).toBe("enough");
    await released.promise;
  });
});

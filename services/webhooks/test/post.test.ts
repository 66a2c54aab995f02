import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { manualClock } from "@openintents/process";
import { type Answer, type WebhookReceiver, webhookReceiver } from "@openintents/testing";
import { afterEach, describe, expect, test } from "vitest";
import { createAddressPolicy } from "../src/address-policy.ts";
import { createCheckedConnector } from "../src/checked-connector.ts";
import { ATTEMPT_TIMEOUT_MS, createPoster } from "../src/post.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const clock = manualClock();

function poster() {
  const made = createPoster({
    clock,
    connect: createCheckedConnector({
      policy: createAddressPolicy(["127.0.0.0/8"]),
      resolve: async () => ["127.0.0.1"],
    }),
  });
  closing.push(() => made.close());
  return made;
}

async function receiver(answer: Answer): Promise<WebhookReceiver> {
  const made = await webhookReceiver({ status: () => answer });
  closing.push(() => made.close());
  return made;
}

const request = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: '{"a":1}' });
const post = (url: string, signal = new AbortController().signal) => poster().post(request(url), signal);

describe("an attempt", () => {
  test("posts the exact body and answers status and excerpt", async () => {
    const target = await receiver({ status: 201, body: "thanks" });
    expect(await post(`${target.url}hook?x=1`)).toMatchObject({
      statusCode: 201,
      error: null,
      responseExcerpt: "thanks",
      retryAfter: null,
    });
    expect(target.deliveries).toMatchObject([{ method: "POST", path: "/hook?x=1", body: '{"a":1}' }]);
  });

  test("does not follow a redirect", async () => {
    const elsewhere = await receiver(200);
    const target = await receiver({ status: 307, headers: { location: elsewhere.url } });
    expect(await post(target.url)).toMatchObject({ statusCode: 307, error: "redirect_not_followed" });
    expect(elsewhere.deliveries).toEqual([]);
  });

  test("keeps at most 1 KiB of the answer, as text that can be stored", async () => {
    const target = await receiver({ status: 500, body: `\0${"ü".repeat(100_000)}` });
    const attempt = await post(target.url);
    expect(Buffer.byteLength(attempt?.responseExcerpt ?? "")).toBeLessThanOrEqual(1024);
    expect(attempt?.responseExcerpt).toMatch(/^\ufffdü{400,}/);
  });

  test("passes Retry-After on", async () => {
    const target = await receiver({ status: 503, headers: { "retry-after": "30" } });
    expect(await post(target.url)).toMatchObject({ statusCode: 503, retryAfter: "30" });
  });

  test("gives up after 15 seconds without an answer", async () => {
    const target = await receiver("hang");
    const attempt = post(target.url);
    await target.waitFor(() => true);
    await clock.advance(ATTEMPT_TIMEOUT_MS);
    expect(await attempt).toMatchObject({ statusCode: null, error: "timeout", durationMs: 15_000 });
  });

  test("takes the status for the outcome although the answer's body never ends", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\npart"));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const made = poster();
    let settled = false;
    const attempt = made.post(request(`http://127.0.0.1:${port}/`), new AbortController().signal).finally(() => {
      settled = true;
    });
    while (!settled) await clock.advance(ATTEMPT_TIMEOUT_MS / 10);
    expect(await attempt).toMatchObject({ statusCode: 200, error: null, responseExcerpt: "part" });
  });

  test("names a refused connection, a broken one and an answer that is no HTTP", async () => {
    const gone = await receiver(200);
    await gone.close();
    expect(await post(gone.url)).toMatchObject({ statusCode: null, error: "connection_refused" });
    const reset = await receiver("reset");
    expect(await post(reset.url)).toMatchObject({ statusCode: null, error: "connection_closed" });
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.resume().end("SSH-2.0-OpenSSH_9.6\r\n");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: "invalid_response" });
  });

  test("that is cut off by a shutdown is no attempt", async () => {
    const target = await receiver("hang");
    const shutdown = new AbortController();
    const attempt = post(target.url, shutdown.signal);
    await target.waitFor(() => true);
    shutdown.abort();
    expect(await attempt).toBeNull();
  });
});

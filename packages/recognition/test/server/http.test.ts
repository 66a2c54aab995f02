// The stateful endpoint over real sockets: sessions, principals, limits, revisions, the end.
import { afterEach, expect, test, vi } from "vitest";
import { BODY_LIMIT } from "../../src/server/read-body.ts";
import { parseTokens } from "../../src/server/tokens.ts";
import {
  ACCEPT,
  type Harness,
  initialize,
  messageOf,
  openSession,
  post,
  startHarness,
  toolCall,
} from "./http-harness.ts";
import { requestText, sendRaw } from "./raw-http.ts";

const open: Harness[] = [];
async function start(o?: Parameters<typeof startHarness>[0]): Promise<Harness> {
  const harness = await startHarness(o);
  open.push(harness);
  return harness;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness[Symbol.asyncDispose]()));
});

test("a session is opened with initialize, on both revisions, and named by the replica and 256 random bits", async () => {
  const { url } = await start({ replica: "pod-7" });
  const ids = new Set<string>();
  for (const version of ["2025-06-18", "2025-11-25"]) {
    const answer = await post(url, initialize(version));
    expect((await messageOf(answer)).result).toMatchObject({ protocolVersion: version });
    const id = answer.headers.get("mcp-session-id") ?? "";
    const [replica, random = "", ...more] = id.split(".");
    expect([replica, more]).toEqual(["pod-7", []]);
    expect(Buffer.from(random, "base64url")).toHaveLength(32);
    expect(random).toMatch(/^[A-Za-z0-9_-]{43}$/);
    ids.add(id);
  }
  expect(ids.size).toBe(2);
});

test("calls of one session share its connection, others have their own", async () => {
  const harness = await start();
  const [first, second] = [await openSession(harness.url), await openSession(harness.url)];
  for (const session of [first, first, second]) {
    expect((await messageOf(await post(harness.url, toolCall("x"), session))).result).toMatchObject({
      content: [{ text: "x was called" }],
    });
  }
  expect(harness.connected).toHaveLength(2);
});

test("an unknown session is 404 before its body is read", async () => {
  const { serving, url } = await start();
  const id = "r1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  const answer = await post(url, toolCall("x"), { "mcp-session-id": id });
  expect([answer.status, await messageOf(answer)]).toMatchObject([404, { error: { code: -32001 } }]);
  for (const method of ["GET", "DELETE"]) {
    const other = await fetch(url, { method, headers: { "mcp-session-id": id, accept: ACCEPT } });
    expect(other.status).toBe(404);
    await other.text();
  }
  const headers: [string, string][] = [
    ["Host", `127.0.0.1:${serving.port}`],
    ["Mcp-Session-Id", id],
    ["Content-Type", "application/json"],
    ["Content-Length", "1000"],
  ];
  expect((await sendRaw(serving.port, requestText("POST /mcp", headers, "{"))).status).toBe(404);
});

test("without a session only initialize is served", async () => {
  const { url } = await start();
  const answer = await post(url, toolCall("x", 7));
  expect([answer.status, await messageOf(answer)]).toMatchObject([400, { id: 7, error: { code: -32000 } }]);
  for (const method of ["GET", "DELETE"]) {
    expect((await fetch(url, { method, headers: { accept: ACCEPT } })).status).toBe(400);
  }
});

test("an initialize that is refused opens nothing", async () => {
  const harness = await start();
  const answer = await post(harness.url, [initialize(), toolCall("x")]);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("mcp-session-id")).toBeNull();
  await vi.waitFor(() => expect(harness.ended).toEqual(harness.connected));
});

test("DELETE ends the session at once, and only that one", async () => {
  const harness = await start();
  const [first, second] = [await openSession(harness.url), await openSession(harness.url)];
  const gone = await fetch(harness.url, { method: "DELETE", headers: first });
  expect(gone.status).toBe(200);
  expect(harness.ended).toEqual(harness.connected.slice(0, 1));
  expect((await post(harness.url, toolCall("x"), first)).status).toBe(404);
  expect((await post(harness.url, toolCall("x"), second)).status).toBe(200);
});

test("a dropped stream keeps its session, and what it asked for runs on", async () => {
  const signals: AbortSignal[] = [];
  const release = Promise.withResolvers<void>();
  const harness = await start({
    call: async (name, signal) => {
      signals.push(signal);
      if (name === "slow") await release.promise;
      return name;
    },
  });
  const session = await openSession(harness.url);
  const listening = new AbortController();
  const stream = await fetch(harness.url, { headers: { ...session, accept: ACCEPT }, signal: listening.signal });
  expect(stream.status).toBe(200);
  const asking = new AbortController();
  const asked = fetch(harness.url, {
    method: "POST",
    headers: { ...session, accept: ACCEPT, "content-type": "application/json" },
    body: JSON.stringify(toolCall("slow")),
    signal: asking.signal,
  });
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  listening.abort();
  asking.abort();
  await asked.then((answer) => answer.text()).catch(() => undefined);
  expect((await messageOf(await post(harness.url, toolCall("next", 3), session))).result).toMatchObject({
    content: [{ text: "next" }],
  });
  expect(signals[0]?.aborted).toBe(false);
  expect(harness.ended).toEqual([]);
  release.resolve();
  // The listening stream may be opened again.
  await vi.waitFor(async () => {
    const again = await fetch(harness.url, { headers: { ...session, accept: ACCEPT } });
    await again.body?.cancel();
    expect(again.status).toBe(200);
  });
});

test("a session ends when nobody used it for the idle time, and not while a stream listens", async () => {
  const harness = await start({ idleMs: 150 });
  const [used, idle] = [await openSession(harness.url), await openSession(harness.url)];
  const listening = new AbortController();
  await fetch(harness.url, { headers: { ...used, accept: ACCEPT }, signal: listening.signal });
  await vi.waitFor(() => expect(harness.ended).toHaveLength(1), { timeout: 5_000 });
  expect((await post(harness.url, toolCall("x"), idle)).status).toBe(404);
  const answer = await post(harness.url, toolCall("x"), used);
  expect(answer.status).toBe(200);
  await answer.text();
  listening.abort();
  await vi.waitFor(() => expect(harness.ended).toHaveLength(2), { timeout: 5_000 });
  expect((await post(harness.url, toolCall("x"), used)).status).toBe(404);
});

const ALPHA = { authorization: "Bearer token-of-alpha-0000000000001" };
const BETA = { authorization: "Bearer token-of-beta-00000000000002" };
const tokens = "alpha token-of-alpha-0000000000001\nbeta token-of-beta-00000000000002\n";

test("with bearer authentication a request without a valid token is 401, whatever it asks for", async () => {
  const { url, serving } = await start({ authenticate: parseTokens(tokens) });
  for (const headers of [{}, { authorization: "Bearer token-of-gamma-0000000000003" }, { authorization: "alpha" }]) {
    const answer = await post(url, initialize(), headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  }
  expect((await fetch(`http://127.0.0.1:${serving.port}/elsewhere`)).status).toBe(401);
  expect((await fetch(`http://127.0.0.1:${serving.port}/readyz`)).status).toBe(200);
});

test("a session belongs to its principal: to another it is as unknown as any", async () => {
  const { url } = await start({ authenticate: parseTokens(tokens) });
  const session = await openSession(url, ALPHA);
  const stolen = { ...session, ...BETA };
  const unknown = { ...stolen, "mcp-session-id": "r1.nothing" };
  const answers = await Promise.all(
    [stolen, unknown].map(async (headers) => {
      const answer = await post(url, toolCall("x"), headers);
      return [answer.status, await answer.text()];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);
  expect((await fetch(url, { method: "DELETE", headers: stolen })).status).toBe(404);
  expect((await fetch(url, { headers: { ...stolen, accept: ACCEPT } })).status).toBe(404);
  expect((await post(url, toolCall("x"), session)).status).toBe(200);
});

test("a body over 1 MiB is 413, told by its length or found while reading; one of 1 MiB is read", async () => {
  const { url, serving } = await start();
  const session = await openSession(url);
  const large = await post(url, `"${"x".repeat(BODY_LIMIT)}"`, session);
  expect(large.status).toBe(413);
  const chunk = "x".repeat(65_536);
  const chunks = `${"10000\r\n"}${chunk}\r\n`.repeat(17);
  const headers: [string, string][] = [
    ["Host", `127.0.0.1:${serving.port}`],
    ["Mcp-Session-Id", session["mcp-session-id"] ?? ""],
    ["Content-Type", "application/json"],
    ["Transfer-Encoding", "chunked"],
  ];
  expect((await sendRaw(serving.port, requestText("POST /mcp", headers, chunks))).status).toBe(413);
  const call = JSON.stringify(toolCall("x"));
  expect((await post(url, call.padEnd(BODY_LIMIT), session)).status).toBe(200);
});

test("headers over 16 KiB are 431", async () => {
  const { url } = await start();
  expect((await post(url, initialize(), { "x-large": "x".repeat(16_384) })).status).toBe(431);
  expect((await post(url, initialize(), { "x-large": "x".repeat(12_000) })).status).toBe(200);
});

test.each<[string, string, Record<string, string>, number]>([
  ["another media type", JSON.stringify(initialize()), { "content-type": "text/plain" }, 415],
  ["an encoded body", JSON.stringify(initialize()), { "content-encoding": "gzip" }, 415],
  ["a body that is no JSON", "{secret", {}, 400],
  ["a client that takes no stream", JSON.stringify(initialize()), { accept: "application/json" }, 406],
])("%s is refused", async (_what, body, headers, status) => {
  const { url } = await start();
  const answer = await post(url, body, headers);
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain("secret");
});

test("other methods and paths are refused", async () => {
  const { url, serving } = await start();
  const put = await fetch(url, { method: "PUT", body: "x" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  const origin = `http://127.0.0.1:${serving.port}`;
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(`${origin}/mcp/`)).status).toBe(404);
  expect((await fetch(`${url}?a=b`)).status).toBe(400);
  expect((await fetch(`${origin}/healthz`, { method: "POST" })).status).toBe(405);
});

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

test.each<[string, object, Record<string, string>]>([
  [
    "a discovery",
    { jsonrpc: "2.0", id: 5, method: "server/discover", params: { _meta: modernMeta } },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" },
  ],
  [
    "a call",
    { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "x", arguments: {}, _meta: modernMeta } },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "x" },
  ],
  [
    "a call whose headers do not say so",
    { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "x", arguments: {}, _meta: modernMeta } },
    {},
  ],
])(
  "%s of 2026-07-28 gets the unsupported-version error with the revisions that there are",
  async (_w, body, headers) => {
    const { url } = await start();
    for (const session of [{}, await openSession(url)]) {
      const answer = await post(url, body, { ...session, ...headers });
      expect(answer.status).toBe(400);
      expect(await messageOf(answer)).toMatchObject({
        id: 5,
        error: { code: -32022, data: { supported: ["2025-11-25", "2025-06-18"], requested: "2026-07-28" } },
      });
    }
  },
);

test("stop answers what runs, refuses what is new, and then lets go of everything", async () => {
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const harness = await start({
    call: async () => {
      began.resolve();
      await release.promise;
      return "finished";
    },
  });
  const session = await openSession(harness.url);
  await fetch(harness.url, { headers: { ...session, accept: ACCEPT } });
  const running = post(harness.url, toolCall("slow"), session);
  await began.promise;
  const stopped = harness.serving.stop(10_000);
  await expect(fetch(harness.url, { method: "DELETE", headers: session })).rejects.toThrow();
  release.resolve();
  expect((await messageOf(await running)).result).toMatchObject({ content: [{ text: "finished" }] });
  await stopped;
  await harness.serving.ended;
});

test("stop aborts what still runs after the grace", async () => {
  const began = Promise.withResolvers<void>();
  const aborting = new AbortController();
  const harness = await start({
    abort: async () => aborting.abort(),
    call: (_name, signal) =>
      new Promise((resolve) => {
        began.resolve();
        for (const one of [aborting.signal, signal]) one.addEventListener("abort", () => resolve("aborted"));
      }),
  });
  const session = await openSession(harness.url);
  const running = post(harness.url, toolCall("slow"), session);
  await began.promise;
  await harness.serving.stop(50);
  expect((await messageOf(await running)).result).toMatchObject({ content: [{ text: "aborted" }] });
});

test("an address that is taken is a failure of the start", async () => {
  const { serving } = await start();
  await expect(startHarness({ port: serving.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

// Host and Origin over real sockets, each combination written byte by byte.
import type { IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostRules } from "../../src/server/host-rules.ts";
import { parsePublicOrigin } from "../../src/server/public-origin.ts";
import { type Harness, initialize, startHarness } from "./http-harness.ts";
import { requestText, sendRaw } from "./raw-http.ts";

const PUBLIC = "https://intents.example.com";
const HOSTILE: [string, string][] = [
  ["X-Forwarded-Host", "intents.example.com"],
  ["X-Forwarded-For", "127.0.0.1"],
  ["X-Forwarded-Proto", "https"],
  ["X-Real-IP", "127.0.0.1"],
  ["Forwarded", "for=127.0.0.1;host=intents.example.com;proto=https"],
];

let local: Harness;
let known: Harness;
beforeAll(async () => {
  local = await startHarness();
  known = await startHarness({ host: "0.0.0.0", publicOrigin: parsePublicOrigin(PUBLIC) });
});
afterAll(async () => {
  await local?.[Symbol.asyncDispose]();
  await known?.[Symbol.asyncDispose]();
});

interface Case {
  host?: string | string[];
  origin?: string | string[];
  target?: string;
  extra?: [string, string][];
}

function ask(server: Harness, { host = [], origin = [], target = "/mcp", extra = [] }: Case, peer?: string) {
  const { port } = server.serving;
  const fill = (text: string) => text.replace("PORT", String(port));
  const body = JSON.stringify(initialize());
  const headers: [string, string][] = [
    ...[host].flat().map((value): [string, string] => ["Host", fill(value)]),
    ...[origin].flat().map((value): [string, string] => ["Origin", fill(value)]),
    ...extra,
    ["Accept", "application/json, text/event-stream"],
    ["Content-Type", "application/json"],
    ["Content-Length", String(body.length)],
    ["Connection", "close"],
  ];
  return sendRaw(port, requestText(`POST ${fill(target)}`, headers, body), peer);
}

describe("without a public origin", () => {
  test.each<[string, Case]>([
    ["the bound address", { host: "127.0.0.1:PORT" }],
    ["localhost", { host: "localhost:PORT" }],
    ["LOCALHOST", { host: "LOCALHOST:PORT" }],
    ["the IPv6 name", { host: "[::1]:PORT" }],
    ["a loopback origin on any port", { host: "127.0.0.1:PORT", origin: "http://localhost:6274" }],
    ["its own origin", { host: "localhost:PORT", origin: "http://localhost:PORT" }],
    ["a loopback origin over https", { host: "localhost:PORT", origin: "https://[::1]:1" }],
    ["hostile forwarded headers beside it", { host: "127.0.0.1:PORT", extra: HOSTILE }],
  ])("%s is answered", async (_what, one) => {
    expect((await ask(local, one)).status).toBe(200);
  });

  test.each<[string, Case]>([
    ["a foreign host", { host: "evil.example:PORT" }],
    ["a loopback name without the port", { host: "127.0.0.1" }],
    ["a loopback name with another port", { host: "127.0.0.1:1" }],
    ["another address of the loopback network", { host: "127.0.0.2:PORT" }],
    ["a loopback address written otherwise", { host: "127.1:PORT" }],
    ["a loopback address as a number", { host: "2130706433:PORT" }],
    ["a name that begins as localhost", { host: "localhost.evil.example:PORT" }],
    ["a name that resolves to loopback", { host: "localtest.me:PORT" }],
    ["a host with credentials", { host: "x@127.0.0.1:PORT" }],
    ["a host with a path", { host: "127.0.0.1:PORT/x" }],
    ["a dot at the end", { host: "localhost.:PORT" }],
    ["a foreign origin", { host: "127.0.0.1:PORT", origin: "https://evil.example" }],
    ["the null origin", { host: "127.0.0.1:PORT", origin: "null" }],
    ["an empty origin", { host: "127.0.0.1:PORT", origin: "" }],
    ["an origin that begins as localhost", { host: "127.0.0.1:PORT", origin: "http://localhost.evil.example" }],
    ["an origin with a path", { host: "127.0.0.1:PORT", origin: "http://localhost:1/x" }],
    ["two origins", { host: "127.0.0.1:PORT", origin: ["http://localhost:1", "https://evil.example"] }],
    ["a public name only in forwarded headers", { host: "evil.example", extra: HOSTILE }],
    ["a target that names another host", { host: "127.0.0.1:PORT", target: "http://evil.example/mcp" }],
  ])("%s is 403", async (_what, one) => {
    const answer = await ask(local, one);
    expect(answer.status).toBe(403);
    expect(answer.head).not.toMatch(/mcp-session-id/i);
  });

  test("a request without a host, or with two, is no request", async () => {
    expect((await ask(local, {})).status).toBe(400);
    expect((await ask(local, { host: ["127.0.0.1:PORT", "evil.example"] })).status).toBe(403);
  });
});

describe("with a public origin", () => {
  test.each<[string, Case]>([
    ["the public host", { host: "intents.example.com" }],
    ["the public host in capitals", { host: "Intents.Example.Com" }],
    ["the public host with its scheme's port", { host: "intents.example.com:443" }],
    ["the public host and origin", { host: "intents.example.com", origin: PUBLIC }],
    ["a loopback name from this machine", { host: "127.0.0.1:PORT" }],
    ["a loopback name with the public origin", { host: "127.0.0.1:PORT", origin: PUBLIC }],
  ])("%s is answered", async (_what, one) => {
    expect((await ask(known, one)).status).toBe(200);
  });

  test.each<[string, Case]>([
    ["the public host at the bound port", { host: "intents.example.com:PORT" }],
    ["the public host at another scheme's port", { host: "intents.example.com:80" }],
    ["a name below it", { host: "x.intents.example.com" }],
    ["a name above it", { host: "example.com" }],
    ["a foreign host", { host: "evil.example" }],
    ["a foreign host with hostile forwarded headers", { host: "evil.example", extra: HOSTILE }],
    ["the wildcard address", { host: "0.0.0.0:PORT" }],
    ["a foreign origin", { host: "intents.example.com", origin: "https://evil.example" }],
    ["the public origin over http", { host: "intents.example.com", origin: "http://intents.example.com" }],
    ["the public origin with another port", { host: "intents.example.com", origin: `${PUBLIC}:8443` }],
    ["the public origin in capitals", { host: "intents.example.com", origin: "https://INTENTS.example.com" }],
    [
      "a foreign origin with hostile forwarded headers",
      { host: "intents.example.com", origin: "https://evil.example", extra: HOSTILE },
    ],
  ])("%s is 403", async (_what, one) => {
    expect((await ask(known, one)).status).toBe(403);
  });
});

describe("from a peer that is not loopback", () => {
  const judge = createHostRules({ publicOrigin: parsePublicOrigin(PUBLIC), port: () => 3001 });
  const from = (peer: string | undefined, host: string, origin?: string) =>
    judge({
      url: "/mcp",
      headersDistinct: { host: [host], ...(origin === undefined ? {} : { origin: [origin] }) },
      socket: { remoteAddress: peer },
    } as unknown as IncomingMessage);
  const STRANGERS = ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "::ffff:7f00:1", "fe80::1%eth0", "", undefined];

  test.each(STRANGERS)("%j may use the public name only", (peer) => {
    expect(from(peer, "intents.example.com")).toBe("public");
    expect(from(peer, "intents.example.com", PUBLIC)).toBe("public");
    expect(from(peer, "intents.example.com", "http://localhost:3000")).toBeNull();
    expect(from(peer, "127.0.0.1:3001")).toBeNull();
    expect(from(peer, "localhost:3001")).toBeNull();
    expect(from(peer, "[::1]:3001", PUBLIC)).toBeNull();
  });

  test.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::FFFF:127.0.0.1"])("%j is this machine", (peer) => {
    expect(from(peer, "127.0.0.1:3001")).toBe("local");
    expect(from(peer, "localhost:3001", "http://localhost:3000")).toBe("local");
    expect(from(peer, "intents.example.com")).toBe("public");
  });
});

/** An address of this machine under which it is its own stranger, where it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

test("hostile forwarded headers do not make a peer local, whatever it asks for", async () => {
  const asked = await Promise.all(
    ["/healthz", "/readyz", "/mcp"].map(async (path) => {
      const { port } = known.serving;
      const headers: [string, string][] = [["Host", `127.0.0.1:${port}`], ...HOSTILE, ["Connection", "close"]];
      return (await sendRaw(port, requestText(`GET ${path}`, headers), outside)).status;
    }),
  );
  // Where the machine has no other address, the peer is loopback and only the headers are hostile.
  expect(asked).toEqual(outside === undefined ? [200, 200, 400] : [403, 403, 403]);
});

test.each(["/healthz", "/readyz"])("%s answers this machine, and not under the public name", async (path) => {
  const { port } = known.serving;
  const get = (host: string) =>
    sendRaw(
      port,
      requestText(`GET ${path}`, [
        ["Host", host],
        ["Connection", "close"],
      ]),
    );
  expect(await get(`127.0.0.1:${port}`)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  expect((await get("intents.example.com")).status).toBe(403);
});

test("a refusal does not wait for the body", async () => {
  const headers: [string, string][] = [
    ["Host", "evil.example"],
    ["Content-Type", "application/json"],
    ["Content-Length", "1000"],
  ];
  const answer = await sendRaw(local.serving.port, requestText("POST /mcp", headers, '{"only":'));
  expect(answer.status).toBe(403);
});

test("a caller that asks whether to send its body is refused without being told to", async () => {
  const headers: [string, string][] = [
    ["Host", "evil.example"],
    ["Content-Type", "application/json"],
    ["Content-Length", "1000"],
    ["Expect", "100-continue"],
  ];
  const answer = await sendRaw(local.serving.port, requestText("POST /mcp", headers));
  expect(answer.status).toBe(403);
});

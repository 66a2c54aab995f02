import { serviceError } from "@openintents/process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Harness, KEY, modern, startHarness } from "./harness.ts";

let mcp: Harness;
beforeAll(async () => {
  mcp = await startHarness();
});
afterAll(() => mcp.stop());
beforeEach(() => {
  mcp.fakes.seen.length = 0;
  mcp.fakes.intents = { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) };
});

const META = "io.modelcontextprotocol/";
const create = { name: "create_intent", arguments: { intent: "a mug", idempotency_key: "k 1" } };
const serverInfo = { name: "openintents", title: "OpenIntents", version: expect.any(String) };

test("server/discover says what is served and how to handle pauses", async () => {
  const answer = await mcp.call(modern("server/discover"));
  expect(answer.status).toBe(200);
  expect(answer.json.result).toMatchObject({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ttlMs: 3_600_000,
    cacheScope: "public",
    _meta: { [`${META}serverInfo`]: serverInfo },
  });
  expect(answer.json.result.instructions).toContain("answer_input");
  expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
});

test("tools/list is byte-stable and private to the caller", async () => {
  const [first, second] = [await mcp.call(modern("tools/list")), await mcp.call(modern("tools/list"))];
  expect(first.json.result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "private" });
  expect(first.json.result.tools).toHaveLength(7);
  for (const tool of first.json.result.tools) {
    expect(Object.keys(tool)).toEqual(expect.arrayContaining(["title", "annotations", "outputSchema"]));
  }
  expect(first.text).toBe(second.text);
});

/** The same call by the short way, and by the SDK because of a member that the short way does not take. */
const ways: [string, object][] = [
  ["the short way", {}],
  ["the SDK", { meta: { [`${META}logLevel`]: "error" } }],
];

describe.each(ways)("tools/call by %s", (_way, o) => {
  test("is one call that carries the credential and the idempotency key", async () => {
    const answer = await mcp.call(modern("tools/call", create, o));
    expect(answer.status).toBe(200);
    const { structuredContent, ...result } = answer.json.result;
    expect(structuredContent).toMatchObject({ id: INTENT_ID, object: "intent", status: "queued" });
    expect(result).toEqual({
      resultType: "complete",
      content: [{ type: "text", text: JSON.stringify(structuredContent) }],
      _meta: { [`${META}serverInfo`]: serverInfo },
    });
    expect(mcp.fakes.seen).toHaveLength(1);
    expect(mcp.fakes.seen[0]?.metadata).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "idempotency-key": "k 1",
      "openintents-surface": "mcp",
      "x-request-id": answer.headers["request-id"],
    });
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test("answers a refusal as a failed result", async () => {
    mcp.fakes.intents.createIntent = () => {
      throw serviceError("too_many_things", "No.");
    };
    const answer = await mcp.call(modern("tools/call", create, o));
    expect(answer.json.result).toMatchObject({ isError: true, resultType: "complete" });
    expect(answer.json.result.structuredContent).toBeUndefined();
    expect(JSON.parse(answer.json.result.content[0].text).error.code).toBe("internal_error");
  });

  test("answers wrong arguments as a failed result", async () => {
    const answer = await mcp.call(modern("tools/call", { name: "create_intent", arguments: { nonsense: 1 } }, o));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.json.result.content[0].text).error).toMatchObject({
      code: "unknown_parameter",
      param: "nonsense",
    });
    expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
  });
});

test.each([
  ["no version header", { headers: { "mcp-protocol-version": undefined } }, 400, -32020],
  ["no method header", { headers: { "mcp-method": undefined } }, 400, -32020],
  ["another method header", { headers: { "mcp-method": "tools/list" } }, 400, -32020],
  ["no name header", { headers: { "mcp-name": undefined } }, 400, -32020],
  ["another name header", { headers: { "mcp-name": "get_intent" } }, 400, -32020],
  ["another version in the body", { meta: { [`${META}protocolVersion`]: "2025-11-25" } }, 400, -32020],
  ["no capabilities", { meta: { [`${META}clientCapabilities`]: undefined } }, 400, -32602],
  ["capabilities that are none", { meta: { [`${META}clientCapabilities`]: "all" } }, 400, -32602],
  ["a client without a name", { meta: { [`${META}clientInfo`]: {} } }, 400, -32602],
])("a call with %s is refused before the tool runs", async (_what, o, status, code) => {
  const answer = await mcp.call(modern("tools/call", create, o));
  expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
});

test("a trace in the message goes on to the services", async () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const meta = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  await mcp.call(modern("tools/call", create, { meta }));
  expect(mcp.fakes.seen[0]?.metadata.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
});

test("a name header in base64 is decoded before it is compared", async () => {
  const name = `=?base64?${Buffer.from("create_intent").toString("base64")}?=`;
  const answer = await mcp.call(modern("tools/call", create, { headers: { "mcp-name": name } }));
  expect(answer.json.result.structuredContent.id).toBe(INTENT_ID);
});

test("an unknown version is refused with those that are served", async () => {
  const version = "2027-01-01";
  const answer = await mcp.call(
    modern(
      "tools/list",
      {},
      { meta: { [`${META}protocolVersion`]: version }, headers: { "mcp-protocol-version": version } },
    ),
  );
  expect(answer.status).toBe(400);
  expect(answer.json.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"], requested: version } });
});

test("a request that names the revision in its header alone is refused", async () => {
  const answer = await mcp.call({
    body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    headers: { "mcp-protocol-version": "2026-07-28" },
  });
  expect([answer.status, answer.json.error.code]).toEqual([400, -32602]);
});

test.each(["ping", "initialize", "logging/setLevel", "nothing"])("the method %s does not exist", async (method) => {
  const answer = await mcp.call(modern(method));
  expect([answer.status, answer.json.error.code]).toEqual([404, -32601]);
});

test("the tool that does not exist is -32602", async () => {
  const answer = await mcp.call(modern("tools/call", { name: "buy" }));
  expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
});

test("a batch is refused", async () => {
  const { body, headers } = modern("tools/list");
  const answer = await mcp.call({ body: [body], headers: headers ?? {} });
  expect([answer.status, answer.json.error.code]).toEqual([400, -32600]);
});

test("a notification is taken with 202", async () => {
  const answer = await mcp.call({
    body: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "notifications/cancelled" },
  });
  expect(answer.status).toBe(202);
});

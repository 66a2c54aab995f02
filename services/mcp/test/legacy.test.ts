import { newApiKey } from "@openintents/auth";
import { serviceError } from "@openintents/process";
import { IntentStatus } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Harness, KEY, legacy, messagesOf, startHarness } from "./harness.ts";

let mcp: Harness;
beforeAll(async () => {
  mcp = await startHarness();
});
afterAll(() => mcp.stop());
beforeEach(() => {
  mcp.fakes.seen.length = 0;
  mcp.fakes.revoked.clear();
  mcp.fakes.intents = { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) };
  mcp.fakes.auth = { authorize: () => ({}) };
});

const TOOLS = [
  "create_intent",
  "wait_for_intent",
  "get_intent",
  "list_intents",
  "answer_input",
  "cancel_intent",
  "get_intent_events",
];
const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

describe("initialize", () => {
  test.each(REVISIONS)("agrees on %s", async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const answer = await mcp.call(legacy("initialize", params, undefined));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ jsonrpc: "2.0", id: 1 });
    const { result } = answer.json;
    expect(result.protocolVersion).toBe(version);
    expect(result.capabilities).toEqual({ tools: {} });
    expect(result.serverInfo.name).toBe("openintents");
    expect("title" in result.serverInfo).toBe(version >= "2025-06-18");
    for (const word of ["answer_input", "sign_in.url", "payment_url", "idempotency_key", "wait_for_intent"]) {
      expect(result.instructions).toContain(word);
    }
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    expect(mcp.fakes.seen).toMatchObject([{ method: "authorize", request: { charge: 1 } }]);
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test.each(["2026-07-28", "1999-01-01", undefined])("answers the newest to %s", async (protocolVersion) => {
    const answer = await mcp.call(legacy("initialize", { protocolVersion, capabilities: {} }, "1999-01-01"));
    expect(answer.json.result.protocolVersion).toBe("2025-11-25");
  });
});

test("a notification and a client's response are taken with 202 and no body", async () => {
  for (const body of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 7, result: {} },
  ]) {
    const answer = await mcp.call({ body });
    expect([answer.status, answer.text]).toEqual([202, ""]);
  }
});

test("ping is answered", async () => {
  expect((await mcp.call(legacy("ping"))).json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});

describe("tools/list", () => {
  test.each(REVISIONS)("shows %s no member that it does not know", async (version) => {
    const { json } = await mcp.call(legacy("tools/list", undefined, version));
    const { tools } = json.result;
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect("annotations" in tool).toBe(version >= "2025-03-26");
      expect(["outputSchema" in tool, "title" in tool]).toEqual(Array(2).fill(version >= "2025-06-18"));
    }
  });

  test("is the same bytes on every call", async () => {
    const [first, second] = [await mcp.call(legacy("tools/list")), await mcp.call(legacy("tools/list", {}))];
    expect(first.text).toBe(second.text);
  });

  test("says of each tool whether it reads or destroys", async () => {
    const { json } = await mcp.call(legacy("tools/list"));
    const hints = Object.fromEntries(
      json.result.tools.map((tool: { name: string; annotations: object }) => [tool.name, tool.annotations]),
    );
    for (const name of ["wait_for_intent", "get_intent", "list_intents", "get_intent_events"]) {
      expect(hints[name]).toMatchObject({ readOnlyHint: true });
    }
    expect(hints.create_intent).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints.answer_input).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints.cancel_intent).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  test("has schemas that hosts and strict clients take", async () => {
    const { json } = await mcp.call(legacy("tools/list"));
    for (const { name, inputSchema, outputSchema } of json.result.tools) {
      expect(name).toMatch(/^[a-z_]{1,32}$/);
      expect([inputSchema.type, outputSchema.type]).toEqual(["object", "object"]);
      for (const keyword of ["oneOf", "anyOf", "allOf", "if", "$ref"]) {
        expect([name, keyword in inputSchema, keyword in outputSchema]).toEqual([name, false, false]);
      }
      expect(JSON.stringify(inputSchema)).not.toContain("$ref");
      expect(outputSchema.additionalProperties).not.toBe(false);
    }
    const [create] = json.result.tools;
    expect(Object.keys(create.inputSchema.properties)).toEqual(
      expect.arrayContaining(["intent", "max_amount", "idempotency_key", "wait_seconds"]),
    );
    expect(create.inputSchema.required).toEqual(["intent"]);
  });
});

describe("tools/call", () => {
  const create = { name: "create_intent", arguments: { intent: "a mug", max_amount: 6000, idempotency_key: "k 1" } };

  test("is one call that carries the credential and the idempotency key", async () => {
    const answer = await mcp.call(legacy("tools/call", create));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    const { content, structuredContent, isError } = answer.json.result;
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ id: INTENT_ID, object: "intent", status: "queued" });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    expect(mcp.fakes.seen).toHaveLength(1);
    const [call] = mcp.fakes.seen;
    expect(call?.metadata).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "idempotency-key": "k 1",
      "openintents-surface": "mcp",
      "openintents-client-address": "127.0.0.1",
      "x-request-id": answer.headers["request-id"],
    });
    expect(call?.request).toMatchObject({ spec: { intent: "a mug", maxAmount: 6000 } });
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test.each(REVISIONS)("gives %s structured content only if it knows it", async (version) => {
    const { json } = await mcp.call(legacy("tools/call", create, version));
    expect("structuredContent" in json.result).toBe(version >= "2025-06-18");
    expect(JSON.parse(json.result.content[0].text).id).toBe(INTENT_ID);
  });

  test("takes a client without a version header for one of 2025-03-26", async () => {
    const { json } = await mcp.call(legacy("tools/call", create, undefined, { "mcp-protocol-version": undefined }));
    expect(Object.keys(json.result)).toEqual(["content"]);
  });

  test("answers as a stream where Accept names one", async () => {
    const accept = { accept: "application/json, text/event-stream" };
    const answer = await mcp.call(legacy("tools/call", create, "2025-11-25", accept));
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
    expect(messagesOf(answer.text)).toMatchObject([{ id: 1, result: { structuredContent: { id: INTENT_ID } } }]);
    const listed = await mcp.call(legacy("tools/list", {}, "2025-11-25", accept));
    expect(listed.headers["content-type"]).toMatch(/^application\/json/);
  });

  test("waits 50 seconds by default in wait_for_intent and not at all in get_intent", async () => {
    await mcp.call(legacy("tools/call", { name: "wait_for_intent", arguments: { id: INTENT_ID } }));
    await mcp.call(legacy("tools/call", { name: "get_intent", arguments: { id: INTENT_ID } }));
    expect(mcp.fakes.seen.map(({ request }) => (request as { waitSeconds?: number }).waitSeconds)).toEqual([
      50,
      undefined,
    ]);
  });

  test("reaches every tool's own call", async () => {
    mcp.fakes.intents.listIntents = () => ({ object: "list", data: [intent()] });
    mcp.fakes.intents.answerIntent = () => ({ intent: intent() });
    mcp.fakes.intents.cancelIntent = () => ({ intent: intent({ status: IntentStatus.CANCELLED }) });
    mcp.fakes.timeline.listIntentEvents = () => ({ object: "list", data: [] });
    const id = { id: INTENT_ID };
    const calls: [string, object, string, object][] = [
      ["list_intents", { status: ["queued"], limit: 5 }, "listIntents", { status: [1], limit: 5 }],
      ["get_intent_events", { id: INTENT_ID, after: 2 }, "listIntentEvents", { id: INTENT_ID, after: 2 }],
      ["answer_input", { ...id, value: "M" }, "answerIntent", id],
      ["cancel_intent", { ...id, reason: "changed my mind" }, "cancelIntent", { ...id, reason: "changed my mind" }],
    ];
    for (const [name, args, method, request] of calls) {
      const { json } = await mcp.call(legacy("tools/call", { name, arguments: args }));
      expect([name, json.result.isError]).toEqual([name, undefined]);
      expect(mcp.fakes.seen.at(-1)).toMatchObject({ method, request });
    }
  });

  test("answers a refusal as a failed result with the REST error body", async () => {
    mcp.fakes.intents.getIntent = () => {
      throw serviceError("resource_not_found", "No such intent.", { param: "id" });
    };
    const answer = await mcp.call(legacy("tools/call", { name: "get_intent", arguments: { id: INTENT_ID } }));
    expect(answer.status).toBe(200);
    const { content, isError, structuredContent } = answer.json.result;
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(JSON.parse(content[0].text)).toEqual({
      error: {
        type: "not_found",
        code: "resource_not_found",
        message: "No such intent.",
        param: "id",
        doc_url: "https://api.example.test/docs/errors#resource_not_found",
        request_id: answer.headers["request-id"],
        details: null,
      },
    });
  });

  test.each([
    ["an unknown argument", { intent: "x", max_amont: 1 }, "unknown_parameter", "max_amont"],
    ["a missing argument", {}, "parameter_missing", "intent"],
    ["no arguments", undefined, "parameter_missing", "intent"],
    ["a wrong type", { intent: 5 }, "parameter_invalid", "intent"],
    ["a hold over 50", { intent: "x", wait_seconds: 51 }, "parameter_invalid", "wait_seconds"],
    ["a bad idempotency key", { intent: "x", idempotency_key: "" }, "idempotency_key_invalid", "idempotency_key"],
    ["an amount out of range", { intent: "x", max_amount: 0 }, "amount_out_of_range", "max_amount"],
  ])("answers %s as a failed result, charged once", async (_what, args, code, param) => {
    const answer = await mcp.call(legacy("tools/call", { name: "create_intent", arguments: args }));
    expect(answer.status).toBe(200);
    expect(answer.json.result.isError).toBe(true);
    expect(JSON.parse(answer.json.result.content[0].text).error).toMatchObject({ code, param });
    expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test("answers a fault of a service without its inside", async () => {
    mcp.fakes.intents.getIntent = () => {
      throw new Error("password authentication failed for oi_core");
    };
    const { text } = await mcp.call(legacy("tools/call", { name: "get_intent", arguments: { id: INTENT_ID } }));
    expect(text).toContain("internal_error");
    expect(text).not.toContain("oi_core");
  });

  test.each([[{ name: "buy" }], [{ name: 5 }], [{}], [undefined]])("answers -32602 to the tool %o", async (params) => {
    const answer = await mcp.call(legacy("tools/call", params));
    expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
  });
});

describe("what is no request of the protocol", () => {
  test.each([
    ["a body that is no JSON", "{", 400, -32700],
    ["an empty body", "", 400, -32700],
    ["a text that is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ["a number", "5", 400, -32600],
    ["an object without a method", "{}", 400, -32600],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ["params in an array", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32600],
  ])("%s", async (_what, body, status, code) => {
    const answer = await mcp.call({ method: "POST", body, headers: { "mcp-protocol-version": "2025-11-25" } });
    expect([answer.status, answer.json.error.code, answer.json.jsonrpc]).toEqual([status, code, "2.0"]);
  });

  test("another media type", async () => {
    const answer = await mcp.call({ ...legacy("ping"), headers: { "content-type": "text/plain" } });
    expect([answer.status, answer.json.error.code]).toEqual([415, -32000]);
  });

  test("a body over 4 MiB, though one below is read", async () => {
    const big = (bytes: number) => legacy("ping", { filler: "x".repeat(bytes) });
    expect((await mcp.call(big(4 * 1024 * 1024 - 200))).status).toBe(200);
    const answer = await mcp.call(big(4 * 1024 * 1024));
    expect([answer.status, answer.json.error.code]).toEqual([413, -32000]);
  });

  test("an unknown method", async () => {
    const answer = await mcp.call(legacy("resources/list"));
    expect([answer.status, answer.json.error.code]).toEqual([200, -32601]);
  });

  test("an unknown version header", async () => {
    const answer = await mcp.call(legacy("tools/list", {}, "2025-01-01"));
    expect([answer.status, answer.json.error.code]).toEqual([400, -32000]);
  });

  test("Accept may name JSON alone, anything, or nothing", async () => {
    for (const accept of ["application/json", "*/*", "text/html", undefined]) {
      const answer = await mcp.call(legacy("tools/list", {}, "2025-11-25", { accept }));
      expect([accept, answer.status]).toEqual([accept, 200]);
    }
  });
});

describe("a batch", () => {
  const one = (id: number, method = "ping", params?: object) => ({ jsonrpc: "2.0", id, method, params });

  test.each(["2025-06-18", "2025-11-25"])("is refused on %s", async (version) => {
    const answer = await mcp.call({ body: [one(1)], headers: { "mcp-protocol-version": version } });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32600]);
  });

  test("is answered in order on 2025-03-26, and every request is charged", async () => {
    const body = [
      one(1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      one(2, "tools/call", { name: "get_intent", arguments: { id: INTENT_ID } }),
      one(3, "nothing"),
    ];
    const answer = await mcp.call({ body, headers: { "mcp-protocol-version": "2025-03-26" } });
    expect(answer.json.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect(answer.json[1].result.content[0].type).toBe("text");
    expect(answer.json[2].error.code).toBe(-32601);
    expect(mcp.fakes.seen.map(({ method }) => method).sort()).toEqual(["authorize", "authorize", "getIntent"]);
  });

  test.each([
    ["nothing", []],
    ["initialize", [one(1, "initialize")]],
    ["something malformed", [one(1), {}]],
    ["too many", Array.from({ length: 21 }, (_, i) => one(i))],
  ])("of %s is refused", async (_what, body) => {
    const answer = await mcp.call({ body, headers: { "mcp-protocol-version": "2025-03-26" } });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32600]);
  });

  test("with a credential that is not valid is refused as a whole", async () => {
    const key = newApiKey("test");
    mcp.fakes.revoked.add(key);
    const answer = await mcp.call({ body: [one(1), one(2)], key, headers: { "mcp-protocol-version": "2025-03-26" } });
    expect(answer.status).toBe(401);
  });
});

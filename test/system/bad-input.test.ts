// Bad input on every surface: the status, the stable code and the field at fault.
import { IntentService } from "@openintents/proto";
import { createClient, grpcTransport, type Transport } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type RestClient, restClient } from "./client.ts";
import { mcpCall, mcpPost } from "./mcp.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
let client: RestClient;
let live: RestClient;
let transport: Transport;
let liveIntents: ReturnType<typeof createClient<typeof IntentService>>;

beforeAll(async () => {
  system = await startSystem("one process");
  client = restClient(system);
  live = restClient(system, system.credentials.live_api_key);
  transport = grpcTransport({ address: system.grpc });
  liveIntents = createClient(IntentService, transport);
});
afterAll(async () => {
  await transport?.close();
  await system?.close();
});

const error = (code: string, param: string | null = null) => ({ error: expect.objectContaining({ code, param }) });
const bearer = (key: string) => ({ metadata: { authorization: `Bearer ${key}` } });
const mug = { intent: "a mug", max_amount: 2500 };

describe("REST", () => {
  test.each([
    ["an unknown field", { ...mug, max_amout: 3000 }, "unknown_parameter", "max_amout"],
    ["a wrong type", { ...mug, max_amount: "2500" }, "parameter_invalid", "max_amount"],
    ["a text that is too long", { intent: "x".repeat(2001) }, "parameter_invalid", "intent"],
    ["a missing required field", { max_amount: 2500 }, "parameter_missing", "intent"],
    ["null for a required field", { intent: null }, "parameter_missing", "intent"],
    ["an amount out of range", { ...mug, max_amount: 100_000_000 }, "amount_out_of_range", "max_amount"],
    ["a bad list element", { ...mug, shops: ["ok.shop.test", "no host!"] }, "parameter_invalid", "shops.1"],
    ["a bad metadata key", { ...mug, metadata: { "a b": "1" } }, "parameter_invalid", "metadata.a b"],
    ["an unknown enum value", { ...mug, approval: "never" }, "parameter_invalid", "approval"],
    ["an unknown nested field", { ...mug, sign_in_hint: { fax: "1" } }, "unknown_parameter", "sign_in_hint.fax"],
    ["an output-only field", { ...mug, status: "completed" }, "unknown_parameter", "status"],
    ["an object of another mode or account", { ...mug, customer: "cus_nobody" }, "resource_not_found", "customer"],
  ])("%s", async (_what, body, code, param) => {
    const { status, body: said, headers } = await client.request<Json>("POST", "/v1/intents", body);
    expect(status).toBe(code === "resource_not_found" ? 404 : 400);
    expect(said).toMatchObject(error(code, param));
    expect((said.error as Json).request_id).toBe(headers.get("request-id"));
    expect(headers.get("ratelimit-policy") ?? '"default"').toMatch(/^"default"/);
  });

  test.each([
    ["an unknown query parameter", "GET", "/v1/intents?colour=red", undefined, 400, "unknown_parameter", "colour"],
    ["a bad cursor", "GET", "/v1/intents?cursor=xyz", undefined, 400, "invalid_cursor", "cursor"],
    ["a limit out of range", "GET", "/v1/intents?limit=0", undefined, 400, "parameter_invalid", "limit"],
    ["a hold that is too long", "POST", "/v1/intents?wait_seconds=51", mug, 400, "parameter_invalid", "wait_seconds"],
    ["an unknown intent", "GET", "/v1/intents/int_unknown", undefined, 404, "resource_not_found", "id"],
    ["an unknown path", "GET", "/v1/nothing", undefined, 404, "route_not_found", null],
    ["a wrong method", "PUT", "/v1/intents", mug, 405, "method_not_allowed", null],
    ["invalid JSON", "POST", "/v1/intents", "{not json", 400, "invalid_json", null],
    ["a body that is no object", "POST", "/v1/intents", "[]", 400, "invalid_json", null],
    [
      "a body of 65 KiB",
      "POST",
      "/v1/intents",
      { ...mug, context: { a: "x".repeat(65 * 1024) } },
      413,
      "body_too_large",
      null,
    ],
  ])("%s", async (_what, method, path, body, status, code, param) => {
    const answer = await client.request(String(method), String(path), body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(error(String(code), param as string | null));
  });

  test("a missing and a bad key", async () => {
    const missing = await fetch(`${system.rest}/v1/intents`);
    expect([missing.status, await missing.json()]).toEqual([401, error("authentication_required")]);
    const bad = await restClient(system, "oi_test_bad").request("GET", "/v1/intents");
    expect([bad.status, bad.body]).toEqual([401, error("invalid_api_key")]);
  });

  test("an unknown version lists those that exist", async () => {
    const { status, body } = await client.request<Json>("GET", "/v1/intents", undefined, {
      "openintents-version": "2020-01-01",
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: "unsupported_version", details: { supported_versions: ["2026-11-30"] } },
    });
  });

  test("a foreign Host or Origin is refused", async () => {
    const { status, body } = await client.request("GET", "/v1/intents", undefined, { origin: "https://evil.example" });
    expect(status).toBe(403);
    expect(body).toMatchObject(error("origin_not_allowed", "Origin"));
  });

  test("a live key cannot create yet, and sees no test intent", async () => {
    const made = await client.create(mug);
    expect((await live.create(mug)).body).toMatchObject(error("live_mode_not_enabled"));
    const answers = await Promise.all([
      live.request("GET", `/v1/intents/${made.body.id}`),
      live.request("POST", `/v1/intents/${made.body.id}/cancel`, {}),
      live.request("POST", `/v1/intents/${made.body.id}/answer`, { decline: true }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject(error("resource_not_found", "id"));
    }
    const events = await live.request("GET", `/v1/intents/${made.body.id}/events`);
    expect([events.status, events.body]).toEqual([404, error("resource_not_found", "id")]);
  });
});

describe("MCP", () => {
  test.each([
    ["an unknown argument", "create_intent", { ...mug, max_amout: 1 }, "unknown_parameter", "max_amout"],
    ["a wrong type", "create_intent", { ...mug, max_amount: "2500" }, "parameter_invalid", "max_amount"],
    ["a text that is too long", "create_intent", { intent: "x".repeat(2001) }, "parameter_invalid", "intent"],
    ["a missing argument", "get_intent", {}, "parameter_missing", "id"],
    ["a bad cursor", "list_intents", { cursor: "xyz" }, "invalid_cursor", "cursor"],
    ["an unknown intent", "get_intent", { id: "int_unknown" }, "resource_not_found", "id"],
  ])("%s is a tool error with the REST body", async (_what, tool, args, code, param) => {
    const result = await mcpCall(system, tool, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject(error(code, param));
  });

  test("a missing and a bad key are HTTP 401 with a challenge and no metadata", async () => {
    for (const [key, code] of [
      [null, "authentication_required"],
      ["oi_test_bad", "invalid_api_key"],
    ] as const) {
      const answer = await mcpPost(system, { jsonrpc: "2.0", id: 1, method: "tools/list" }, key);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(answer.headers.get("www-authenticate")).not.toMatch(/resource_metadata/);
      expect(await answer.json()).toMatchObject(error(code));
    }
  });

  test("invalid JSON is -32700, a body just over 4 MiB is 413 with -32000", async () => {
    const broken = await mcpPost(system, "{not json");
    expect([broken.status, await broken.json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ code: -32700 }) }),
    ]);
    const large = await mcpPost(system, {
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
      params: { pad: "x".repeat(4 * 1024 * 1024) },
    });
    expect([large.status, await large.json()]).toEqual([
      413,
      expect.objectContaining({ error: expect.objectContaining({ code: -32000 }) }),
    ]);
  });

  test("the well-known documents are 404 JSON", async () => {
    for (const path of ["oauth-protected-resource", "oauth-protected-resource/mcp", "oauth-authorization-server"]) {
      const answer = await fetch(`${system.mcp}/.well-known/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toMatch(/json/);
    }
  });
});

describe("gRPC", () => {
  const refused = (reason: string, param: string | null) => expect.objectContaining({ reason, param });

  test.each([
    ["a text that is too long", { spec: { intent: "x".repeat(2001) } }, "parameter_invalid", "intent"],
    ["a missing field", { spec: {} }, "parameter_missing", "intent"],
    ["an amount out of range", { spec: { intent: "a mug", maxAmount: -1 } }, "amount_out_of_range", "max_amount"],
  ])("%s", async (_what, request, reason, param) => {
    await expect(liveIntents.createIntent(request, bearer(system.credentials.api_key))).rejects.toEqual(
      refused(reason, param),
    );
  });

  test("a bad cursor, a missing key, a bad key, somebody else's ID", async () => {
    const key = bearer(system.credentials.api_key);
    await expect(liveIntents.listIntents({ cursor: "xyz" }, key)).rejects.toEqual(refused("invalid_cursor", "cursor"));
    await expect(liveIntents.listIntents({})).rejects.toEqual(refused("authentication_required", null));
    await expect(liveIntents.listIntents({}, bearer("oi_test_bad"))).rejects.toEqual(refused("invalid_api_key", null));
    const { body } = await client.create(mug);
    await expect(liveIntents.getIntent({ id: body.id }, bearer(system.credentials.live_api_key))).rejects.toEqual(
      refused("resource_not_found", "id"),
    );
  });

  test("a message just over 4 MiB is refused as too large", async () => {
    const request = { spec: { intent: "a mug", context: { pad: "x".repeat(4 * 1024 * 1024) } } };
    await expect(liveIntents.createIntent(request, bearer(system.credentials.api_key))).rejects.toEqual(
      refused("body_too_large", null),
    );
  });
});

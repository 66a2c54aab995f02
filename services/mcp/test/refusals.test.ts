import { newApiKey, newRunnerKey } from "@openintents/auth";
import { serviceError } from "@openintents/process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Answer, type Call, type Harness, legacy, modern, startHarness } from "./harness.ts";

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

const call = { name: "create_intent", arguments: { intent: "a mug" } };
const stream = { accept: "application/json, text/event-stream" };
const EVERY: [string, Call][] = [
  ["initialize", legacy("initialize", { protocolVersion: "2025-11-25" }, undefined)],
  ["a notification", { body: { jsonrpc: "2.0", method: "notifications/initialized" } }],
  ["ping", legacy("ping")],
  ["tools/list", legacy("tools/list")],
  ["tools/call", legacy("tools/call", call)],
  ["tools/call on a stream", legacy("tools/call", call, "2025-11-25", stream)],
  [
    "tools/call held on a stream",
    legacy("tools/call", { name: "wait_for_intent", arguments: { id: INTENT_ID } }, "2025-11-25", stream),
  ],
  ["tools/call with wrong arguments", legacy("tools/call", { name: "create_intent", arguments: { nonsense: 1 } })],
  ["tools/call with missing arguments", legacy("tools/call", { name: "create_intent", arguments: {} })],
  ["tools/call of no tool", legacy("tools/call", { name: "buy" })],
  ["an unknown method", legacy("nothing")],
  ["a body that is no JSON", { body: "{" }],
  ["a body that is no message", { body: {} }],
  ["a body over the limit", { body: "x".repeat(4 * 1024 * 1024 + 1) }],
  ["an unknown version", legacy("tools/list", {}, "2020-01-01")],
  ["a batch", { body: [{ jsonrpc: "2.0", id: 1, method: "ping" }] }],
  ["GET", { method: "GET" }],
  ["DELETE", { method: "DELETE" }],
  ["server/discover", modern("server/discover")],
  ["a modern tools/list", modern("tools/list")],
  ["a modern tools/call", modern("tools/call", call)],
  [
    "a modern tools/call with progress",
    modern("tools/call", { name: "wait_for_intent", arguments: { id: INTENT_ID } }, { meta: { progressToken: 1 } }),
  ],
  ["a modern tools/call of no tool", modern("tools/call", { name: "buy" })],
  ["a modern tools/call with a wrong header", modern("tools/call", call, { headers: { "mcp-name": "other" } })],
  ["a modern request of no method", modern("nothing")],
];

function expectRefused(answer: Answer, code: string, challenge: string): void {
  expect(answer.status).toBe(401);
  expect(answer.json.error).toMatchObject({ type: "authentication", code, param: null });
  expect(answer.json.error.request_id).toBe(answer.headers["request-id"]);
  expect(answer.headers["www-authenticate"]).toBe(challenge);
}

describe.each(EVERY)("%s", (_what, request) => {
  test("without a key is 401 with a bare challenge, before any service is asked", async () => {
    expectRefused(await mcp.call({ ...request, key: null }), "authentication_required", "Bearer");
    expect(mcp.fakes.seen).toEqual([]);
  });

  test("with a malformed key is 401, before any service is asked", async () => {
    const answer = await mcp.call({ ...request, key: "oi_test_nonsense" });
    expectRefused(answer, "invalid_api_key", 'Bearer error="invalid_token"');
    expect(mcp.fakes.seen).toEqual([]);
  });

  test("with an unknown key is 401 by the word of the one service asked", async () => {
    const key = newApiKey("test");
    mcp.fakes.revoked.add(key);
    const answer = await mcp.call({ ...request, key });
    expectRefused(answer, "invalid_api_key", 'Bearer error="invalid_token"');
    const asked = mcp.fakes.seen.filter(({ method }) => method !== "watchIntentEvents");
    expect(asked).toHaveLength(1);
  });

  test("over the limit is 429 with the REST body and its headers", async () => {
    const limited = (): never => {
      throw serviceError("rate_limited", "Slow down.", { retryAfterSeconds: 4 });
    };
    mcp.fakes.auth.authorize = limited;
    mcp.fakes.intents = { createIntent: limited, getIntent: limited };
    const answer = await mcp.call(request);
    expect(answer.status).toBe(429);
    expect(answer.json.error).toMatchObject({ type: "rate_limit", code: "rate_limited" });
    expect(answer.headers["retry-after"]).toBe("4");
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });

  test("with a foreign Origin or Host is 403 with an error that belongs to no request", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { host: "evil.example" }]) {
      const answer = await mcp.call({ ...request, key: null, headers: { ...request.headers, ...headers } });
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({ jsonrpc: "2.0", error: { code: -32000, message: expect.any(String) } });
    }
    expect(mcp.fakes.seen).toEqual([]);
  });
});

test("a key in X-API-Key serves as one in Authorization", async () => {
  const key = newApiKey("test");
  const ok = await mcp.call({ ...legacy("ping"), key: null, headers: { "x-api-key": key } });
  expect(ok.status).toBe(200);
  expect(mcp.fakes.seen[0]?.metadata.authorization).toBe(`Bearer ${key}`);
  const wrong = await mcp.call({ ...legacy("ping"), key: null, headers: { "x-api-key": "nonsense" } });
  expectRefused(wrong, "invalid_api_key", 'Bearer error="invalid_token"');
});

test("a runner key opens nothing", async () => {
  const answer = await mcp.call({ ...legacy("ping"), key: newRunnerKey() });
  expectRefused(answer, "invalid_api_key", 'Bearer error="invalid_token"');
});

test.each(["GET", "DELETE", "PUT"])("%s is not allowed, and Allow says what is", async (method) => {
  const answer = await mcp.call({ method });
  expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
  expect(answer.json.error.code).toBe(-32000);
});

test("a key that lacks the scope is a failed result, a suspended account 403", async () => {
  const refuse = (reason: string) => (): never => {
    throw serviceError(reason, "No.", { param: reason === "permission_denied" ? "intents:write" : null });
  };
  mcp.fakes.intents.createIntent = refuse("permission_denied");
  const scope = await mcp.call(legacy("tools/call", call));
  expect(JSON.parse(scope.json.result.content[0].text).error).toMatchObject({
    code: "permission_denied",
    param: "intents:write",
  });
  mcp.fakes.auth.authorize = refuse("account_suspended");
  const suspended = await mcp.call(legacy("tools/list"));
  expect(suspended.status).toBe(403);
  expect(suspended.json.error.code).toBe("account_suspended");
  expect(suspended.headers["www-authenticate"]).toBeUndefined();
});

test.each([
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
])("%s is a JSON 404 while there is no sign-in", async (path) => {
  const answer = await mcp.call({ path, key: null });
  expect(answer.status).toBe(404);
  expect(answer.json.error).toMatchObject({ type: "not_found", code: "route_not_found" });
});

test("a core that cannot be reached is 503 for the protocol and a failed result for a tool", async () => {
  const lone = await startHarness();
  await lone.fakes.close();
  const listed = await lone.call(legacy("tools/list"));
  const called = await lone.call(legacy("tools/call", call));
  await lone.stop();
  expect([listed.status, listed.json.error.code]).toEqual([503, "unavailable"]);
  expect(Number(listed.headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse(called.json.result.content[0].text).error.code).toBe("unavailable");
});

import { newApiKey, newRunnerKey } from "@openintents/auth";
import { serviceError } from "@openintents/process";
import { enumName, ReasonSchema, reasonInfo } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Call, type Harness, ORIGIN, startHarness } from "./harness.ts";

let rest: Harness;
beforeAll(async () => {
  rest = await startHarness();
});
afterAll(() => rest.stop());
beforeEach(() => {
  rest.fakes.seen.length = 0;
  rest.fakes.revoked.clear();
  rest.fakes.intents = { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) };
});

const CONTRACT = `
400 invalid_request parameter_missing parameter_invalid unknown_parameter invalid_json invalid_answer invalid_cursor unsupported_version idempotency_key_invalid unsupported_currency amount_out_of_range
401 authentication authentication_required invalid_api_key oauth_token_not_allowed
402 payment wallet_restricted
403 permission permission_denied ip_not_allowed account_suspended live_mode_not_enabled hosted_only test_mode_only
404 not_found resource_not_found route_not_found
405 invalid_request method_not_allowed
406 invalid_request not_acceptable
413 invalid_request body_too_large
415 invalid_request unsupported_media_type
409 conflict intent_final intent_not_cancelable input_request_closed not_waiting_for_input profile_busy customer_in_use secret_in_use idempotency_in_flight already_exists limit_reached
422 idempotency idempotency_key_reused
429 rate_limit rate_limited too_many_holds too_many_active_intents
500 api_error internal_error
503 api_error unavailable
504 api_error timeout`
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [status, type, ...codes] = line.split(" ");
    return codes.map((code) => ({ status: Number(status), type, code }));
  });

test.each(CONTRACT)("a service's $code is answered as $status $type", async ({ status, type, code }) => {
  rest.fakes.intents.getIntent = () => {
    throw serviceError(code, "The words of the service.", { param: "some.field", details: { fact: 1 } });
  };
  const answer = await rest.call(`/v1/intents/${INTENT_ID}`);
  expect(answer.status).toBe(status);
  const requestId = answer.headers["request-id"];
  expect(requestId).toMatch(/^req_[0-9a-z]{26}$/);
  expect(answer.json).toEqual({
    error: {
      type,
      code,
      message: code === "internal_error" ? expect.any(String) : "The words of the service.",
      param: "some.field",
      doc_url: `${ORIGIN}/docs/errors#${code}`,
      request_id: requestId,
      details: { fact: 1 },
    },
  });
  expect(rest.fakes.seen[0]?.metadata["x-request-id"]).toBe(requestId);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  expect(answer.headers["ratelimit-policy"]).toBe('"default";q=600;w=60');
  const retries = status === 429 || status === 503 || code === "idempotency_in_flight";
  expect(answer.headers["retry-after"]).toBe(retries ? "1" : undefined);
  expect(answer.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
});

test("every reason of the contract that HTTP may show is in the table above", () => {
  const listed = new Set(CONTRACT.map(({ code }) => code));
  const others = ["invalid_runner_key", "origin_not_allowed", "not_implemented"];
  const missing = ReasonSchema.values
    .filter((value) => value.number > 0 && value.number < 100)
    .map((value) => enumName(ReasonSchema, value.number) ?? "")
    .filter((code) => !listed.has(code) && !others.includes(code));
  expect(missing).toEqual([]);
  for (const { code, status } of CONTRACT) expect(reasonInfo(code)?.httpStatus).toBe(status);
});

test("Retry-After repeats what the service asks for, in whole seconds", async () => {
  rest.fakes.intents.getIntent = () => {
    throw serviceError("rate_limited", "Slow down.", { retryAfterSeconds: 6.2 });
  };
  expect((await rest.call(`/v1/intents/${INTENT_ID}`)).headers["retry-after"]).toBe("7");
});

test("an unexpected failure of a service tells nothing of its inside", async () => {
  rest.fakes.intents.getIntent = () => {
    throw new Error("connection to 10.0.0.7 refused for user oi_core");
  };
  const answer = await rest.call(`/v1/intents/${INTENT_ID}`);
  expect(answer.status).toBe(500);
  expect(answer.json.error).toMatchObject({ code: "internal_error", param: null, details: null });
  expect(answer.text).not.toContain("10.0.0.7");
});

type Refused = Call & { name: string; path?: string; status: number; code: string; param?: string };
const create = { method: "POST", path: "/v1/intents" };
const cases: Refused[] = [
  { name: "no credential", key: null, status: 401, code: "authentication_required" },
  {
    name: "another scheme",
    key: null,
    headers: { authorization: "Basic eDp5" },
    status: 401,
    code: "authentication_required",
  },
  { name: "a key of the wrong form", key: "oi_test_short", status: 401, code: "invalid_api_key" },
  {
    name: "a key with a wrong checksum",
    key: `${newApiKey("test").slice(0, -6)}zzzzzz`,
    status: 401,
    code: "invalid_api_key",
  },
  { name: "a runner key", key: newRunnerKey(), status: 401, code: "invalid_api_key" },
  { name: "a connector's token", key: `oi_at_${"a".repeat(40)}`, status: 401, code: "oauth_token_not_allowed" },
  { name: "an unknown path", path: "/v1/intentions", status: 404, code: "route_not_found" },
  { name: "an ID of no characters", path: "/v1/intents/", status: 404, code: "route_not_found" },
  { name: "a path that is no URL", path: "/v1/intents/%zz", status: 404, code: "route_not_found" },
  {
    name: "an unknown version",
    headers: { "openintents-version": "2026-11-31" },
    status: 400,
    code: "unsupported_version",
  },
  { name: "an Accept without JSON", headers: { accept: "text/html" }, status: 406, code: "not_acceptable" },
  {
    name: "an unknown query parameter",
    path: "/v1/intents?colour=red",
    status: 400,
    code: "unknown_parameter",
    param: "colour",
  },
  {
    name: "a repeated parameter",
    path: "/v1/intents?limit=1&limit=2",
    status: 400,
    code: "parameter_invalid",
    param: "limit",
  },
  {
    name: "a limit that is no number",
    path: "/v1/intents?limit=many",
    status: 400,
    code: "parameter_invalid",
    param: "limit",
  },
  {
    name: "a hold over 50",
    path: `/v1/intents/${INTENT_ID}?wait_seconds=51`,
    status: 400,
    code: "parameter_invalid",
    param: "wait_seconds",
  },
  {
    name: "a negative hold",
    path: `/v1/intents/${INTENT_ID}?wait_seconds=-1`,
    status: 400,
    code: "parameter_invalid",
    param: "wait_seconds",
  },
  {
    name: "a hold in words",
    path: `/v1/intents/${INTENT_ID}?wait_seconds=ten`,
    status: 400,
    code: "parameter_invalid",
    param: "wait_seconds",
  },
  {
    name: "a preferred hold over 50",
    path: `/v1/intents/${INTENT_ID}`,
    headers: { prefer: "wait=60" },
    status: 400,
    code: "parameter_invalid",
    param: "wait_seconds",
  },
  {
    name: "a preferred hold without a number",
    path: `/v1/intents/${INTENT_ID}`,
    headers: { prefer: "wait" },
    status: 400,
    code: "parameter_invalid",
    param: "wait_seconds",
  },
  { ...create, name: "a body that is no JSON", body: "{", status: 400, code: "invalid_json" },
  {
    ...create,
    name: "a body that is not UTF-8",
    body: Buffer.from([0x22, 0xff, 0x22]),
    status: 400,
    code: "invalid_json",
  },
  { ...create, name: "a body that is no object", body: "[]", status: 400, code: "invalid_json" },
  { ...create, name: "a body of null", body: "null", status: 400, code: "invalid_json" },
  { ...create, name: "no body at all", status: 400, code: "parameter_missing", param: "intent" },
  { ...create, name: "an empty body", body: "", status: 400, code: "parameter_missing", param: "intent" },
  {
    ...create,
    name: "another media type",
    body: "intent=x",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    ...create,
    name: "another charset",
    body: "{}",
    headers: { "content-type": "application/json; charset=latin1" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    ...create,
    name: "an encoded body",
    body: "{}",
    headers: { "content-encoding": "gzip" },
    status: 415,
    code: "unsupported_media_type",
  },
  { ...create, name: "a body over 64 KiB", body: { intent: "x".repeat(65_536) }, status: 413, code: "body_too_large" },
  {
    ...create,
    name: "an unknown field",
    body: { intent: "x", max_amont: 1 },
    status: 400,
    code: "unknown_parameter",
    param: "max_amont",
  },
  {
    ...create,
    name: "a hold in the body",
    body: { intent: "x", wait_seconds: 1 },
    status: 400,
    code: "unknown_parameter",
    param: "wait_seconds",
  },
  {
    ...create,
    name: "a field of the wrong type",
    body: { intent: "x", max_amount: "60" },
    status: 400,
    code: "parameter_invalid",
    param: "max_amount",
  },
  {
    ...create,
    name: "an amount out of range",
    body: { intent: "x", max_amount: 0 },
    status: 400,
    code: "amount_out_of_range",
    param: "max_amount",
  },
  {
    ...create,
    name: "a missing field",
    body: { max_amount: 1 },
    status: 400,
    code: "parameter_missing",
    param: "intent",
  },
  {
    ...create,
    name: "null for a required field",
    body: { intent: null },
    status: 400,
    code: "parameter_missing",
    param: "intent",
  },
  { ...create, name: "an empty text", body: { intent: "" }, status: 400, code: "parameter_invalid", param: "intent" },
  {
    ...create,
    name: "a bad entry of a list",
    body: { intent: "x", shops: ["a.test", "https://b.test"] },
    status: 400,
    code: "parameter_invalid",
    param: "shops.1",
  },
  {
    ...create,
    name: "a bad pair of metadata",
    body: { intent: "x", metadata: { "a b": "c" } },
    status: 400,
    code: "parameter_invalid",
    param: "metadata.a b",
  },
  {
    ...create,
    name: "an unknown value of an enum",
    body: { intent: "x", sign_in_policy: "maybe" },
    status: 400,
    code: "parameter_invalid",
    param: "sign_in_policy",
  },
  {
    ...create,
    name: "an idempotency key with a control character",
    body: { intent: "x" },
    headers: { "idempotency-key": "a\tb" },
    status: 400,
    code: "idempotency_key_invalid",
  },
  {
    ...create,
    name: "an idempotency key that is too long",
    body: { intent: "x" },
    headers: { "idempotency-key": "k".repeat(256) },
    status: 400,
    code: "idempotency_key_invalid",
  },
  { name: "a foreign Host", headers: { host: "evil.example" }, status: 403, code: "origin_not_allowed", param: "Host" },
  {
    name: "a foreign Origin",
    headers: { origin: "https://evil.example" },
    status: 403,
    code: "origin_not_allowed",
    param: "Origin",
  },
];

test.each(cases)(
  "$name is refused with $code",
  async ({ path = "/v1/intents", status, code, param = null, ...call }) => {
    const answer = await rest.call(path, call);
    expect(answer.json?.error).toMatchObject({
      code,
      type: reasonInfo(code)?.type,
      doc_url: `${ORIGIN}/docs/errors#${code}`,
    });
    expect(answer.json.error.param).toBe(param);
    expect(answer.status).toBe(status);
    expect(answer.headers["request-id"]).toBe(answer.json.error.request_id);
  },
);

test("an unknown version is answered with those that exist", async () => {
  const answer = await rest.call("/v1/intents", { headers: { "openintents-version": "1999-01-01" } });
  expect(answer.json.error.details).toEqual({ supported_versions: ["2026-11-30"] });
});

describe("a method that a path does not take", () => {
  test.each([
    ["PUT", "/v1/intents", "GET, HEAD, POST"],
    ["DELETE", `/v1/intents/${INTENT_ID}`, "GET, HEAD"],
    ["GET", `/v1/intents/${INTENT_ID}/cancel`, "POST"],
    ["OPTIONS", "/v1/intents", "GET, HEAD, POST"],
    ["POST", "/docs", "GET, HEAD"],
    ["POST", "/openapi.json", "GET, HEAD"],
  ])("%s %s is refused and Allow names %s", async (method, path, allow) => {
    const answer = await rest.call(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.json.error.code).toBe("method_not_allowed");
    expect(answer.headers.allow).toBe(allow);
  });
});

describe("a request that is refused before any service saw it", () => {
  test("is charged, and shows the state of the limit", async () => {
    const answer = await rest.call("/v1/intents", { body: { intent: "x", nonsense: 1 } });
    expect(answer.status).toBe(400);
    expect(rest.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
    expect(rest.fakes.seen[0]?.request).toMatchObject({ charge: 1 });
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test("answers 401 when its key is not known", async () => {
    const key = newApiKey("test");
    rest.fakes.revoked.add(key);
    for (const body of ["{", { nonsense: 1 }, { max_amount: 1 }, { intent: "x".repeat(70_000) }]) {
      const answer = await rest.call("/v1/intents", { body, key });
      expect(answer.json.error).toMatchObject({ code: "invalid_api_key", type: "authentication" });
      expect(answer.status).toBe(401);
    }
  });

  test("answers 429 when the limit is used up", async () => {
    rest.fakes.auth.authorize = () => {
      throw serviceError("rate_limited", "Slow down.", { retryAfterSeconds: 3 });
    };
    const answer = await rest.call("/v1/intents", { body: "{" });
    rest.fakes.auth.authorize = () => ({});
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("3");
  });
});

test("a request that is no HTTP is answered with the error body", async () => {
  const { connect } = await import("node:net");
  const socket = connect(rest.port, "127.0.0.1");
  socket.end("NONSENSE\r\n\r\n");
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "").error.code).toBe("parameter_invalid");
});

import { toBinary } from "@bufbuild/protobuf";
import { serviceError } from "@openintents/process";
import { fromRecognitionJson, IntentErrorSchema, type ParseRequest } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, KEY, startHarness } from "./harness.ts";

let rest: Harness;
beforeAll(async () => {
  rest = await startHarness();
});
afterAll(() => rest.stop());
beforeEach(() => {
  rest.fakes.seen.length = 0;
  rest.fakes.revoked.clear();
  rest.fakes.recognition = { parse: () => ({ resultJson: Buffer.from(TEXT) }) };
});

/** Odd on purpose: what comes back must be these bytes and not another writing of the same value. */
const TEXT = '{"b":1.0,"a":"é\\u0041"}';

const post = (body: string | Buffer | object, o: object = {}) =>
  rest.call("/v1/recognitions", { method: "POST", body, ...o });

/** A refusal of core that carries recognition's own error. */
function refusing(error: object, grpcStatus: string) {
  const value = toBinary(IntentErrorSchema, fromRecognitionJson(IntentErrorSchema, error));
  const attachment = { typeName: IntentErrorSchema.typeName, value };
  return () => {
    throw serviceError("parameter_invalid", "refused", { attachment, grpcStatus });
  };
}

const failure = (code: string, stage: string, retryable = false) => ({
  code,
  stage,
  message: "Refused.",
  retryable,
  issues: [{ code, path: "/input", message: "is missing" }],
});

test("the body goes on as it came, and the answer is the result's text byte for byte", async () => {
  const body = '{ "input": "a mug",  "instance": "main" }';
  const answer = await post(body);
  expect([answer.status, answer.text]).toEqual([200, TEXT]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  const [seen] = rest.fakes.seen;
  if (!seen) throw new Error("core was not asked");
  expect(seen.metadata).toMatchObject({ "openintents-surface": "rest", authorization: `Bearer ${KEY}` });
  expect(Buffer.from((seen.request as ParseRequest).argumentsJson).toString()).toBe(body);
});

test.each([
  ["INPUT_INVALID", "input", "INVALID_ARGUMENT", 400],
  ["INSTANCE_UNKNOWN", "input", "NOT_FOUND", 404],
  ["LIMIT_EXCEEDED", "input", "RESOURCE_EXHAUSTED", 413],
  ["BUSY", "core", "RESOURCE_EXHAUSTED", 429],
  ["TIMEOUT", "core", "DEADLINE_EXCEEDED", 504],
  ["EXECUTOR_UNAVAILABLE", "executor", "UNAVAILABLE", 503],
  ["EXECUTOR_FAILED", "executor", "INTERNAL", 502],
  ["EXECUTOR_REFUSED", "executor", "FAILED_PRECONDITION", 422],
  ["CANDIDATE_INVALID", "candidate", "INVALID_ARGUMENT", 422],
  ["INTERNAL", "core", "INTERNAL", 500],
])("%s is printed as recognition's own error under its status", async (code, stage, grpc, status) => {
  const error = failure(code, stage, status === 429);
  rest.fakes.recognition = { parse: refusing(error, grpc) };
  const answer = await post({ input: "" });
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ error: { name: "IntentError", ...error } });
  expect(answer.headers["retry-after"]).toBe(status === 429 || status === 503 ? "1" : undefined);
});

test("a body just over a mebibyte is refused in the same form, once the key has proved good", async () => {
  const body = Buffer.alloc(1024 * 1024 + 1, " ");
  const answer = await post(body, { headers: { "content-type": "application/json" } });
  expect([answer.status, answer.json.error.code, answer.json.error.stage]).toEqual([413, "LIMIT_EXCEEDED", "input"]);
  expect(rest.fakes.seen.map(({ method }) => method)).toEqual(["authorize"]);
  rest.fakes.revoked.add(KEY);
  const stranger = await post(body, { headers: { "content-type": "application/json" } });
  expect([stranger.status, stranger.json.error.code]).toEqual([401, "invalid_api_key"]);
});

test("a body of half a mebibyte, which other paths would refuse, is taken", async () => {
  expect((await post(JSON.stringify({ input: "x".repeat(512 * 1024) }))).status).toBe(200);
});

test("what the house refuses has the house's form: no key, media type, query, and off", async () => {
  expect((await post({}, { key: null })).json.error.code).toBe("authentication_required");
  expect((await post("a", { headers: { "content-type": "text/plain" } })).status).toBe(415);
  const query = await rest.call("/v1/recognitions?instance=x", { method: "POST", body: {} });
  expect([query.status, query.json.error]).toMatchObject([400, { code: "unknown_parameter", param: "instance" }]);
  expect((await rest.call("/v1/recognitions")).headers.allow).toBe("POST");
  rest.fakes.recognition = {
    parse: () => {
      throw serviceError("route_not_found", "Recognition is off here.");
    },
  };
  const off = await post({ input: "a" });
  expect([off.status, off.json.error.code]).toEqual([404, "route_not_found"]);
});

test("the document has the operation with recognition's own schemas, and every reference leads somewhere", async () => {
  const { json } = await rest.call("/openapi.json", { key: null });
  const operation = json.paths["/v1/recognitions"].post;
  expect(operation.responses["200"].content["application/json"].schema.$ref).toBe("#/components/schemas/IntentResult");
  const { schemas } = json.components;
  expect(schemas.RecogniseRequest.required).toEqual(["input"]);
  expect(schemas.IntentResult.properties.effective.$ref).toBe("#/components/schemas/RecognitionEffectiveState");
  const refs = [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(refs.filter((name) => !((name as string) in schemas))).toEqual([]);
  expect(JSON.stringify(json)).not.toContain("#/$defs");
});

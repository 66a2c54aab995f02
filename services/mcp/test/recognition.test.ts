import { toBinary } from "@bufbuild/protobuf";
import { newApiKey } from "@openintents/auth";
import { type ManualClock, manualClock, serviceError } from "@openintents/process";
import {
  type AcceptRequest,
  CancelReason,
  type CancelRequest,
  CancelStatus,
  fromRecognitionJson,
  IntentErrorSchema,
  type ParseRequest,
  type PrepareRequest,
  RecognitionMode,
} from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Harness, legacy, messagesOf, modern, startHarness } from "./harness.ts";

let mcp: Harness;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock(Date.now());
  mcp = await startHarness(clock);
});
afterAll(() => mcp.stop());
beforeEach(async () => {
  mcp.fakes.revoked.clear();
  mcp.fakes.recognition = { listInstances: () => executor, parse: () => ({ resultJson: Buffer.from(TEXT) }) };
  // What the edge remembers of core's tools is older than this.
  await clock.advance(61_000);
  mcp.fakes.seen.length = 0;
});

const executor = { mode: RecognitionMode.EXECUTOR, instances: [{ name: "main", description: "", online: false }] };
const host = { ...executor, mode: RecognitionMode.HOST, toolPrefix: "oi_" };
/** Odd on purpose: the text must be these bytes. */
const TEXT = '{"schemaVersion":"2.0-draft.6","n":1.0}';
const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

const request = (revision: string, method: string, params: Record<string, unknown> = {}) =>
  revision === "2026-07-28" ? modern(method, params) : legacy(method, params, revision);
const callTool = (revision: string, name: string, args: object, more: object = {}) =>
  mcp.call({ ...request(revision, "tools/call", { name, arguments: args }), ...more });
const methods = () => mcp.fakes.seen.map(({ method }) => method);

/** A refusal of core that carries recognition's own error. */
function refusing(error: object) {
  const value = toBinary(IntentErrorSchema, fromRecognitionJson(IntentErrorSchema, error));
  return () => {
    throw serviceError("parameter_invalid", "refused", {
      attachment: { typeName: IntentErrorSchema.typeName, value },
      grpcStatus: "NOT_FOUND",
    });
  };
}

describe.each(REVISIONS)("%s", (revision) => {
  const structured = revision >= "2025-06-18";

  test("lists the recognition tool behind the seven of intents, with what the revision knows", async () => {
    const { json } = await mcp.call(request(revision, "tools/list"));
    const { tools } = json.result;
    expect(tools).toHaveLength(8);
    const tool = tools.at(-1);
    expect(tool.name).toBe("intent_parse");
    expect("outputSchema" in tool).toBe(structured);
    expect("title" in tool).toBe(structured);
    expect("annotations" in tool).toBe(revision >= "2025-03-26");
    expect(tool.inputSchema).toMatchObject({ required: ["input"], additionalProperties: false });
    expect(methods()).toEqual(["authorize", "listInstances"]);
  });

  test("answers with the result's text byte for byte in the revision's envelope", async () => {
    const { text, json, headers } = await callTool(revision, "intent_parse", { input: "a mug" });
    const { result } = json;
    expect(result.content).toEqual([{ type: "text", text: TEXT }]);
    expect(result.isError).toBe(false);
    expect("structuredContent" in result).toBe(structured);
    if (structured) expect(text).toContain(`"structuredContent":${TEXT},"isError":false`);
    expect(result.resultType).toBe(revision === "2026-07-28" ? "complete" : undefined);
    expect(headers.ratelimit).toBe('"default";r=99;t=1');
    const parse = mcp.fakes.seen.find(({ method }) => method === "parse");
    expect(parse?.metadata).toMatchObject({ "openintents-surface": "mcp" });
    const sent = Buffer.from((parse?.request as ParseRequest | undefined)?.argumentsJson ?? []).toString();
    expect(JSON.parse(sent)).toEqual({ instance: "main", input: "a mug" });
    expect(methods()).not.toContain("authorize");
  });

  test("answers a failure as recognition's own error, without structured content", async () => {
    const error = { code: "TIMEOUT", stage: "core", message: "Late.", retryable: true, issues: [] };
    mcp.fakes.recognition = { ...mcp.fakes.recognition, parse: refusing(error) };
    const { json } = await callTool(revision, "intent_parse", { input: "a mug" });
    expect(json.result).toMatchObject({ isError: true });
    expect(json.result.structuredContent).toBeUndefined();
    expect(JSON.parse(json.result.content[0].text)).toEqual({ error: { name: "IntentError", ...error } });
    expect(json.result.resultType).toBe(revision === "2026-07-28" ? "complete" : undefined);
  });

  test("off, there is no such tool", async () => {
    mcp.fakes.recognition = { listInstances: () => ({ mode: RecognitionMode.OFF }) };
    expect((await mcp.call(request(revision, "tools/list"))).json.result.tools).toHaveLength(7);
    expect((await callTool(revision, "intent_parse", { input: "a" })).json.error.code).toBe(-32602);
  });
});

test.each<[string, object, string]>([
  ["an argument that callers do not have", { input: "a", apiKey: "x" }, "/apiKey"],
  ["an instance that there is not", { input: "a", instance: "x" }, "/instance"],
])("%s is refused here, once the credential has proved good", async (_what, args, path) => {
  const { json } = await callTool("2025-11-25", "intent_parse", args);
  const { error } = JSON.parse(json.result.content[0].text);
  expect([error.stage, error.issues[0].path]).toEqual(["input", path]);
  expect(methods()).toEqual(["listInstances", "authorize"]);
});

test.each(REVISIONS)(
  "%s: a credential that core does not know is 401, whatever the tool and its arguments",
  async (revision) => {
    // The directory is known by now, so nothing but the call itself can tell.
    await callTool(revision, "intent_parse", { input: "a" });
    const key = newApiKey("test");
    mcp.fakes.revoked.add(key);
    for (const args of [{ input: "a" }, { wrong: true }]) {
      const answer = await callTool(revision, "intent_parse", args, { key });
      expect([answer.status, answer.json.error.code]).toEqual([401, "invalid_api_key"]);
    }
  },
);

test("a refusal of the house stays in the house's form: scope, limit", async () => {
  const refuse = (reason: string) => {
    mcp.fakes.recognition = {
      ...mcp.fakes.recognition,
      parse: () => {
        throw serviceError(reason, "no", { param: reason === "permission_denied" ? "recognition:write" : null });
      },
    };
  };
  refuse("permission_denied");
  const denied = await callTool("2025-11-25", "intent_parse", { input: "a" });
  expect(JSON.parse(denied.json.result.content[0].text).error).toMatchObject({
    code: "permission_denied",
    param: "recognition:write",
  });
  refuse("rate_limited");
  expect((await callTool("2025-11-25", "intent_parse", { input: "a" })).status).toBe(429);
});

test("a core that does not know recognition yet leaves the tools of intents as they are", async () => {
  mcp.fakes.recognition = {};
  const { json } = await mcp.call(request("2025-11-25", "tools/list"));
  expect(json.result.tools).toHaveLength(7);
});

test("core is asked once a minute which tools there are", async () => {
  await mcp.call(request("2025-11-25", "tools/list"));
  await callTool("2025-11-25", "intent_parse", { input: "a" });
  await clock.advance(30_000);
  await mcp.call(request("2025-11-25", "tools/list"));
  expect(methods().filter((method) => method === "listInstances")).toHaveLength(1);
  mcp.fakes.recognition = { listInstances: () => host };
  await clock.advance(31_000);
  const { json } = await mcp.call(request("2025-11-25", "tools/list"));
  const names = json.result.tools.map((tool: { name: string }) => tool.name).slice(7);
  expect(names).toEqual(["oi_intent_prepare", "oi_intent_accept", "oi_intent_cancel"]);
});

test("host mode goes to core's records, under the credential and the session that the client names", async () => {
  const task = '{"kind":"model_task","requestId":"r1","submissionToken":"t1"}';
  mcp.fakes.recognition = {
    listInstances: () => host,
    prepare: () => ({ taskJson: Buffer.from(task) }),
    accept: () => ({ resultJson: Buffer.from(TEXT) }),
    cancel: () => ({ requestId: "r1", status: CancelStatus.ALREADY_COMPLETED }),
  };
  const named = request("2025-11-25", "tools/call", { name: "oi_intent_prepare", arguments: { input: "a" } });
  const headers = { ...named.headers, "mcp-session-id": "s 1" };
  expect((await mcp.call({ ...named, headers })).json.result.content[0].text).toBe(task);
  const submission = { requestId: "r1", submissionToken: "t1", candidateText: "{}" };
  expect((await callTool("2025-03-26", "oi_intent_accept", submission)).json.result.content[0].text).toBe(TEXT);
  const cancelled = await callTool("2026-07-28", "oi_intent_cancel", { requestId: "r1" });
  expect(cancelled.json.result.structuredContent).toEqual({ requestId: "r1", status: "already_completed" });
  const sent = (name: string) => mcp.fakes.seen.find(({ method }) => method === name)?.request;
  expect(sent("prepare") as PrepareRequest | undefined).toMatchObject({ session: "s 1" });
  expect(sent("accept") as AcceptRequest | undefined).toMatchObject({ ...submission, session: "" });
  expect(sent("cancel") as CancelRequest | undefined).toMatchObject({ reason: CancelReason.CANCELLED });
});

test("a correction travels whole", async () => {
  const problem = { code: "V06", path: "/intents/0/evidence/0", message: "not in the input" };
  const error = {
    code: "CANDIDATE_INVALID",
    stage: "candidate",
    message: "No.",
    retryable: true,
    issues: [problem],
    requestId: "r1",
    correction: { submissionToken: "t2", attemptsLeft: 1, problems: [problem] },
  };
  mcp.fakes.recognition = { listInstances: () => host, accept: refusing(error) };
  const submission = { requestId: "r1", submissionToken: "t1", candidateText: "{}" };
  const { json } = await callTool("2025-11-25", "oi_intent_accept", submission);
  expect(JSON.parse(json.result.content[0].text)).toEqual({ error: { name: "IntentError", ...error } });
});

test("a client that asks for a stream gets the one message as one", async () => {
  const asking = request("2025-11-25", "tools/call", { name: "intent_parse", arguments: { input: "a" } });
  const answer = await mcp.call({ ...asking, headers: { ...asking.headers, accept: "text/event-stream" } });
  expect(answer.headers["content-type"]).toBe("text/event-stream");
  expect(messagesOf(answer.text)).toMatchObject([{ id: 1, result: { isError: false } }]);
});

test("the SDK's way answers as the short way does", async () => {
  const plain = modern("tools/call", { name: "intent_parse", arguments: { input: "a" } });
  const short = await mcp.call(plain);
  const long = await mcp.call(
    modern(
      "tools/call",
      { name: "intent_parse", arguments: { input: "a" } },
      { meta: { "io.modelcontextprotocol/logLevel": "error" } },
    ),
  );
  expect(long.json.result).toEqual(short.json.result);
});

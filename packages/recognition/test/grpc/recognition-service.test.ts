// RecognitionService beside MCP, by a real gRPC client over a socket.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import {
  CancelReason,
  CancelStatus,
  HostTaskSchema,
  IntentErrorSchema,
  IntentResultSchema,
  RecognitionMode,
  RecognitionService,
  toRecognitionJson,
} from "@openintents/proto";
import { type Client, createClient, grpcTransport } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seedText } from "../parse/seed-candidate.ts";
import { Command } from "../server/command.ts";
import { SEED_INPUT, SEED_TEXT } from "../server/seed.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

type Connect = (authorization?: string) => Client<typeof RecognitionService>;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const open: { close(): Promise<void> }[] = [];
let folder: string;

async function start(...args: string[]): Promise<Connect> {
  const command = new Command(["--transport", "http", "--port", "0", "--grpc", "127.0.0.1:0", ...args]);
  const [, port] = await command.until("stderr", /gRPC on 127\.0\.0\.1:(\d+)/);
  await command.until("stderr", /listening on/);
  const transport = grpcTransport({ address: `127.0.0.1:${port}` });
  open.push({
    async close() {
      await transport.close();
      command.child.kill("SIGTERM");
      expect((await command.ended).code).toBe(0);
    },
  });
  return (authorization) => createClient(RecognitionService, transport, { metadata: () => ({ authorization }) });
}

/** The error that recognition itself would have shown. */
async function failureOf(call: Promise<unknown>) {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError) || thrown.attachment === null) throw new Error(`no IntentError: ${thrown}`);
  expect(thrown.attachment.typeName).toBe(IntentErrorSchema.typeName);
  return fromBinary(IntentErrorSchema, thrown.attachment.value);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openintents-recognize-"));
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe("in executor mode", () => {
  let connect: Connect;
  beforeAll(async () => {
    connect = await start();
  });

  test("parse gives the seed's reply byte for byte, and the typed result says the same", async () => {
    const typed = await connect().parse({ input: SEED_INPUT });
    expect(text(typed.resultJson)).toBe(SEED_TEXT);
    if (typed.result === undefined) throw new Error("a result is typed");
    expect(JSON.stringify(toRecognitionJson(IntentResultSchema, typed.result))).toBe(SEED_TEXT);
    const asJson = new TextEncoder().encode(JSON.stringify({ input: SEED_INPUT, instance: "main" }));
    expect(text((await connect().parse({ argumentsJson: asJson })).resultJson)).toBe(SEED_TEXT);
  });

  test("instances and mode are listed", async () => {
    expect(await connect().listInstances({})).toMatchObject({
      mode: RecognitionMode.EXECUTOR,
      toolPrefix: "",
      instances: [{ name: "main", description: "", online: false }],
    });
  });

  test.each([
    ["no text", { input: "" }, "INPUT_INVALID"],
    ["an unknown field", { input: "x", fields: { names: ["size"] } }, "FIELD_UNKNOWN"],
    ["a baseline that is no JSON", { input: "x", baselineJson: new TextEncoder().encode("{") }, "BASELINE_INVALID"],
    ["arguments that are no object", { argumentsJson: new TextEncoder().encode("[]") }, "INPUT_INVALID"],
    ["an unknown instance", { input: "x", instance: "other" }, "INSTANCE_UNKNOWN"],
  ])("%s is refused with recognition's own error", async (_what, request, code) => {
    expect(await failureOf(connect().parse(request))).toMatchObject({ code, stage: "input", retryable: false });
  });

  test("host mode's calls do not exist", async () => {
    await expect(connect().prepare({ input: "x", session: "s" })).rejects.toMatchObject({ reason: "route_not_found" });
  });
});

describe("in host mode", () => {
  let connect: Connect;
  const alpha = "Bearer token-of-alpha-0000000000001";
  const beta = "Bearer token-of-beta-00000000000002";
  beforeAll(async () => {
    const tokens = join(folder, "tokens.txt");
    writeFileSync(tokens, "alpha token-of-alpha-0000000000001\nbeta token-of-beta-00000000000002\n");
    connect = await start("--mode", "host", "--auth", "bearer", "--tokens", tokens);
  });

  test("a task is handed out, its candidate taken back, and the answer kept", async () => {
    const { task, taskJson } = await connect(alpha).prepare({ input: SEED_INPUT, session: "s1" });
    if (task === undefined) throw new Error("a task is typed");
    expect(toRecognitionJson(HostTaskSchema, task)).toEqual(JSON.parse(text(taskJson)));
    const { requestId, submissionToken } = task;
    const submission = { requestId, submissionToken, candidateText: seedText(), session: "s1" };
    for (const _again of [1, 2]) expect(text((await connect(alpha).accept(submission)).resultJson)).toBe(SEED_TEXT);
    const cancelled = await connect(alpha).cancel({ requestId, session: "s1", reason: CancelReason.REFUSAL });
    expect(cancelled).toMatchObject({ requestId, status: CancelStatus.ALREADY_COMPLETED });
  });

  test("a request belongs to its session and its principal", async () => {
    const { task } = await connect(alpha).prepare({ input: SEED_INPUT, session: "s2" });
    const requestId = task?.requestId ?? "";
    for (const [authorization, session] of [
      [alpha, "s3"],
      [beta, "s2"],
    ]) {
      const call = connect(authorization).cancel({ requestId, session: session ?? "" });
      expect(await failureOf(call)).toMatchObject({ code: "REQUEST_NOT_FOUND", stage: "host" });
    }
    expect(await connect(alpha).cancel({ requestId, session: "s2" })).toMatchObject({ status: CancelStatus.CANCELLED });
  });

  test("requests that nobody came back to make room after the idle time, since no session ends over gRPC", async () => {
    const client = (await start("--mode", "host", "--session-idle", "4"))();
    const open = () => client.prepare({ input: SEED_INPUT, session: "s" });
    await Promise.all(Array.from({ length: 32 }, open));
    expect(await failureOf(open())).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "host", retryable: true });
    await expect
      .poll(
        () =>
          open().then(
            () => "opened",
            () => "full",
          ),
        { timeout: 10_000 },
      )
      .toBe("opened");
  });

  test("the session is required, parse says what to do instead, and a token is needed", async () => {
    const issues = [{ path: "/session" }];
    expect(await failureOf(connect(alpha).prepare({ input: "x" }))).toMatchObject({ code: "INPUT_INVALID", issues });
    expect(await failureOf(connect(alpha).parse({ input: "x" }))).toMatchObject({ code: "EXECUTOR_UNAVAILABLE" });
    for (const authorization of [undefined, "Bearer token-of-gamma-000000000003"]) {
      const call = connect(authorization).listInstances({});
      await expect(call).rejects.toMatchObject({ reason: "authentication_required" });
    }
  });
});

// RecognitionService on a real gRPC socket and a real database: executor mode, host mode over two
// replicas, off.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { outboxMigrations } from "@openintents/postgres";
import { createLogger, createMetrics, type ServiceError, systemClock } from "@openintents/process";
import {
  CancelReason,
  CancelStatus,
  IntentErrorSchema,
  IntentResultSchema,
  RecognitionMode,
  RecognitionService,
  toRecognitionJson,
} from "@openintents/proto";
import { type Client, createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import { testDatabase } from "@openintents/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "../src/admin.ts";
import { createCallers } from "../src/caller.ts";
import { createRateLimiter } from "../src/rate-limiter.ts";
import type { RecognitionMode as Mode } from "../src/recognition/recognisers.ts";
import { createRecognition } from "../src/recognition.ts";
import { plainCandidate } from "./plain-candidate.ts";

const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "core-recognition-"));
const several = join(folder, "several.yaml");
const logger = createLogger({ service: "core-test", level: "fatal" });
const closing: (() => Promise<void>)[] = [];
let made: Awaited<ReturnType<typeof testDatabase>>;
let admin: ReturnType<typeof createAdmin>;

beforeAll(async () => {
  writeFileSync(
    several,
    "version: 1\ntoolPrefix: oi_\ninstances:\n  shop: {description: A shop}\n  travel: {defaults: {zone: Europe/Oslo}}\n",
  );
  made = await testDatabase({ schema: "core", migrations: [outboxMigrations, migrations] });
  admin = createAdmin({ database: made.database, clock: systemClock });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await made.close();
  rmSync(folder, { recursive: true });
});

/** One core process as far as recognition goes. */
async function replica(mode: Mode | null, config: string | null = null) {
  const { database } = made;
  const clock = systemClock;
  const callers = createCallers({
    database,
    clock,
    logger,
    limiter: createRateLimiter(database),
    defaultLimit: { perMinute: 60_000, burst: 10_000 },
  });
  const feed = { changed() {} };
  const recognition = createRecognition(
    { mode, config, env: {} },
    {
      database,
      clock,
      logger,
      metrics: createMetrics({ service: "core-test" }),
      callers,
      feed,
      writer: { busy: false },
    },
  );
  await recognition.load();
  const server = createRpcServer({ logger, metrics: createMetrics({ service: "core-test" }) });
  server.addService(RecognitionService, recognition.handlers);
  const transport = grpcTransport({ address: `127.0.0.1:${await server.listen("127.0.0.1:0")}` });
  closing.push(async () => {
    await transport.close();
    await server.close(1000);
    await recognition.stop();
  });
  return (secret: string): Client<typeof RecognitionService> =>
    createClient(RecognitionService, transport, { metadata: () => ({ authorization: `Bearer ${secret}` }) });
}

async function newKey(): Promise<string> {
  return (await admin.createAccount({ name: "Test" })).testKey.secret;
}

/** The IntentError in the details of a refused call, and the gRPC status around it. */
async function failure(call: Promise<unknown>) {
  const error = (await call.then(
    () => {
      throw new Error("the call was accepted");
    },
    (cause: unknown) => cause,
  )) as ServiceError;
  const { attachment } = error;
  if (!attachment) throw error;
  expect(attachment.typeName).toBe(IntentErrorSchema.typeName);
  const { code, stage, retryable, issues, correction } = fromBinary(IntentErrorSchema, attachment.value);
  const { code: grpc } = (error.cause as { status: { code: number } }).status;
  return { code, stage, retryable, paths: issues.map((issue) => issue.path), correction, grpc };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const SEED = "Look up order 000123. Do not cancel the order.";

describe("executor mode", () => {
  test("the result comes typed and as its canonical text, and the two say the same", async () => {
    const client = (await replica(null))(await newKey());
    const { result, resultJson } = await client.parse({ input: SEED });
    expect(Buffer.byteLength(resultJson)).toBe(1148);
    if (!result) throw new Error("a result is typed");
    expect(JSON.stringify(toRecognitionJson(IntentResultSchema, result))).toBe(text(resultJson));
    expect(result.effective?.intents[0]).toMatchObject({ action: "Look up", target: "order 000123" });
  });

  test.each([
    "Buy two mugs under $60, but not the red ones, by Friday if they are on sale.",
    "Never touch the archive.",
    "Remind me to call Sam tomorrow at 5pm, then mail the report to Ann or Bo.",
    "Bestell mir eine Tasse, aber keine rote.",
    "thanks!",
    "“Quoted” 🎉 text\twith\ncontrols and e\u0301",
  ])("what is said of %j is the same typed and as text", async (input) => {
    const client = (await replica("executor"))(await newKey());
    const referenceTime = "2026-11-30T09:00:00+01:00[Europe/Oslo]";
    const { result, resultJson } = await client.parse({ input, referenceTime, output: { evidence: 2 } });
    if (!result) throw new Error("a result is typed");
    expect(JSON.stringify(toRecognitionJson(IntentResultSchema, result))).toBe(text(resultJson));
    expect(result.input).toBe(input);
  });

  test("the arguments of the tool as JSON give the same bytes as the typed fields", async () => {
    const client = (await replica("executor"))(await newKey());
    const typed = await client.parse({
      input: "Send it to them by Friday",
      referenceTime: "2026-11-30T09:00:00Z",
      context: [{ role: 1, content: "Ann and Bo" }],
      output: { evidence: 2 },
    });
    const argumentsJson = Buffer.from(
      JSON.stringify({
        instance: "main",
        input: "Send it to them by Friday",
        referenceTime: "2026-11-30T09:00:00Z",
        context: [{ role: "user", content: "Ann and Bo" }],
        output: { evidence: "quotes" },
      }),
    );
    expect(text((await client.parse({ argumentsJson })).resultJson)).toBe(text(typed.resultJson));
  });

  test.each<[string, Parameters<Client<typeof RecognitionService>["parse"]>[0], object]>([
    ["nothing", {}, { code: "INPUT_INVALID", stage: "input", grpc: 3 }],
    ["an unknown instance", { instance: "x", input: "a" }, { code: "INSTANCE_UNKNOWN", grpc: 5, paths: ["/instance"] }],
    [
      "a baseline that is no JSON",
      { input: "a", baselineJson: Buffer.from("{") },
      { code: "BASELINE_INVALID", grpc: 3 },
    ],
    [
      "an argument that callers do not have",
      { argumentsJson: Buffer.from('{"input":"a","schema":{}}') },
      { code: "INPUT_INVALID", paths: ["/schema"], grpc: 3 },
    ],
    [
      "arguments that are a list",
      { argumentsJson: Buffer.from("[]") },
      { code: "INPUT_INVALID", paths: [""], grpc: 3 },
    ],
    ["an unknown field", { input: "a", fields: { names: ["size"] } }, { code: "FIELD_UNKNOWN", grpc: 3 }],
    ["too long a text", { input: "x ".repeat(40_000) }, { code: "LIMIT_EXCEEDED", stage: "input", grpc: 8 }],
  ])("%s is refused with recognition's own error", async (_what, request, expected) => {
    const client = (await replica("executor"))(await newKey());
    expect(await failure(client.parse(request))).toMatchObject({ retryable: false, ...expected });
  });

  test("of several instances none is guessed; each is listed, for any key and without charge", async () => {
    const client = (await replica("executor", several))(await newKey());
    expect(await failure(client.parse({ input: "a mug" }))).toMatchObject({ code: "INSTANCE_REQUIRED", grpc: 3 });
    await client.parse({ instance: "travel", input: "a mug" });
    let limit: string | undefined;
    const listed = await client.listInstances({}, { onTrailers: (trailers) => (limit = trailers.get("ratelimit")) });
    expect(listed).toMatchObject({
      mode: RecognitionMode.EXECUTOR,
      toolPrefix: "oi_",
      instances: [
        { name: "shop", description: "A shop", online: false },
        { name: "travel", description: "", online: false },
      ],
    });
    expect(limit).toBeUndefined();
  });

  test("host mode's calls do not exist there", async () => {
    const client = (await replica("executor"))(await newKey());
    await expect(client.prepare({ input: "a", session: "s" })).rejects.toMatchObject({ reason: "route_not_found" });
  });

  test("a key that lacks the scope, and one that is none, are refused", async () => {
    const account = await admin.createAccount({ name: "Reader" });
    const reader = await admin.createKey({ account: account.id, mode: "test", preset: "read_only" });
    const connect = await replica("executor");
    await expect(connect(reader.secret).parse({ input: "a" })).rejects.toMatchObject({
      reason: "permission_denied",
      param: "recognition:write",
    });
    await expect(connect("oi_test_x").listInstances({})).rejects.toMatchObject({ reason: "invalid_api_key" });
  });

  test("a caller that leaves, or whose time is up, gets no result", async () => {
    const client = (await replica("executor"))(await newKey());
    const gone = AbortSignal.abort();
    await expect(client.parse({ input: "a mug" }, { signal: gone })).rejects.toMatchObject({ reason: "cancelled" });
  });
});

describe("host mode", () => {
  test("a task is prepared on one replica and accepted on another, with a correction in between", async () => {
    const [here, there] = [await replica("host"), await replica("host")];
    const key = await newKey();
    const session = randomUUID();
    const { task, taskJson } = await here(key).prepare({ input: "Buy a mug", session });
    if (!task) throw new Error("a task is typed");
    expect(JSON.parse(text(taskJson))).toMatchObject({
      kind: "model_task",
      input: { input: "Buy a mug", baseline: null },
    });
    const { requestId } = task;
    const bad = await failure(
      there(key).accept({ requestId, submissionToken: task.submissionToken, candidateText: "no JSON", session }),
    );
    expect(bad).toMatchObject({ code: "CANDIDATE_INVALID", stage: "candidate", retryable: true, grpc: 3 });
    expect(bad.correction).toMatchObject({ attemptsLeft: 1, problems: [{ code: "V01" }] });
    const submissionToken = bad.correction?.submissionToken ?? "";
    const candidateText = plainCandidate("Buy a mug");
    const first = await here(key).accept({ requestId, submissionToken, candidateText, session });
    const again = await there(key).accept({ requestId, submissionToken, candidateText, session });
    expect(text(again.resultJson)).toBe(text(first.resultJson));
    expect(JSON.parse(text(first.resultJson))).toMatchObject({ status: "complete", input: "Buy a mug" });
    expect(
      await failure(here(key).accept({ requestId, submissionToken, candidateText: "other", session })),
    ).toMatchObject({ code: "CANDIDATE_CONFLICT", grpc: 10 });
  });

  test("another credential, even of the same account, sees no request", async () => {
    const connect = await replica("host");
    const account = await admin.createAccount({ name: "Two keys" });
    const other = await admin.createKey({ account: account.id, mode: "test", preset: "full" });
    const session = randomUUID();
    const { task } = await connect(account.testKey.secret).prepare({ input: "Buy a mug", session });
    const { requestId = "", submissionToken = "" } = task ?? {};
    const submission = { requestId, submissionToken, candidateText: plainCandidate("Buy a mug"), session };
    for (const secret of [other.secret, await newKey()]) {
      expect(await failure(connect(secret).accept(submission))).toMatchObject({ code: "REQUEST_NOT_FOUND", grpc: 5 });
      expect(await failure(connect(secret).cancel({ requestId, session }))).toMatchObject({
        code: "REQUEST_NOT_FOUND",
      });
    }
    await connect(account.testKey.secret).accept(submission);
  });

  test("a cancel says what became of the request; without a reason it is cancelled", async () => {
    const client = (await replica("host"))(await newKey());
    const session = randomUUID();
    const { task } = await client.prepare({ input: "Buy a mug", session });
    const requestId = task?.requestId ?? "";
    expect(await client.cancel({ requestId, session })).toMatchObject({ requestId, status: CancelStatus.CANCELLED });
    const again = await client.cancel({ requestId, session, reason: CancelReason.REFUSAL });
    expect(again.status).toBe(CancelStatus.ALREADY_CANCELLED);
    expect(
      await failure(
        client.accept({ requestId, submissionToken: task?.submissionToken ?? "", candidateText: "{}", session }),
      ),
    ).toMatchObject({ code: "REQUEST_CANCELLED", grpc: 10 });
  });

  test("the session is required, and parse says what to do instead", async () => {
    const client = (await replica("host"))(await newKey());
    expect(await failure(client.prepare({ input: "a mug" }))).toMatchObject({
      code: "INPUT_INVALID",
      paths: ["/session"],
    });
    expect(await failure(client.parse({ input: "a mug" }))).toMatchObject({
      code: "EXECUTOR_UNAVAILABLE",
      stage: "executor",
      retryable: false,
      grpc: 14,
    });
  });
});

test("off, nothing is served and the list is empty", async () => {
  const client = (await replica("off"))(await newKey());
  expect(await client.listInstances({})).toMatchObject({ mode: RecognitionMode.OFF, instances: [] });
  await expect(client.parse({ input: "a" })).rejects.toMatchObject({ reason: "route_not_found" });
});

test("a configuration that is wrong keeps core from starting, and says where", async () => {
  const file = join(folder, "wrong.yaml");
  writeFileSync(file, "version: 1\ninstances: {main: {colour: red}}\n");
  await expect(replica(null, file)).rejects.toThrow(/^RECOGNITION_CONFIG: wrong\.yaml: .*colour/);
});

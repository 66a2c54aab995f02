// One definition: a field planted in proto alone is taken, checked, described and brought
// back by every surface of a system that runs from a copy of the tree.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type WebhookReceiver, webhookReceiver } from "@openintents/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "../scripts/free-ports.ts";
import { copyTree, linkPackages } from "./copied-tree.ts";
import { root } from "./house.ts";

const run = promisify(execFile);
const PATH = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
const COMMENT = "What to write on the card that lies in the parcel.";
const FIELD = `message IntentSpec {
  // ${COMMENT}
  optional string gift_note = 1000 [(openintents.wire.v1.rules) = {max_len: 40}];
`;
const NOTE = "Many happy returns";

let copy: string;
let child: ChildProcess;
let origin: string;
let grpc: string;
let key: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  copy = copyTree();
  linkPackages(copy);
  const proto = join(copy, "proto/openintents/intent/v1/intent.proto");
  const before = readFileSync(proto, "utf8");
  const after = before.replace("message IntentSpec {\n", FIELD);
  expect(after).not.toBe(before);
  writeFileSync(proto, after);
  await run("node", ["scripts/generate.ts"], { cwd: copy, env: { ...process.env, PATH } });
  receiver = await webhookReceiver();
  await start();
}, 60_000);

afterAll(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }
  await receiver?.close();
  rmSync(copy, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const [http = 0, grpcPort = 0, metrics = 0, shop = 0] = await freePorts(4);
  child = fork(join(copy, "services/all/src/main.ts"), [], {
    cwd: copy,
    env: {
      PATH,
      OPENINTENTS_DATA_DIR: join(copy, ".data"),
      EMBEDDED_POSTGRES_FAST: "true",
      SIMULATOR_PACE: "0.1",
      PORT: String(http),
      GRPC_PORT: String(grpcPort),
      METRICS_PORT: String(metrics),
      SHOP_PORT: String(shop),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      if (/^ready /m.test(said)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`ended with code ${code} before it was ready:\n${said}`)));
  });
  origin = `http://127.0.0.1:${http}`;
  grpc = `http://127.0.0.1:${grpcPort}`;
  key = JSON.parse(readFileSync(join(copy, ".data/credentials.json"), "utf8")).api_key;
}

const headers = () => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

async function rest(path: string, body?: object) {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${origin}${path}`, { headers: headers(), ...sent });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function mcp(method: string, params: object) {
  const message = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { ...headers(), accept: "application/json", "mcp-protocol-version": "2025-06-18" },
    body: JSON.stringify(message),
  });
  return JSON.parse(await answer.text()).result;
}

const mug = { intent: "a mug from ok.shop.test", max_amount: 2500 };

test("gRPC takes the field, and brings it back", async () => {
  const method = `${grpc}/openintents.intent.v1.IntentService/CreateIntent`;
  const request = { spec: { intent: mug.intent, maxAmount: mug.max_amount, giftNote: NOTE } };
  const args = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "-H", `authorization: Bearer ${key}`];
  const call = (data: object) =>
    run("buf", [...args, "-d", JSON.stringify(data), method], { env: { ...process.env, PATH } });
  const { stdout } = await call(request);
  expect(JSON.parse(stdout).intent.spec.giftNote).toBe(NOTE);
  const tooLong = call({ spec: { ...request.spec, giftNote: "x".repeat(41) } });
  await expect(tooLong).rejects.toThrow(/gift_note must have at most 40 characters/);
});

test("REST checks the field, and the intent brings it back", async () => {
  const refused = await rest("/v1/intents", { ...mug, gift_note: "x".repeat(41) });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: "parameter_invalid", param: "gift_note" });
  const created = await rest("/v1/intents", { ...mug, gift_note: NOTE });
  expect(created.status).toBe(201);
  expect(created.body.gift_note).toBe(NOTE);
  const read = await rest(`/v1/intents/${created.body.id}?wait_seconds=20`);
  expect(read.body).toMatchObject({ status: "completed", gift_note: NOTE });
  const without = await rest("/v1/intents", mug);
  expect(without.body.gift_note).toBeNull();
});

test("the OpenAPI document describes the field in the request and in the intent", async () => {
  const { schemas } = (await rest("/openapi.json")).body.components;
  expect(schemas.CreateIntentRequest.properties.gift_note).toMatchObject({
    type: "string",
    maxLength: 40,
    description: COMMENT,
  });
  expect(schemas.Intent.properties.gift_note).toMatchObject({ description: COMMENT });
});

test("create_intent takes the field, describes it, and answers it", async () => {
  const { tools } = await mcp("tools/list", {});
  const tool = tools.find((one: { name: string }) => one.name === "create_intent");
  expect(tool.inputSchema.properties.gift_note).toMatchObject({ type: "string", maxLength: 40, description: COMMENT });
  expect(tool.outputSchema.properties.gift_note).toBeDefined();
  const made = await mcp("tools/call", { name: "create_intent", arguments: { ...mug, gift_note: NOTE } });
  expect(made.structuredContent.gift_note).toBe(NOTE);
  const long = await mcp("tools/call", { name: "create_intent", arguments: { ...mug, gift_note: "x".repeat(41) } });
  expect(long.isError).toBe(true);
  expect(JSON.parse(long.content[0].text).error).toMatchObject({ code: "parameter_invalid", param: "gift_note" });
});

test("the webhook's body carries the field", async () => {
  const created = await rest("/v1/intents", { ...mug, gift_note: NOTE, webhook_url: receiver.url });
  const delivery = await receiver.waitFor(({ body }) => JSON.parse(body).data.id === created.body.id);
  expect(JSON.parse(delivery.body)).toMatchObject({ type: "intent.created", data: { gift_note: NOTE } });
});

// Standard input and output of a real process, on all three revisions.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Command, MODERN_META, StdioClient } from "./command.ts";
import { SEED_INPUT, SEED_TEXT } from "./seed.ts";

// Processes start slowly where many do.
vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let source: Server;
/** Tasks that a slow language source was given and has not answered. */
const held: { release(): void; aborted: Promise<void> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "openintents-recognize-"));
  source = createServer((request, response) => {
    const aborted = once(response, "close").then(() => undefined);
    request.resume();
    request.on("end", () => {
      const answer = JSON.stringify({ outcome: "refusal" });
      held.push({ release: () => response.end(answer), aborted });
    });
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  source?.closeAllConnections();
  source?.close();
  rmSync(folder, { recursive: true, force: true });
});

function slowConfig(): string {
  const { port } = source.address() as AddressInfo;
  const path = join(folder, "slow.json");
  const executor = { type: "http", url: `http://127.0.0.1:${port}/`, retries: 0 };
  writeFileSync(path, JSON.stringify({ version: 1, instances: { main: { executor } } }));
  return path;
}

async function start(...args: string[]): Promise<StdioClient & AsyncDisposable> {
  const command = new Command(args);
  const client = new StdioClient(command) as StdioClient & AsyncDisposable;
  client[Symbol.asyncDispose] = () => command[Symbol.asyncDispose]();
  return client;
}

const parse = { name: "intent_parse", arguments: { input: SEED_INPUT } };

test.each(["2025-06-18", "2025-11-25"])("%s gives the seed's reply byte for byte", async (version) => {
  await using client = await start();
  expect((await client.initialize(version)).result?.protocolVersion).toBe(version);
  expect((await client.request("tools/list")).result?.tools?.map((tool) => tool.name)).toEqual(["intent_parse"]);
  const { result } = await client.request("tools/call", parse);
  expect(result).toEqual({
    content: [{ type: "text", text: SEED_TEXT }],
    structuredContent: JSON.parse(SEED_TEXT),
    isError: false,
  });
});

test("2026-07-28 gives the seed's reply byte for byte, with resultType", async () => {
  await using client = await start();
  const discovered = await client.request("server/discover", MODERN_META);
  expect(discovered.result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  const { result } = await client.request("tools/call", { ...parse, ...MODERN_META });
  expect(result).toMatchObject({
    content: [{ type: "text", text: SEED_TEXT }],
    structuredContent: JSON.parse(SEED_TEXT),
    isError: false,
    resultType: "complete",
  });
  const refused = await client.request("tools/call", {
    name: "intent_parse",
    arguments: { input: "" },
    ...MODERN_META,
  });
  expect(refused.result).toMatchObject({ isError: true, resultType: "complete" });
  expect(refused.result).not.toHaveProperty("structuredContent");
});

test.each(["2025-06-18", "2026-07-28"])(
  "on %s an unknown tool and an unknown method are the protocol's errors",
  async (version) => {
    await using client = await start();
    const meta = version === "2026-07-28" ? MODERN_META : {};
    if (version !== "2026-07-28") await client.initialize(version);
    expect(await client.request("tools/call", { name: "no_such", arguments: {}, ...meta })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await client.request("no/such", meta)).toMatchObject({ error: { code: -32601 } });
  },
);

test.each(["2025-11-25", "2026-07-28"])("on %s host mode prepares and cancels in one connection", async (version) => {
  await using client = await start("--mode", "host");
  const meta = version === "2026-07-28" ? MODERN_META : {};
  if (version !== "2026-07-28") await client.initialize(version);
  const { result: listed } = await client.request("tools/list", meta);
  expect(listed?.tools?.map((tool) => tool.name)).toEqual(["intent_prepare", "intent_accept", "intent_cancel"]);
  const { result: task } = await client.request("tools/call", {
    name: "intent_prepare",
    arguments: { input: SEED_INPUT },
    ...meta,
  });
  const { requestId } = task?.structuredContent ?? {};
  expect(task?.structuredContent).toMatchObject({ kind: "model_task", submissionToken: expect.any(String) });
  const { result: end } = await client.request("tools/call", {
    name: "intent_cancel",
    arguments: { requestId },
    ...meta,
  });
  expect(end?.structuredContent).toEqual({ requestId, status: "cancelled" });
});

test("what was asked before the end of the input is answered, then the process ends", async () => {
  await using client = await start();
  await client.initialize("2025-11-25");
  const ids = [client.begin("tools/call", parse), client.begin("tools/call", parse)];
  client.command.endInput();
  const { code, stdout } = await client.command.ended;
  expect(code).toBe(0);
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const id of ids) expect(answers.find((answer) => answer.id === id)?.result.content[0].text).toBe(SEED_TEXT);
});

test("standard output carries the protocol only, whatever an executor prints", async () => {
  const module = join(folder, "talker.mjs");
  writeFileSync(
    module,
    `console.log("loading");
     process.stdout.write("written\\n");
     export default { id: "talker", features: { schema: "none", abort: true, offline: true },
       async generate() { console.log("asked"); console.info("asked"); process.stdout.write("asked\\n"); return { outcome: "refusal" }; } };`,
  );
  const config = join(folder, "talker.yaml");
  writeFileSync(config, "version: 1\ninstances: { main: { executor: { type: module, path: ./talker.mjs } } }\n");
  await using client = await start("--config", config, "--allow-module-executors");
  await client.initialize("2025-11-25");
  const { result } = await client.request("tools/call", parse);
  expect(JSON.parse(result?.content?.[0].text ?? "")).toMatchObject({ error: { code: "EXECUTOR_REFUSED" } });
  client.command.endInput();
  const { stdout, stderr } = await client.command.ended;
  for (const line of stdout.trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  expect(stderr).toContain("loading");
  expect(stderr).toContain("written");
  expect(stderr.match(/asked/g)).toHaveLength(3);
});

test("cancelling a request stops its language source", async () => {
  await using client = await start("--config", slowConfig());
  await client.initialize("2025-11-25");
  const before = held.length;
  const id = client.begin("tools/call", parse);
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  client.send({ method: "notifications/cancelled", params: { requestId: id } });
  await held[before]?.aborted;
  expect((await client.request("ping")).result).toEqual({});
});

test("SIGTERM lets a running call end and takes nothing new", async () => {
  await using client = await start("--config", slowConfig());
  await client.initialize("2025-11-25");
  const before = held.length;
  const id = client.begin("tools/call", parse);
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  client.command.child.kill("SIGTERM");
  await client.command.until("stderr", /SIGTERM: stopping/);
  client.begin("tools/call", parse);
  held[before]?.release();
  const { result } = await client.answer(id);
  expect(JSON.parse(result?.content?.[0].text ?? "")).toMatchObject({ error: { code: "EXECUTOR_REFUSED" } });
  expect((await client.command.ended).code).toBe(0);
  expect(held).toHaveLength(before + 1);
});

test("a client that no longer reads has gone: the process ends well, and with it what ran", async () => {
  await using client = await start("--config", slowConfig());
  await client.initialize("2025-11-25");
  const before = held.length;
  client.begin("tools/call", parse);
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  client.command.child.stdout?.destroy();
  client.begin("ping");
  const { code, stderr } = await client.command.ended;
  expect([code, stderr]).toEqual([0, ""]);
  await held[before]?.aborted;
});

test("a client that goes away ends the process, and what still runs is aborted after the grace", async () => {
  await using client = await start("--config", slowConfig());
  await client.initialize("2025-11-25");
  const before = held.length;
  client.begin("tools/call", parse);
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  client.command.endInput();
  expect((await client.command.ended).code).toBe(0);
  await held[before]?.aborted;
});

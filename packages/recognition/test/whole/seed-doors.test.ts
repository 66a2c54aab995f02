// One request, every door of this package, with each kind of language source behind it: the same text, byte for byte,
// and around it the envelope of the revision that was spoken.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IntentResultSchema, RecognitionService, toRecognitionJson } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { createIntentMcpAdapter } from "../../src/mcp/adapter.ts";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../../src/types/names.ts";
import { seedText } from "../parse/seed-candidate.ts";
import { Command, MODERN_META, StdioClient } from "../server/command.ts";
import { messageOf, openSession, post } from "../server/http-harness.ts";
import { SEED_INPUT, SEED_TEXT } from "../server/seed.ts";

// Each door of a server is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

const SOURCES = ["rules", "scripted", "host"] as const;
/** Who reads the words: rules, an executor that says what it was told to, or the caller's own model. */
type Source = (typeof SOURCES)[number];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openintents-doors-"));
  const sources = JSON.stringify(new URL("../../src/index.ts", import.meta.url).href);
  writeFileSync(
    join(folder, "scripted.mjs"),
    `import { scriptedExecutor } from ${sources};\nexport default scriptedExecutor(() => ${JSON.stringify(seedText())});\n`,
  );
  const executor = { type: "module", path: "./scripted.mjs" };
  writeFileSync(join(folder, "scripted.json"), JSON.stringify({ version: 1, instances: { main: { executor } } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const flags: Record<Source, () => string[]> = {
  rules: () => [],
  scripted: () => ["--config", join(folder, "scripted.json"), "--allow-module-executors"],
  host: () => ["--mode", "host"],
};

function intentOf(source: Source): Intent {
  if (source === "host") return new Intent();
  return new Intent({ executor: source === "rules" ? rulesExecutor() : scriptedExecutor(() => seedText()) });
}

type Members = Record<string, unknown>;
type CallTool = (name: string, args: Members) => Promise<unknown>;

/** Asks through the tools as a client of that mode does; the whole last reply. */
async function ask(source: Source, callTool: CallTool): Promise<unknown> {
  if (source !== "host") return callTool("intent_parse", { input: SEED_INPUT });
  const prepared = (await callTool("intent_prepare", { input: SEED_INPUT })) as { structuredContent: Members };
  const { requestId, submissionToken } = prepared.structuredContent;
  return callTool("intent_accept", { requestId, submissionToken, candidateText: seedText() });
}

function expectEnvelope(reply: unknown, version: ProtocolVersion): void {
  const { _meta, ...members } = reply as Members;
  const text = {
    content: [{ type: "text", text: SEED_TEXT }],
    structuredContent: JSON.parse(SEED_TEXT),
    isError: false,
  };
  // As text, so that the order of the members counts too.
  expect(JSON.stringify(members)).toBe(
    JSON.stringify(version === "2026-07-28" ? { ...text, resultType: "complete" } : text),
  );
}

async function parse(source: Source): Promise<void> {
  const intent = intentOf(source);
  if (source !== "host") {
    expect(JSON.stringify(await intent.parse({ input: SEED_INPUT }))).toBe(SEED_TEXT);
    return;
  }
  const outcome = intent.prepare({ input: SEED_INPUT }).accept(seedText());
  expect(outcome.outcome === "result" && JSON.stringify(outcome.result)).toBe(SEED_TEXT);
}

async function adapter(source: Source, version: ProtocolVersion): Promise<void> {
  const mode = source === "host" ? "host" : "executor";
  const tools = createIntentMcpAdapter({ mode, instances: { main: intentOf(source) } });
  const session = tools.connect({ protocolVersion: version });
  expectEnvelope(await ask(source, (name, args) => session.callTool(name, args)), version);
  await tools.close();
}

async function stdio(source: Source, version: ProtocolVersion): Promise<void> {
  await using command = new Command(flags[source]());
  const client = new StdioClient(command);
  const modern = version === "2026-07-28";
  if (!modern) expect((await client.initialize(version)).result?.protocolVersion).toBe(version);
  const callTool: CallTool = async (name, args) =>
    (await client.request("tools/call", { name, arguments: args, ...(modern ? MODERN_META : {}) })).result;
  expectEnvelope(await ask(source, callTool), version);
}

interface Served {
  command: Command;
  url: string;
  grpc: string;
}
const served = new Map<Source, Promise<Served>>();

/** One process for each source serves the doors that many clients may use at once. */
function serve(source: Source): Promise<Served> {
  const known = served.get(source);
  if (known) return known;
  const starting = start(source);
  served.set(source, starting);
  return starting;
}

async function start(source: Source): Promise<Served> {
  const command = new Command(["--transport", "http", "--port", "0", "--grpc", "127.0.0.1:0", ...flags[source]()]);
  const [, grpc = ""] = await command.until("stderr", /gRPC on (127\.0\.0\.1:\d+)/);
  const [, url = ""] = await command.until("stderr", /listening on (\S+)/);
  return { command, url, grpc };
}
afterAll(async () => {
  for (const { command } of await Promise.all(served.values())) await command[Symbol.asyncDispose]();
});

async function http(source: Source, version: ProtocolVersion): Promise<void> {
  const { url } = await serve(source);
  const session = await openSession(url, {}, version);
  const callTool: CallTool = async (name, args) => {
    const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } };
    return (await messageOf(await post(url, message, session))).result;
  };
  expectEnvelope(await ask(source, callTool), version);
}

async function grpc(source: Source): Promise<void> {
  const transport = grpcTransport({ address: (await serve(source)).grpc });
  try {
    const client = createClient(RecognitionService, transport);
    const { result, resultJson } = await (source === "host" ? accepted(client) : client.parse({ input: SEED_INPUT }));
    expect(new TextDecoder().decode(resultJson)).toBe(SEED_TEXT);
    expect(result && JSON.stringify(toRecognitionJson(IntentResultSchema, result))).toBe(SEED_TEXT);
  } finally {
    await transport.close();
  }
}

async function accepted(client: ReturnType<typeof createClient<typeof RecognitionService>>) {
  const { task } = await client.prepare({ input: SEED_INPUT, session: "s" });
  const { requestId = "", submissionToken = "" } = task ?? {};
  return client.accept({ requestId, submissionToken, candidateText: seedText(), session: "s" });
}

/** HTTP keeps sessions, and the newest revision has none. */
const SESSION_VERSIONS = PROTOCOL_VERSIONS.filter((version) => version !== "2026-07-28");

const DOORS: [door: string, open: (source: Source) => Promise<void>][] = [
  ["parse, or prepare and accept", parse],
  ...PROTOCOL_VERSIONS.map((version): (typeof DOORS)[number] => [`adapter ${version}`, (by) => adapter(by, version)]),
  ...PROTOCOL_VERSIONS.map((version): (typeof DOORS)[number] => [`stdio ${version}`, (by) => stdio(by, version)]),
  ...SESSION_VERSIONS.map((version): (typeof DOORS)[number] => [`HTTP ${version}`, (by) => http(by, version)]),
  ["gRPC, as JSON and typed", grpc],
];

test("the documented text has 1,148 bytes", () => {
  expect(Buffer.byteLength(SEED_TEXT)).toBe(1_148);
});

test.each(DOORS.flatMap(([door, open]) => SOURCES.map((source) => [door, source, open] as const)))(
  "%s, %s: the documented text, byte for byte",
  (_door, source, open) => open(source),
);

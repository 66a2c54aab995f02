// Recognition's example at every door of an installation, with each kind of language source behind core: the reference's
// own text, byte for byte, in the envelope of each revision.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IntentResultSchema, RecognitionService, toRecognitionJson } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE, EXAMPLE_CANDIDATE, EXAMPLE_TEXT } from "./recognition-example.ts";
import { type System, startSystem } from "./system.ts";

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const META = "io.modelcontextprotocol/";

let system: System;
const authorization = () => `Bearer ${system.credentials.api_key}`;

type Reply = { structuredContent?: Record<string, string>; [member: string]: unknown };

async function callTool(revision: string, name: string, args: object): Promise<Reply> {
  const modern = revision === "2026-07-28";
  const _meta = {
    [`${META}protocolVersion`]: revision,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "test", version: "1" },
  };
  const answer = await fetch(`${system.mcp}/mcp`, {
    method: "POST",
    headers: {
      authorization: authorization(),
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": revision,
      ...(modern ? { "mcp-method": "tools/call", "mcp-name": name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, ...(modern ? { _meta } : {}) },
    }),
  });
  const text = await answer.text();
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text).result;
}

/** The envelope of a revision around the example's text; its members' order counts. */
function expectReply({ _meta, ...reply }: Reply, revision: string): void {
  expect(JSON.stringify({ resultType: reply.resultType, ...reply })).toBe(
    JSON.stringify({
      resultType: revision === "2026-07-28" ? "complete" : undefined,
      content: [{ type: "text", text: EXAMPLE_TEXT }],
      ...(revision < "2025-06-18" ? {} : { structuredContent: JSON.parse(EXAMPLE_TEXT) }),
      isError: false,
    }),
  );
}

async function overGrpc<T>(run: (client: ReturnType<typeof grpcClient>["client"]) => Promise<T>): Promise<T> {
  const { client, transport } = grpcClient();
  try {
    return await run(client);
  } finally {
    await transport.close();
  }
}

function grpcClient() {
  const transport = grpcTransport({ address: system.grpc });
  const metadata = () => ({ authorization: authorization() });
  return { transport, client: createClient(RecognitionService, transport, { metadata }) };
}

test("the text has 1,148 bytes", () => {
  expect(Buffer.byteLength(EXAMPLE_TEXT)).toBe(1_148);
});

describe("executor mode", () => {
  let folder: string;
  let source: Server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "openintents-doors-"));
    source = createServer((request, response) => {
      request.resume();
      request.on("end", () => response.end(JSON.stringify({ outcome: "complete", candidateText: EXAMPLE_CANDIDATE })));
    });
    await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/`;
    const config = join(folder, "recognition.json");
    const instances = { rules: {}, scripted: { executor: { type: "http", url } } };
    writeFileSync(config, JSON.stringify({ version: 1, instances }));
    system = await startSystem("one process", { RECOGNITION_CONFIG: config });
  }, 120_000);
  afterAll(async () => {
    await system?.close();
    source?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  describe.each(["rules", "scripted"])("%s", (instance) => {
    const args = { instance, input: EXAMPLE };

    test("POST /v1/recognitions", async () => {
      const answer = await fetch(`${system.rest}/v1/recognitions`, {
        method: "POST",
        headers: { authorization: authorization(), "content-type": "application/json" },
        body: JSON.stringify(args),
      });
      expect([answer.status, await answer.text()]).toEqual([200, EXAMPLE_TEXT]);
    });

    test.each(REVISIONS)("/mcp on %s", async (revision) => {
      expectReply(await callTool(revision, "intent_parse", args), revision);
    });

    test("gRPC, as JSON and typed", async () => {
      const { result, resultJson } = await overGrpc((client) => client.parse(args));
      expect(Buffer.from(resultJson).toString()).toBe(EXAMPLE_TEXT);
      expect(result && JSON.stringify(toRecognitionJson(IntentResultSchema, result))).toBe(EXAMPLE_TEXT);
    });
  });
});

describe("host mode", () => {
  beforeAll(async () => {
    system = await startSystem("one process", { RECOGNITION_MODE: "host" });
  }, 120_000);
  afterAll(() => system?.close(), 60_000);

  test.each(REVISIONS.slice(2))("/mcp on %s: prepare and accept", async (revision) => {
    const { structuredContent: task } = await callTool(revision, "intent_prepare", { input: EXAMPLE });
    const { requestId, submissionToken } = task ?? {};
    const submission = { requestId, submissionToken, candidateText: EXAMPLE_CANDIDATE };
    expectReply(await callTool(revision, "intent_accept", submission), revision);
  });

  test("gRPC: prepare and accept", async () => {
    const { resultJson } = await overGrpc(async (client) => {
      const { task } = await client.prepare({ input: EXAMPLE, session: "s" });
      const { requestId = "", submissionToken = "" } = task ?? {};
      return client.accept({ requestId, submissionToken, candidateText: EXAMPLE_CANDIDATE, session: "s" });
    });
    expect(Buffer.from(resultJson).toString()).toBe(EXAMPLE_TEXT);
  });
});

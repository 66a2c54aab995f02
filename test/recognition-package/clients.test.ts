// Real clients of both SDK generations against the installed command, over stdio and HTTP.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { seedText } from "../../packages/recognition/test/parse/seed-candidate.ts";
import { SEED_INPUT, SEED_TEXT } from "../../packages/recognition/test/server/seed.ts";
import { bufCall } from "../system/buf-curl.ts";
import { drive, env, type RunningServer, type Step, startServer } from "./processes.ts";

const installed = inject("installed");
const command = join(installed, "node_modules/.bin/openintents-recognize");
const parse: Step[] = [
  { do: "list" },
  { do: "call", name: "intent_parse", arguments: { input: SEED_INPUT } },
  { do: "call", name: "intent_parse", arguments: { input: SEED_INPUT, schema: {} } },
  { do: "call", name: "no_such_tool", arguments: {} },
  { do: "ping" },
];
const handoff: Step[] = [
  { do: "call", name: "intent_prepare", arguments: { input: SEED_INPUT } },
  {
    do: "call",
    name: "intent_accept",
    arguments: { requestId: "$0.requestId", submissionToken: "$0.submissionToken", candidateText: seedText() },
  },
  { do: "call", name: "intent_cancel", arguments: { requestId: "$0.requestId" } },
];

const stdio = (...args: string[]) => ({ command, args, cwd: installed, env });

describe.each([
  ["v1", "2025-11-25"],
  ["v2-legacy", "2025-11-25"],
  ["v2-auto", "2026-07-28"],
])("the %s client over stdio", (generation, version) => {
  test(`speaks ${version} and gets the seed's reply byte for byte`, async () => {
    const seen = await drive(generation, stdio(), parse);
    expect(seen.connect).toBeUndefined();
    expect(seen.version ?? version).toBe(version);
    const [list, good, bad, unknown] = seen.steps;
    expect(list?.tools?.map((tool) => tool.name)).toEqual(["intent_parse"]);
    expect(good).toMatchObject({
      isError: false,
      content: [{ type: "text", text: SEED_TEXT }],
      structuredContent: JSON.parse(SEED_TEXT),
    });
    expect(JSON.parse(bad?.content[0]?.text ?? "")).toMatchObject({ error: { code: "INPUT_INVALID", stage: "input" } });
    expect(bad).toMatchObject({ isError: true });
    expect(unknown?.failed?.code).toBe(-32602);
  });

  test("hands a task to its host's model and takes the candidate back", async () => {
    const seen = await drive(generation, stdio("--mode", "host"), handoff);
    expect(seen.instructions).toContain("intent_prepare");
    const [task, accepted, cancelled] = seen.steps;
    expect(task?.structuredContent).toMatchObject({ kind: "model_task" });
    expect(accepted?.content[0]?.text).toBe(SEED_TEXT);
    expect(cancelled?.structuredContent).toMatchObject({ status: "already_completed" });
  });
});

describe("over HTTP", () => {
  let executor: RunningServer;
  let host: RunningServer;
  beforeAll(async () => {
    executor = await startServer(`${command} --transport http --port 0`, installed);
    host = await startServer(`${command} --transport http --port 0 --mode host`, installed);
  });
  afterAll(async () => {
    expect(await executor?.stop()).toBe(0);
    expect(await host?.stop()).toBe(0);
  });

  // The client that negotiates asks for 2026-07-28 first, and falls back on what the refusal names.
  test.each(["v1", "v2-legacy", "v2-auto"])(
    "the %s client speaks 2025-11-25 and gets the seed's reply",
    async (generation) => {
      const seen = await drive(generation, { url: executor.url }, parse);
      expect(seen.connect).toBeUndefined();
      expect(seen.version).toBe("2025-11-25");
      const [list, good, bad, unknown] = seen.steps;
      expect(list?.tools?.map((tool) => tool.name)).toEqual(["intent_parse"]);
      expect(good).toMatchObject({ isError: false, content: [{ type: "text", text: SEED_TEXT }] });
      expect(JSON.parse(bad?.content[0]?.text ?? "")).toMatchObject({ error: { code: "INPUT_INVALID" } });
      expect(unknown?.failed?.code).toBe(-32602);
    },
  );

  test.each(["v1", "v2-legacy", "v2-auto"])(
    "the %s client's prepare and accept meet in its session",
    async (generation) => {
      const seen = await drive(generation, { url: host.url }, handoff);
      expect(seen.steps[1]?.content[0]?.text).toBe(SEED_TEXT);
      expect(seen.steps[2]?.structuredContent).toMatchObject({ status: "already_completed" });
    },
  );
});

test("gRPC is served from the tarball alone: a client that knows it by reflection gets the seed's reply", async () => {
  const server = await startServer(`${command} --transport http --port 0 --grpc 127.0.0.1:0`, installed);
  try {
    const method = "openintents.recognition.v1.RecognitionService/Parse";
    const { resultJson } = await bufCall(server.grpc ?? "", method, { input: SEED_INPUT });
    expect(Buffer.from(String(resultJson), "base64").toString()).toBe(SEED_TEXT);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

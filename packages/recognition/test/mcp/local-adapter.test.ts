// The adapter over Intents in this process: the seed's reply, what close leaves open, disposed instances.
import { describe, expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { createIntentMcpAdapter } from "../../src/mcp/adapter.ts";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../../src/types/names.ts";
import { gate } from "../parse/gate.ts";
import { seedText } from "../parse/seed-candidate.ts";
import { SEED_INPUT, SEED_TEXT } from "../server/seed.ts";
import { errorIn } from "./fake-backend.ts";
import { hostSession, prepare, submit } from "./host-session.ts";

const scripted = () => new Intent({ executor: scriptedExecutor(() => seedText()) });

describe("the seed's reply", () => {
  const reply = {
    content: [{ type: "text", text: SEED_TEXT }],
    structuredContent: JSON.parse(SEED_TEXT),
    isError: false,
  };
  const expected = (version: ProtocolVersion) =>
    JSON.stringify(version === "2026-07-28" ? { ...reply, resultType: "complete" } : reply);

  test.each(PROTOCOL_VERSIONS.map((version) => [version]))(
    "%s: byte for byte through intent_parse",
    async (version) => {
      const adapter = createIntentMcpAdapter({ instances: { main: scripted() } });
      const session = adapter.connect({ protocolVersion: version });
      const given = await session.callTool("intent_parse", { input: SEED_INPUT });
      expect(JSON.stringify(given)).toBe(expected(version));
      expect(Buffer.byteLength(given?.content[0].text ?? "")).toBe(1148);
    },
  );

  test.each(PROTOCOL_VERSIONS.map((version) => [version]))(
    "%s: byte for byte through prepare and accept",
    async (version) => {
      const { session } = hostSession(undefined, version);
      expect(JSON.stringify(await submit(session, await prepare(session), seedText()))).toBe(expected(version));
    },
  );

  test("byte for byte with the rules executor", async () => {
    const adapter = createIntentMcpAdapter({ instances: { main: new Intent({ executor: rulesExecutor() }) } });
    const session = adapter.connect({ protocolVersion: "2025-11-25" });
    const given = await session.callTool("intent_parse", { input: SEED_INPUT });
    expect(JSON.stringify(given)).toBe(expected("2025-11-25"));
  });
});

describe("executor mode", () => {
  test("members of a request that the core does not know are refused, nested ones too", async () => {
    const session = createIntentMcpAdapter({ instances: { main: scripted() } }).connect({
      protocolVersion: "2025-11-25",
    });
    for (const args of [
      { input: "Hello", output: { schema: {} } },
      { input: "Hello", context: [{ role: "user", content: "x", apiKey: "k" }] },
      { input: "   " },
      {},
    ])
      expect(errorIn(await session.callTool("intent_parse", args))).toMatchObject({
        code: "INPUT_INVALID",
        stage: "input",
      });
  });

  test("without a Schema no field can be selected", async () => {
    const session = createIntentMcpAdapter({ instances: { main: scripted() } }).connect({
      protocolVersion: "2025-11-25",
    });
    expect(errorIn(await session.callTool("intent_parse", { input: SEED_INPUT, fields: ["orderId"] }))).toMatchObject({
      code: "FIELD_UNKNOWN",
      stage: "input",
    });
    expect(await session.callTool("intent_parse", { input: SEED_INPUT, fields: [] })).toMatchObject({ isError: false });
  });

  test("close aborts a running parse, and leaves Intent and executor open", async () => {
    const executor = gate();
    let closed = 0;
    const intent = new Intent({
      executor: {
        ...executor,
        async close() {
          closed += 1;
        },
      },
    });
    const adapter = createIntentMcpAdapter({ instances: { main: intent } });
    const session = adapter.connect({ protocolVersion: "2025-11-25" });
    const running = session.callTool("intent_parse", { input: SEED_INPUT });
    await executor.called(1);
    await adapter.close();
    expect(errorIn(await running)).toMatchObject({ code: "SESSION_CLOSED", stage: "transport" });
    expect(executor.calls[0]?.task.signal.aborted).toBe(true);
    expect(closed).toBe(0);
    const own = intent.parse({ input: SEED_INPUT });
    await executor.called(2);
    executor.calls[1]?.answer();
    expect(JSON.stringify(await own)).toBe(SEED_TEXT);
  });

  test("an instance that was disposed of starts nothing new", async () => {
    const intent = scripted();
    const session = createIntentMcpAdapter({ instances: { main: intent } }).connect({ protocolVersion: "2025-11-25" });
    intent.dispose();
    expect(errorIn(await session.callTool("intent_parse", { input: SEED_INPUT }))).toMatchObject({
      code: "INSTANCE_DISPOSED",
      stage: "core",
    });
  });

  test("the caller's own abort stops the executor", async () => {
    const executor = gate();
    const session = createIntentMcpAdapter({ instances: { main: new Intent({ executor }) } }).connect({
      protocolVersion: "2025-11-25",
    });
    const caller = new AbortController();
    const running = session.callTool("intent_parse", { input: SEED_INPUT }, { signal: caller.signal });
    await executor.called(1);
    caller.abort("stopped");
    await expect(running).rejects.toBe("stopped");
    expect(executor.calls[0]?.task.signal.aborted).toBe(true);
  });

  test("the call's time limit is TIMEOUT", async () => {
    const executor = gate();
    const session = createIntentMcpAdapter({ instances: { main: new Intent({ executor }) } }).connect({
      protocolVersion: "2025-11-25",
    });
    const reply = await session.callTool("intent_parse", { input: SEED_INPUT }, { timeoutMs: 5 });
    expect(errorIn(reply)).toMatchObject({ code: "TIMEOUT", retryable: true });
  });
});

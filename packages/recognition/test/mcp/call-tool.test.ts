// What every session does, whoever recognises behind it.
import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { createRemoteMcpAdapter } from "../../src/mcp/remote-adapter.ts";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../../src/types/names.ts";
import { errorIn, fakeBackend } from "./fake-backend.ts";

type Answer = Parameters<typeof fakeBackend>[0];

function connected(
  o: { mode?: "executor" | "host"; names?: string[]; prefix?: string; version?: ProtocolVersion; answer?: Answer } = {},
) {
  const fake = fakeBackend(o.answer);
  const adapter = createRemoteMcpAdapter({
    mode: o.mode ?? "executor",
    toolPrefix: o.prefix ?? "",
    instances: (o.names ?? ["main"]).map((name) => ({ name })),
    backend: fake.backend,
  });
  const session = adapter.connect({ protocolVersion: o.version ?? "2025-11-25", caller: "credential" });
  return { ...fake, adapter, session };
}

const ALL_TOOLS = ["intent_parse", "intent_prepare", "intent_accept", "intent_cancel"];

describe("names", () => {
  test.each([
    ["executor", ["intent_prepare", "intent_accept", "intent_cancel"]],
    ["host", ["intent_parse"]],
  ] as const)("in %s mode the other mode's tools are unknown: exactly undefined", async (mode, others) => {
    const { session, asked } = connected({ mode });
    for (const name of others) expect(await session.callTool(name, { input: "Hello" })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test.each([
    ["intent_Parse"],
    [""],
    ["toString"],
    ["__proto__"],
    ["constructor"],
    ["order_pizza"],
    ["x.intent_parse"],
  ])("%j is unknown: exactly undefined, before any argument is looked at", async (name) => {
    const { session } = connected();
    const hostile = new Proxy({}, { ownKeys: () => expect.unreachable() });
    expect(await session.callTool(name, hostile, { signal: AbortSignal.abort() })).toBeUndefined();
  });

  test("what is no string names no tool", async () => {
    const { session } = connected();
    for (const name of [undefined, null, 5, ["intent_parse"]])
      expect(await session.callTool(name as unknown as string, {})).toBeUndefined();
  });

  test("with a prefix only the prefixed name is known", async () => {
    const { session } = connected({ prefix: "acme." });
    expect(await session.callTool("intent_parse", { input: "Hello" })).toBeUndefined();
    expect(await session.callTool("acme.intent_parse", { input: "Hello" })).toMatchObject({ isError: false });
  });

  test("an unknown tool stays undefined after close, a known one answers SESSION_CLOSED", async () => {
    const { session, asked } = connected();
    await session.close();
    expect(await session.callTool("other", 5)).toBeUndefined();
    const reply = await session.callTool("intent_parse", "no arguments at all");
    expect(errorIn(reply)).toMatchObject({ code: "SESSION_CLOSED", stage: "transport", retryable: false });
    expect(asked).toEqual([]);
  });
});

describe("instances", () => {
  test("the only one is taken when none is named", async () => {
    const { session, asked } = connected();
    await session.callTool("intent_parse", { input: "Hello", fields: [] });
    expect(asked).toMatchObject([{ instance: "main", given: { input: "Hello", fields: [] } }]);
    expect(asked[0]?.given).not.toHaveProperty("instance");
  });

  test("of several none is guessed", async () => {
    const { session, asked } = connected({ names: ["main", "other"] });
    const reply = await session.callTool("intent_parse", { input: "Hello" });
    expect(errorIn(reply)).toMatchObject({ code: "INSTANCE_REQUIRED", stage: "input", retryable: false });
    expect(asked).toEqual([]);
    await session.callTool("intent_parse", { instance: "other", input: "Hello" });
    expect(asked).toMatchObject([{ instance: "other" }]);
  });

  test.each([["nobody"], ["toString"], ["__proto__"], ["constructor"], ["MAIN"], [""]])(
    "%j is unknown",
    async (instance) => {
      for (const names of [["main"], ["main", "other"]]) {
        const { session } = connected({ names });
        const reply = await session.callTool("intent_parse", { instance, input: "Hello" });
        expect(errorIn(reply)).toMatchObject({ code: "INSTANCE_UNKNOWN", stage: "input" });
      }
    },
  );

  test.each([[null], [5], [["main"]]])("%j is no name", async (instance) => {
    const { session } = connected();
    const reply = await session.callTool("intent_parse", { instance, input: "Hello" });
    expect(errorIn(reply)).toMatchObject({ code: "INPUT_INVALID", issues: [{ path: "/instance" }] });
  });
});

describe("arguments are closed", () => {
  const forbidden = [
    "schema",
    "executor",
    "apiKey",
    "signal",
    "mode",
    "config",
    "configPath",
    "timeoutMs",
    "protocolVersion",
  ];
  const complete: Record<string, Record<string, unknown>> = {
    intent_parse: { input: "Hello" },
    intent_prepare: { input: "Hello" },
    intent_accept: { requestId: "r", submissionToken: "t", candidateText: "{}" },
    intent_cancel: { requestId: "r" },
  };
  const cells = ALL_TOOLS.flatMap((tool) => [...forbidden, "__proto__"].map((member) => [tool, member] as const));

  test.each(cells)("%s refuses %s", async (tool, member) => {
    const { session, asked } = connected({ mode: tool === "intent_parse" ? "executor" : "host" });
    const args = JSON.parse(`{${JSON.stringify(member)}:"x",${JSON.stringify(complete[tool]).slice(1)}`);
    const reply = await session.callTool(tool, args);
    expect(reply?.isError).toBe(true);
    expect(errorIn(reply)).toMatchObject({ code: "INPUT_INVALID", stage: "input", issues: [{ path: `/${member}` }] });
    expect(asked).toEqual([]);
  });

  test.each([["intent_accept"], ["intent_cancel"]])("%s takes no instance", async (tool) => {
    const { session } = connected({ mode: "host" });
    const reply = await session.callTool(tool, { ...complete[tool], instance: "main" });
    expect(errorIn(reply)).toMatchObject({ code: "INPUT_INVALID", issues: [{ path: "/instance" }] });
  });

  test.each(ALL_TOOLS.flatMap((tool) => [null, 5, "text", [], true].map((args) => [tool, args] as const)))(
    "%s refuses %j in place of arguments",
    async (tool, args) => {
      const { session } = connected({ mode: tool === "intent_parse" ? "executor" : "host" });
      expect(errorIn(await session.callTool(tool, args))).toMatchObject({ code: "INPUT_INVALID", stage: "input" });
    },
  );

  test.each([
    ["intent_accept", { requestId: "r", submissionToken: "t" }, "/candidateText"],
    ["intent_accept", { requestId: "r", candidateText: "{}" }, "/submissionToken"],
    ["intent_accept", { submissionToken: "t", candidateText: "{}" }, "/requestId"],
    ["intent_accept", { requestId: "r", submissionToken: "t", candidateText: { intents: [] } }, "/candidateText"],
    ["intent_cancel", {}, "/requestId"],
    ["intent_cancel", { requestId: "r", reason: "bored" }, "/reason"],
    ["intent_cancel", { requestId: "r", reason: null }, "/reason"],
  ])("%s with %j names %s", async (tool, args, path) => {
    const { session } = connected({ mode: "host" });
    expect(errorIn(await session.callTool(tool, args))).toMatchObject({ code: "INPUT_INVALID", issues: [{ path }] });
  });

  test("arguments that throw when read are refused", async () => {
    const { session } = connected();
    const args = {
      get input(): string {
        throw new Error("secret");
      },
    };
    const reply = await session.callTool("intent_parse", args);
    expect(errorIn(reply)).toMatchObject({ code: "INPUT_INVALID", stage: "input" });
    expect(JSON.stringify(reply)).not.toContain("secret");
  });

  test("a cancel without a reason means cancelled", async () => {
    const { session, asked } = connected({ mode: "host" });
    await session.callTool("intent_cancel", { requestId: "r" });
    await session.callTool("intent_cancel", { requestId: "r", reason: "refusal" });
    expect(asked).toMatchObject([{ given: { reason: "cancelled" } }, { given: { reason: "refusal" } }]);
  });
});

describe("envelopes", () => {
  test.each(PROTOCOL_VERSIONS.map((version) => [version]))("%s: success", async (version) => {
    const { session } = connected({ version, answer: () => '{"b":1,"a":[1,2]}' });
    const reply = await session.callTool("intent_parse", { input: "Hello" });
    expect(reply).toEqual({
      content: [{ type: "text", text: '{"b":1,"a":[1,2]}' }],
      structuredContent: { b: 1, a: [1, 2] },
      isError: false,
      ...(version === "2026-07-28" ? { resultType: "complete" } : {}),
    });
    expect(JSON.stringify(reply?.structuredContent)).toBe(reply?.content[0].text);
  });

  test.each(PROTOCOL_VERSIONS.map((version) => [version]))("%s: failure", async (version) => {
    const error = new IntentError("BUSY", "core", "Too much at once.");
    const { session } = connected({ version, answer: () => Promise.reject(error) });
    const reply = await session.callTool("intent_parse", { input: "Hello" });
    expect(reply).toEqual({
      content: [{ type: "text", text: JSON.stringify({ error: error.toJSON() }) }],
      isError: true,
      ...(version === "2026-07-28" ? { resultType: "complete" } : {}),
    });
    expect(Object.keys(errorIn(reply))).toEqual(["name", "code", "stage", "message", "retryable", "issues"]);
  });

  test("what is no IntentError becomes INTERNAL and says nothing of its cause", async () => {
    const { session } = connected({ answer: () => Promise.reject(new Error("password=hunter2")) });
    const reply = await session.callTool("intent_parse", { input: "Hello" });
    expect(errorIn(reply)).toMatchObject({ code: "INTERNAL", stage: "core" });
    expect(JSON.stringify(reply)).not.toContain("hunter2");
  });
});

describe("a caller's own abort", () => {
  test("rejects with the caller's reason, and aborts the work", async () => {
    const { session, asked } = connected({
      answer: ({ call }) =>
        new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason))),
    });
    const caller = new AbortController();
    const call = session.callTool("intent_parse", { input: "Hello" }, { signal: caller.signal });
    await expect.poll(() => asked).toHaveLength(1);
    const reason = new Error("The user pressed stop.");
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(asked[0]?.call.signal.aborted).toBe(true);
  });

  test("rejects at once when the signal is aborted already", async () => {
    const { session, asked } = connected();
    await expect(
      session.callTool("intent_parse", { input: "Hello" }, { signal: AbortSignal.abort("before") }),
    ).rejects.toBe("before");
    expect(asked).toEqual([]);
  });

  test("options that make no sense are refused in an envelope", async () => {
    const { session } = connected();
    for (const options of [{ signal: "now" }, { timeoutMs: -1 }, 5])
      expect(errorIn(await session.callTool("intent_parse", { input: "Hello" }, options as never))).toMatchObject({
        code: "INPUT_INVALID",
      });
  });

  test("a time limit of the call goes to the recogniser", async () => {
    const { session, asked } = connected();
    await session.callTool("intent_parse", { input: "Hello" }, { timeoutMs: 250 });
    await session.callTool("intent_parse", { input: "Hello" }, { timeoutMs: 0 });
    expect(asked.map(({ call }) => call.timeoutMs)).toEqual([250, undefined]);
  });
});

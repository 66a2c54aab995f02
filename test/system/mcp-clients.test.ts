// Real MCP clients against a real installation: the SDK clients of both generations call
// every tool, and Claude Code's own command line says Connected.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../house.ts";
import { type IntentJson, ordersOf, restClient } from "./client.ts";
import { type System, startSystem } from "./system.ts";

const run = promisify(execFile);
let system: System;

beforeAll(async () => {
  system = await startSystem("one process");
});
afterAll(() => system?.close());

type Step =
  | { do: "list" | "ping" }
  | { do: "call"; name: string; arguments: Record<string, unknown>; progress?: boolean };
type Called = {
  result: { isError?: boolean; structuredContent: Record<string, unknown> & IntentJson };
  progress?: unknown[];
};
type Seen = { version?: string; connect?: unknown; steps: (Called & { tools?: { name: string }[] })[] };

async function drive(generation: string, steps: Step[]): Promise<Seen> {
  const script = join(root, "test/clients/drive.mjs");
  const args = [script, generation, `${system.mcp}/mcp`, system.credentials.api_key, JSON.stringify(steps)];
  const { stdout } = await run(process.execPath, args, { timeout: 90_000 });
  return JSON.parse(stdout);
}

const TOOLS = [
  "create_intent",
  "wait_for_intent",
  "get_intent",
  "list_intents",
  "get_intent_events",
  "answer_input",
  "cancel_intent",
  "intent_parse",
];

describe.each(["v1", "v2-legacy", "v2-auto"])("the %s client", (generation) => {
  test("lists the tools and calls every one, from a question to a receipt", async () => {
    const create = {
      intent: "a shirt",
      shops: ["size.shop.test"],
      max_amount: 2500,
      idempotency_key: generation,
      wait_seconds: 30,
    };
    const first = await drive(generation, [
      { do: "list" },
      { do: "call", name: "create_intent", arguments: create },
      {
        do: "call",
        name: "create_intent",
        arguments: { intent: "a mug", shops: ["slow.shop.test"], max_amount: 2500 },
      },
    ]);
    expect(first.connect).toBeUndefined();
    expect(first.steps[0]?.tools?.map((tool) => tool.name).sort()).toEqual([...TOOLS].sort());
    const shirt = first.steps[1]?.result.structuredContent;
    const mug = first.steps[2]?.result.structuredContent;
    expect(shirt?.status).toBe("requires_input");
    const value = shirt?.input_request?.options[2]?.id;
    const second = await drive(generation, [
      {
        do: "call",
        name: "answer_input",
        arguments: { id: shirt?.id, value, input_request: shirt?.input_request?.id },
      },
      { do: "call", name: "wait_for_intent", arguments: { id: shirt?.id }, progress: true },
      { do: "call", name: "get_intent", arguments: { id: shirt?.id } },
      { do: "call", name: "list_intents", arguments: { status: ["completed"], limit: 100 } },
      { do: "call", name: "get_intent_events", arguments: { id: shirt?.id, limit: 100 } },
      { do: "call", name: "cancel_intent", arguments: { id: mug?.id, reason: "not needed" } },
      { do: "call", name: "create_intent", arguments: create },
      { do: "call", name: "intent_parse", arguments: { input: "Buy a mug, but not a red one." } },
    ]);
    const [, waited, got, listed, events, cancelled, replayed, recognised] = second.steps.map(
      (step) => step.result.structuredContent,
    );
    expect(second.steps.every((step) => step.result.isError !== true)).toBe(true);
    expect(waited?.status).toBe("completed");
    expect(got).toMatchObject({ id: shirt?.id, result: { total: 2000 } });
    expect(((listed?.data ?? []) as IntentJson[]).map((intent) => intent.id)).toContain(shirt?.id);
    expect(((events?.data ?? []) as { type: string }[]).map((event) => event.type)).toContain("question_answered");
    expect(cancelled).toMatchObject({ status: "cancelled", cancellation: { by: "mcp" } });
    expect(replayed?.id).toBe(shirt?.id);
    expect(recognised).toMatchObject({ status: "complete", turn: { intentIds: ["intent-1"] } });
    expect(await ordersOf(system, restClient(system), shirt?.id ?? "")).toHaveLength(1);
  }, 120_000);

  test("speaks the newest revision that both know", async () => {
    const seen = await drive(generation, [{ do: "list" }]);
    expect(seen.version).toBe(generation === "v2-auto" ? "2026-07-28" : "2025-11-25");
  });
});

test("Claude Code's command line adds the server with a header and says Connected", async () => {
  const folder = mkdtempSync(join(tmpdir(), "openintents-claude-"));
  const program = join(
    root,
    `test/claude-code/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  );
  expect(existsSync(program)).toBe(true);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, ".claude"),
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const claude = async (...args: string[]) => (await run(program, args, { cwd: folder, env, timeout: 60_000 })).stdout;
  try {
    const header = `Authorization: Bearer ${system.credentials.api_key}`;
    await claude("mcp", "add", "--transport", "http", "openintents", `${system.mcp}/mcp`, "--header", header);
    expect(await claude("mcp", "list")).toMatch(/openintents:.*Connected/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// The README's guides, followed word by word in the folder with the installed tarball.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { SEED_INPUT, SEED_TEXT } from "../../packages/recognition/test/server/seed.ts";
import { root } from "../house.ts";
import { drive, env, shell, startServer } from "./processes.ts";
import { blockOf, blocksOf } from "./readme.ts";

const installed = inject("installed");
let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "openintents-home-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A shell with Claude Code's own command line, and a home of its own. */
function withClaude(script: string): Promise<string> {
  const folder = join(
    root,
    `test/claude-code/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  );
  expect(existsSync(join(folder, "claude"))).toBe(true);
  const own = `export PATH="${folder}:$PATH" HOME="${home}" CLAUDE_CONFIG_DIR="${home}/.claude"
    export DISABLE_TELEMETRY=1 DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1`;
  return shell(`${own}\n${script}`, installed);
}

test("the install ends with a valid configuration", async () => {
  const commands = blockOf("Install", "npm install").trim().split("\n");
  expect(commands.slice(0, 2)).toEqual(["npm init -y", "npm install ./openintents-recognition-0.1.0.tgz"]);
  expect(await shell(commands[2] ?? "", installed)).toBe("configuration is valid: mode executor, instances main\n");
});

describe("the stdio guide", () => {
  test("Claude Code adds the server and says Connected", async () => {
    expect(await withClaude(blockOf("A stdio client", "claude mcp add"))).toMatch(/recognise: .*Connected/);
  });

  test("the client's configuration file starts the server that it names", async () => {
    const { mcpServers } = JSON.parse(blockOf("A stdio client", "mcpServers"));
    writeFileSync(join(installed, "recognition.yaml"), "version: 1\ninstances: { main: {} }\n");
    const seen = await drive("v2-auto", { ...mcpServers.recognise, cwd: installed, env }, [
      { do: "call", name: "intent_parse", arguments: { input: SEED_INPUT } },
    ]);
    expect(seen.steps[0]?.content[0]?.text).toBe(SEED_TEXT);
  });
});

describe("the HTTP guide", () => {
  const [start = ""] = blocksOf("Over HTTP").map(({ text }) => text.trim());

  test("the server starts, Claude Code connects, and curl's session gives the seed's reply", async () => {
    const server = await startServer(start, installed);
    try {
      expect(server.url).toBe("http://127.0.0.1:3001/mcp");
      expect(await withClaude(`${blockOf("Over HTTP", "claude mcp add")}\nclaude mcp list`)).toMatch(
        /recognise-http: .*Connected/,
      );
      const answer = await shell(blockOf("Over HTTP", "SESSION=$("), installed);
      const [, data = "{}"] = /^data: (.*)$/m.exec(answer) ?? [];
      expect(JSON.parse(data).result.content[0].text).toBe(SEED_TEXT);
    } finally {
      await server.stop();
    }
  });

  test("behind a public name it wants the name and a token", async () => {
    writeFileSync(join(installed, "tokens.txt"), "alpha token-of-alpha-0000000000001\n");
    const command = blockOf("Over HTTP", "--public-origin https").replace(/\\\n/g, " ").trim();
    const server = await startServer(command, installed);
    try {
      const ask = (...headers: string[]) =>
        shell(
          `curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:3001/mcp ${headers.map((header) => `-H '${header}'`).join(" ")}`,
          installed,
        );
      const token = "Authorization: Bearer token-of-alpha-0000000000001";
      expect(await ask("Host: intents.example.com")).toBe("401");
      // A session is still missing, but the door is open.
      expect(await ask("Host: intents.example.com", token)).toBe("400");
      expect(await ask("Host: intents.example.com", token, "Origin: https://evil.example")).toBe("403");
      expect(await ask("Host: evil.example", token, "X-Forwarded-Host: intents.example.com")).toBe("403");
    } finally {
      await server.stop();
    }
  });
});

describe("the embedding guide", () => {
  test("parse.mjs prints what it says", async () => {
    writeFileSync(join(installed, "parse.mjs"), blockOf("Embedding", "// parse.mjs"));
    expect(await shell("node parse.mjs", installed)).toBe("complete prohibition\n");
  });

  test("conversation.mjs goes on from one message to the next and ends as a draft", async () => {
    writeFileSync(join(installed, "conversation.mjs"), blockOf("Embedding", "// conversation.mjs"));
    const printed = await shell("node conversation.mjs", installed);
    const words = "never from the old shop. Do not order a red one. Order a mug, for at most $25.";
    expect(readFileSync(join(root, "packages/recognition/README.md"), "utf8")).toContain(`\`${words}\``);
    expect(printed).toContain(`intent: '${words}'`);
    expect(printed).toMatch(/max_amount: 2500,\s+currency: 'usd'/);
  });

  test("one's own model goes in the middle", async () => {
    const candidate = join(root, "packages/recognition/test/parse/seed-candidate.ts");
    const { seedText } = await import(candidate);
    const block = blockOf("Embedding", "intent.prepare").replace("Never touch the archive.", SEED_INPUT);
    const program = `import { Intent } from "@openintents/recognition";
      const intent = new Intent();
      const myModel = async () => ${JSON.stringify(seedText())};
      ${block}
      process.stdout.write(JSON.stringify(outcome.result));`;
    writeFileSync(join(installed, "prepare.mjs"), program);
    expect(await shell("node prepare.mjs", installed)).toBe(SEED_TEXT);
  });

  test("the tools go beside a router's own", async () => {
    const block = blockOf("Embedding", "createIntentMcpAdapter");
    const program = `${block}
      const yourOwnRouter = (name) => "own " + name;
      const session = adapter.connect({ protocolVersion: "2025-11-25" });
      const call = async (name, args) => await session.callTool(name, args, {}) ?? yourOwnRouter(name, args);
      const own = await call("get_order", {});
      const ours = await call("intent_parse", { input: ${JSON.stringify(SEED_INPUT)} });
      await session.close();
      await adapter.close();
      process.stdout.write(JSON.stringify([own, adapter.tools.map((tool) => tool.name), ours.content[0].text]));`;
    writeFileSync(join(installed, "tools.mjs"), program);
    expect(JSON.parse(await shell("node tools.mjs", installed))).toEqual([
      "own get_order",
      ["intent_parse"],
      SEED_TEXT,
    ]);
  });
});

test("the Skill says when to prepare, what to correct, how to give up, and that it permits nothing", () => {
  const skill = readFileSync(join(installed, "node_modules/@openintents/recognition/skill/SKILL.md"), "utf8");
  expect(skill).toMatch(/^---\nname: [a-z-]+\ndescription: .+\n---\n/);
  for (const part of [
    "intent_prepare",
    "outputSchema",
    "CANDIDATE_INVALID",
    "refusal",
    "incomplete",
    "effective.unresolved",
  ]) {
    expect(skill).toContain(part);
  }
  expect(skill).toMatch(/never permission to act/);
});

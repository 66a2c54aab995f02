// What the tarball holds, and what it does not.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { parse } from "yaml";
import { root } from "../house.ts";
import { blockOf } from "./readme.ts";

const run = promisify(execFile);
const installed = inject("installed");
const packed = join(installed, "node_modules/@openintents/recognition");
const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !entry.parentPath.includes("/node_modules/@openintents/recognition/node_modules"),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

test("it needs nothing of ours, and providers only when they are wanted", () => {
  const needed = Object.keys(manifest.dependencies);
  expect(needed.filter((name) => name.startsWith("@openintents/"))).toEqual([]);
  expect(needed.filter((name) => /^ai$|^@ai-sdk\//.test(name))).toEqual([]);
  for (const peer of ["ai", "@ai-sdk/anthropic", "@ai-sdk/openai-compatible"]) {
    expect(manifest.peerDependencies[peer]).toBeDefined();
    expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(existsSync(join(installed, "node_modules", peer))).toBe(false);
  }
  expect(readdirSync(join(installed, "node_modules/@openintents"))).toEqual(["recognition"]);
});

test("it has JavaScript, declarations, the command, the Skill, the README and the schemas, and no sources", () => {
  const files = filesUnder(packed).map((file) => file.slice(packed.length + 1));
  expect(files).toEqual(expect.arrayContaining(["README.md", "skill/SKILL.md", "bin/openintents-recognize.mjs"]));
  expect(files.filter((file) => file.startsWith("schemas/")).sort()).toEqual([
    "schemas/configuration.schema.json",
    "schemas/effective-state.schema.json",
    "schemas/intent-result.schema.json",
  ]);
  expect(files.filter((file) => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([]);
  expect(files.filter((file) => /(^|\/)test\//.test(file))).toEqual([]);
  for (const entry of Object.values(manifest.exports) as (string | { types: string; default: string })[]) {
    if (typeof entry === "string") continue;
    expect(files).toEqual(expect.arrayContaining([entry.types.slice(2), entry.default.slice(2)]));
  }
});

test("no file of it names a module of the sources", () => {
  for (const file of filesUnder(join(packed, "dist"))) {
    const text = readFileSync(file, "utf8");
    expect(text.match(/(?:from|import\() ?"\.[^"]*\.ts"/), file).toBeNull();
    expect(text.match(/(?:from|import\() ?"@openintents\/[^"]*"/), file).toBeNull();
  }
});

/** Packages that a module imports before anything is called, itself or by what it imports. */
function packagesOf(entry: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(entry)) return found;
  seen.add(entry);
  for (const [, specifier = ""] of readFileSync(entry, "utf8").matchAll(/^\s*(?:import|export)\b[^;]*?"([^"]+)";/gm)) {
    if (specifier.startsWith(".")) for (const name of packagesOf(join(entry, "..", specifier), seen)) found.add(name);
    else if (!specifier.startsWith("node:"))
      found.add(
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      );
  }
  return found;
}

test("the root brings no SDK, no provider and no configuration reader along", () => {
  const packages = packagesOf(join(packed, "dist/index.js"));
  expect(packages).toContain("ajv");
  for (const name of packages) expect(name).not.toMatch(/^(@modelcontextprotocol\/|@ai-sdk\/|ai$|yaml$|@grpc\/)/);
});

test("its declarations satisfy a strict program that uses every entry", async () => {
  const program = join(installed, "uses.ts");
  writeFileSync(
    program,
    `import { createIntentMcpAdapter, Intent, IntentError, type IntentResult, rulesExecutor, scriptedExecutor } from "@openintents/recognition";
     import { loadRecognitionConfig } from "@openintents/recognition/config";
     import type { HostRecordStore } from "@openintents/recognition/host";
     const intent = new Intent({ executor: rulesExecutor() });
     const adapter = createIntentMcpAdapter({ instances: { main: intent } });
     export const result: Promise<IntentResult> = intent.parse({ input: "x" }, { timeoutMs: 1 });
     export const reply = adapter.connect({ protocolVersion: "2026-07-28" }).callTool("intent_parse", {});
     export const code = (error: IntentError) => error.code;
     export const loaded = loadRecognitionConfig({ path: null, env: {}, allowModuleExecutors: false }).then((one) => one.instances.main);
     export const executor = scriptedExecutor([{ outcome: "refusal" }]);
     export type Store = HostRecordStore;
     // @ts-expect-error an instance is an Intent, not its configuration
     createIntentMcpAdapter({ instances: { main: {} } });
    `,
  );
  const options = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--module",
    "nodenext",
    "--target",
    "es2024",
  ];
  const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node", "--skipLibCheck", "false"];
  const tsc = join(root, "node_modules/.bin/tsc");
  await run(tsc, [...options, ...types, "--ignoreConfig", program], { cwd: installed }).catch((error) => {
    throw new Error(error.stdout);
  });
});

test("it says which Node it needs to one that is too old", async () => {
  const command = readFileSync(join(packed, "bin/openintents-recognize.mjs"), "utf8");
  const pretended = command.replace("process.versions.node.split", '"20.19.0".split');
  expect(pretended).not.toBe(command);
  const path = join(installed, "old-node.mjs");
  writeFileSync(path, pretended);
  const failed = await run(process.execPath, [path]).catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringMatching(/^openintents-recognize needs Node 22\.12/) });
});

test("the configuration schema takes the README's configuration and refuses a key in it", async () => {
  const { Ajv2020 } = await import(join(installed, "node_modules/ajv/dist/2020.js"));
  const schema = JSON.parse(readFileSync(join(packed, "schemas/configuration.schema.json"), "utf8"));
  const validate = new Ajv2020({ discriminator: true, strictTypes: false }).compile(schema);
  const config = parse(blockOf("Configuration", "version: 1"));
  expect(validate(config)).toBe(true);
  config.instances.main.executor.apiKey = "x";
  expect(validate(config)).toBe(false);
});

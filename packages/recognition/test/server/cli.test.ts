// The command line as its users meet it: output, exit codes, one line for what is wrong.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { HELP } from "../../src/server/help.ts";
import { Command, runCommand } from "./command.ts";

// Processes start slowly where many do.
vi.setConfig({ testTimeout: 30_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openintents-recognize-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("--help and --version print on standard output and end well", async () => {
  expect(await runCommand(["--help"])).toEqual({ code: 0, stdout: HELP, stderr: "" });
  expect(await runCommand(["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test.each([
  [
    "a wildcard binding without a public origin",
    ["--transport", "http", "--host", "0.0.0.0"],
    /^CONFIG_INVALID\/transport: --host: /,
  ],
  ["the other wildcard", ["--transport", "http", "--host", "::"], /^CONFIG_INVALID\/transport: --host: /],
  [
    "a public origin with a path",
    ["--transport", "http", "--public-origin", "https://a.example/x"],
    /^CONFIG_INVALID\/transport: --public-origin: /,
  ],
  ["an unknown flag", ["--colour"], /^CONFIG_INVALID\/transport: .*--colour/],
  [
    "a file that is not there",
    ["--config", "/nowhere/recognition.yaml"],
    /^CONFIG_INVALID\/config: recognition\.yaml: cannot be read \(ENOENT\)/,
  ],
  [
    "tokens that are not there",
    ["--transport", "http", "--auth", "bearer", "--tokens", "/nowhere"],
    /^CONFIG_INVALID\/transport: --tokens: /,
  ],
])("%s ends with exit code 2 and one line on standard error", async (_what, args, line) => {
  for (const check of [[], ["--check"]]) {
    const { code, stdout, stderr } = await runCommand([...args, ...check]);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect([code, stdout]).toEqual([2, ""]);
  }
});

test("--check reads the configuration and says what it found", async () => {
  const { code, stdout, stderr } = await runCommand(["--check"]);
  expect([code, stdout, stderr]).toEqual([0, "configuration is valid: mode executor, instances main\n", ""]);
  const config = file("two.yaml", "version: 1\nmode: host\ninstances:\n  shop: {}\n  bank: { language: nb }\n");
  expect(await runCommand(["--check", "--config", config])).toMatchObject({
    code: 0,
    stdout: "configuration is valid: mode host, instances shop, bank\n",
  });
  expect(await runCommand(["--check", "--config", config, "--mode", "executor"])).toMatchObject({
    code: 0,
    stdout: "configuration is valid: mode executor, instances shop, bank\n",
  });
});

test.each([
  [
    "an unknown member",
    "version: 1\ninstances: { main: { temperature: 1 } }",
    /\/instances\/main\/temperature: unknown member/,
  ],
  ["a member twice", "version: 1\ninstances: { main: {} }\nversion: 1", /line 3: /],
  ["YAML that is none", "version: [1", /line 1: /],
  [
    "a Schema beyond the subset",
    "version: 1\ninstances: { main: { schema: { type: object, not: {} } } }",
    /SCHEMA_UNSUPPORTED\/config: .*\/instances\/main\/schema/,
  ],
  [
    "a Schema file that is not there",
    "version: 1\ninstances: { main: { schema: ./none.json } }",
    /\/instances\/main\/schema: none\.json/,
  ],
  [
    "a language that is none",
    "version: 1\ninstances: { main: { language: 'not a tag' } }",
    /\/instances\/main\/language: /,
  ],
  [
    "a variable that is not set",
    "version: 1\ninstances: { main: { executor: { type: http, url: 'http://127.0.0.1:1', apiKeyEnv: NOT_SET_ANYWHERE } } }",
    /\/instances\/main\/executor\/apiKeyEnv: /,
  ],
  [
    "a module without leave",
    "version: 1\ninstances: { main: { executor: { type: module, path: ./x.mjs } } }",
    /\/instances\/main\/executor\/type: /,
  ],
])("a configuration with %s is refused by its place in the file", async (_what, text, line) => {
  const { code, stderr } = await runCommand(["--check", "--config", file("wrong.yaml", text)]);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(code).toBe(2);
});

test("a JSON file and a Schema beside it are read, relative to the file", async () => {
  file("order.schema.json", JSON.stringify({ type: "object", properties: { orderId: { type: "string" } } }));
  const config = file(
    "one.json",
    JSON.stringify({ version: 1, instances: { main: { schema: "./order.schema.json" } } }),
  );
  expect(await runCommand(["--check", "--config", config], { cwd: tmpdir() })).toMatchObject({ code: 0 });
  const twice = file("twice.json", '{"version": 1, "instances": {"main": {}}, "version": 1}');
  expect(await runCommand(["--check", "--config", twice])).toMatchObject({ code: 2 });
  const yaml = file("yaml.json", "version: 1\ninstances: { main: {} }\n");
  expect(await runCommand(["--check", "--config", yaml])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not JSON"),
  });
});

test("a port in use is a failure while running: exit code 1", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await runCommand(["--transport", "http", "--port", String(port)]);
  taken.close();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/EADDRINUSE/)]);
});

test("flags of HTTP are named as useless to stdio, and the log level keeps quiet", async () => {
  const loud = new Command(["--port", "1"]);
  await loud.until("stderr", /warn .*--port/);
  loud.endInput();
  expect((await loud.ended).code).toBe(0);
  expect((await runCommand(["--port", "1", "--log-level", "error"])).stderr).toBe("");
});

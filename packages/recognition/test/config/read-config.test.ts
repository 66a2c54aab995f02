import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadRecognitionConfig } from "../../src/config/index.ts";
import { IntentError } from "../../src/errors.ts";
import { Intent } from "../../src/intent.ts";
import { DEFAULT_LIMITS } from "../../src/limits.ts";
import { inside } from "../../src/parse/inside.ts";
import { SEED_INPUT, SEED_TEXT } from "../server/seed.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openintents-config-"));
  // An executor that says what it was made with, and counts how often it was closed.
  writeFileSync(
    join(folder, "counting.mjs"),
    `export const closed = [];
     export default ({ name }) => ({ id: name, features: { schema: "none", abort: true, offline: true },
       async generate() { return { outcome: "refusal" }; }, async close() { closed.push(name); } });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const load = (path: string | null, more: Partial<Parameters<typeof loadRecognitionConfig>[0]> = {}) =>
  loadRecognitionConfig({ path, env: {}, allowModuleExecutors: false, ...more });

async function closedNames(): Promise<string[]> {
  return (await import(join(folder, "counting.mjs"))).closed;
}

test("without a file there is one instance that works by rules", async () => {
  const loaded = await load(null);
  expect(loaded).toMatchObject({ mode: "executor", toolPrefix: "" });
  expect(Object.keys(loaded.instances)).toEqual(["main"]);
  expect(JSON.stringify(await loaded.instances.main?.parse({ input: SEED_INPUT }))).toBe(SEED_TEXT);
  await loaded.close();
});

test("every setting of the file reaches its instance, in the file's order and without a prototype", async () => {
  const path = file(
    "whole.yaml",
    `version: 1
toolPrefix: shop_
instances:
  shop:
    language: nb
    description: Shop support
    schema: { type: object, properties: { orderId: { type: string } }, required: [orderId] }
    domains: [{ name: orders, description: Existing orders, examples: [where is my parcel] }]
    instructions: Gift wrapping is an option.
    defaults: { zone: Europe/Oslo, currency: NOK, dateOrder: DMY }
    timeoutMs: 20000
    corrections: 0
    requireGuard: true
    limits: { inputBytes: 100000, budget: { calls: 3 } }
  bank: {}
`,
  );
  const loaded = await load(path);
  expect(Object.keys(loaded.instances)).toEqual(["shop", "bank"]);
  expect(Object.getPrototypeOf(loaded.instances)).toBeNull();
  expect(loaded.toolPrefix).toBe("shop_");
  const { shop, bank } = loaded.instances;
  if (!(shop instanceof Intent && bank instanceof Intent)) throw new Error("instances are Intents");
  const { settings } = inside(shop);
  expect(settings).toMatchObject({
    language: "nb",
    description: "Shop support",
    domains: [{ name: "orders" }],
    guidance: "Gift wrapping is an option.",
    defaults: { zone: "Europe/Oslo", currency: "NOK", dateOrder: "DMY" },
    timeoutMs: 20_000,
    corrections: 0,
    requireGuard: true,
    // Above the default: a server's own configuration may raise it.
    limits: { inputBytes: 100_000, budget: { calls: 3 } },
  });
  expect(settings.schema?.fields.map((field) => field.name)).toEqual(["orderId"]);
  expect(inside(bank).settings).toMatchObject({ language: "en", schema: null, corrections: 1 });
  await loaded.close();
});

test("rules of a file name the domains whose examples it gives, in a fallback too", async () => {
  const domains = [
    { name: "orders", description: "", examples: ["where is my parcel", "track my order", "cancel the order"] },
    { name: "banking", description: "", examples: ["transfer money to savings", "show my balance", "block my card"] },
  ];
  const executor = { type: "fallback", executors: [{ type: "rules" }] };
  const document = { version: 1, instances: { main: { domains }, other: { domains, executor } } };
  const loaded = await load(file("domains.json", JSON.stringify(document)));
  for (const intent of Object.values(loaded.instances)) {
    const { effective } = await intent.parse({ input: "Track my order." });
    expect(effective.intents.map(({ domain }) => domain)).toEqual(["orders"]);
  }
  await loaded.close();
});

test.each(Object.keys(DEFAULT_LIMITS).filter((name) => name !== "budget"))(
  "limits.%s may be zero in a file exactly where code may set it to zero",
  async (name) => {
    const options = { limits: { [name]: 0 } };
    const path = file("zero.json", JSON.stringify({ version: 1, instances: { main: options } }));
    const none = ["queuedParses", "contextItems", "contextBytes", "baselineBytes"].includes(name);
    const byFile = await load(path).then((loaded) => loaded.close().then(() => true), refused);
    const byCode = await Promise.resolve(options)
      .then((given) => new Intent(given))
      .then(() => true, refused);
    expect([byFile, byCode]).toEqual([none, none]);
  },
);

function refused(thrown: unknown): false {
  expect(thrown).toMatchObject({ code: "CONFIG_INVALID", stage: "config" });
  return false;
}

test("in host mode, by the file or over it, no instance has an executor and no key is asked for", async () => {
  const executor = "{ type: http, url: 'http://127.0.0.1:9/', apiKeyEnv: NOT_SET }";
  const path = file("host.yaml", `version: 1\nmode: host\ninstances: { main: { executor: ${executor} } }\n`);
  const loaded = await load(path);
  expect(loaded.mode).toBe("host");
  expect(loaded.executors).toEqual([]);
  await expect(loaded.instances.main?.parse({ input: "x" })).rejects.toMatchObject({ code: "EXECUTOR_UNAVAILABLE" });
  expect(loaded.instances.main?.prepare({ input: "x" }).instructions).toBeTypeOf("string");
  await expect(load(path, { modeOverride: "executor" })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
});

test("keys come from the environment that is handed in", async () => {
  const executor = "{ type: http, url: 'http://127.0.0.1:9/', apiKeyEnv: MY_KEY }";
  const path = file("key.yaml", `version: 1\ninstances: { main: { executor: ${executor} } }\n`);
  const error = await load(path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(IntentError);
  expect((error as IntentError).issues[0]?.path).toBe("/instances/main/executor/apiKeyEnv");
  const loaded = await load(path, { env: { MY_KEY: "sk-1" } });
  expect(JSON.stringify(loaded)).not.toContain("sk-1");
  await loaded.close();
});

test("closing disposes of the instances and closes the executors once", async () => {
  const path = file(
    "modules.yaml",
    `version: 1
instances:
  a: { executor: { type: module, path: ./counting.mjs, options: { name: a } } }
  b: { executor: { type: fallback, executors: [{ type: module, path: ./counting.mjs, options: { name: b } }] } }
`,
  );
  const loaded = await load(path, { allowModuleExecutors: true });
  expect(loaded.executors).toHaveLength(2);
  await Promise.all([loaded.close(), loaded.close()]);
  expect((await closedNames()).toSorted()).toEqual(["a", "b"]);
  await expect(loaded.instances.a?.parse({ input: "x" })).rejects.toMatchObject({ code: "INSTANCE_DISPOSED" });
});

test("a file that fails late leaves no executor open, and says where it is wrong", async () => {
  const before = (await closedNames()).length;
  const path = file(
    "late.yaml",
    `version: 1
instances:
  first: { executor: { type: module, path: ./counting.mjs, options: { name: first } } }
  second: { defaults: { zone: Nowhere/Land } }
`,
  );
  await expect(load(path, { allowModuleExecutors: true })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    stage: "config",
    issues: [{ path: "/instances/second/defaults/zone" }],
  });
  expect((await closedNames()).slice(before)).toEqual(["first"]);
});

test("a Schema beyond the subset is named by its place in the file", async () => {
  const schema = "{ type: object, properties: { size: { type: string, pattern: '(a)\\1' } } }";
  const path = file("schema.yaml", `version: 1\ninstances: { main: { schema: ${schema} } }\n`);
  await expect(load(path)).rejects.toMatchObject({
    code: "SCHEMA_UNSUPPORTED",
    stage: "config",
    issues: [{ path: expect.stringMatching(/^\/instances\/main\/schema\/properties\/size/) }],
  });
});

test.each<[string, string, Buffer, string]>([
  ["that is not UTF-8", "latin.yaml", Buffer.from("version: 1 # M\xfcller", "latin1"), "latin.yaml: is not UTF-8"],
  ["of several documents", "two.yaml", Buffer.from("version: 1\n---\n"), "two.yaml: line 2: another document begins"],
  ["that is cut off", "cut.json", Buffer.from('{"version":1'), "cut.json: is not JSON"],
])("a file %s is refused in one line", async (_what, name, bytes, message) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await expect(load(path)).rejects.toMatchObject({ code: "CONFIG_INVALID", stage: "config", message });
});

test("a file of very many aliases is refused and does not grow", async () => {
  const lines = ["version: 1", "a0: &a0 [x, x]"];
  for (let level = 1; level < 30; level += 1) lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
  await expect(load(file("aliases.yaml", lines.join("\n")))).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining("aliases"),
  });
});

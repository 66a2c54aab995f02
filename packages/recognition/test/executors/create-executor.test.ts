import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { createExecutor, type ExecutorConfig } from "../../src/executors/create-executor.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import { aTask } from "./a-task.ts";
import { type ProviderStub, startProviderStub } from "./provider-stub.ts";

const SECRET = "sk-planted-91c2";
let stub: ProviderStub;
beforeAll(async () => {
  stub = await startProviderStub();
});
afterAll(() => stub.close());

const options = {
  env: { MODEL_KEY: `${SECRET}\n`, EMPTY: " " },
  baseDirectory: import.meta.dirname,
  allowModule: true,
};
const create = (config: unknown, changed: Partial<typeof options> = {}) =>
  createExecutor(config as ExecutorConfig, { ...options, ...changed });

async function refusal(config: unknown, changed: Partial<typeof options> = {}): Promise<IntentError> {
  const error: unknown = await create(config, changed).then(
    () => expect.fail("was accepted"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof IntentError)) throw error;
  expect(error).toMatchObject({ code: "CONFIG_INVALID", stage: "config", retryable: false });
  expect(JSON.stringify(error) + error.stack).not.toContain(SECRET);
  return error;
}

const openai = () => ({ type: "openai-compatible", baseUrl: `${stub.origin}/v1`, model: "m" });

test("makes each type of executor, with the key from the environment", async () => {
  stub.answer({ text: "{}" });
  const made = await Promise.all([
    create({ ...openai(), apiKeyEnv: "MODEL_KEY" }),
    create({ type: "anthropic", baseUrl: `${stub.origin}/v1`, model: "m", apiKeyEnv: "MODEL_KEY" }),
    create({ type: "http", url: `${stub.origin}/own`, apiKeyEnv: "MODEL_KEY", replyBytes: 5_000 }),
  ]);
  for (const executor of made) await expect(executor.generate(aTask())).resolves.toMatchObject({ candidateText: "{}" });
  const sent = stub.requests.map(({ headers }) => headers.authorization ?? headers["x-api-key"]);
  expect(sent).toEqual([`Bearer ${SECRET}`, SECRET, `Bearer ${SECRET}`]);
  expect(made.map(({ id }) => id)).toEqual(["openai-compatible:m", "anthropic:m", `http:${new URL(stub.origin).host}`]);
});

test("makes the rules executor, which needs nothing", async () => {
  const executor = await createExecutor({ type: "rules" }, { ...options, env: {} });
  expect(executor.features).toMatchObject({ offline: true });
  await expect(executor.generate(aTask())).resolves.toMatchObject({ outcome: "complete" });
});

test("rules name the domains whose examples they were given", async () => {
  const domains = [
    { name: "orders", description: "Orders", examples: ["look up my order", "where is order 7", "track the order"] },
    {
      name: "weather",
      description: "Weather",
      examples: ["will it rain", "how warm is it today", "show the forecast"],
    },
  ];
  const executor = await createExecutor({ type: "rules" }, { ...options, domains });
  const task = aTask({ input: { ...aTask().input, domains } });
  const reply = await executor.generate(task);
  const candidate = JSON.parse(reply.outcome === "complete" ? reply.candidateText : "{}") as Candidate;
  expect(candidate.intents.map(({ domain }) => domain)).toEqual(["orders"]);
});

test("a key in the configuration is refused, named and not repeated", async () => {
  for (const member of ["apiKey", "key", "token", "headers"]) {
    const error = await refusal({ ...openai(), [member]: SECRET });
    expect(error.issues.map(({ path }) => path)).toContain(`/${member}`);
  }
  const pasted = await refusal({ ...openai(), apiKeyEnv: SECRET });
  expect(pasted.issues).toMatchObject([{ path: "/apiKeyEnv" }]);
});

test("a variable that is missing or empty is refused", async () => {
  for (const apiKeyEnv of ["NOT_SET", "EMPTY"]) {
    const error = await refusal({ ...openai(), apiKeyEnv });
    expect(error.issues).toMatchObject([{ path: "/apiKeyEnv" }]);
  }
});

test.each([
  ["no object", null, ""],
  ["no type", {}, "/type"],
  ["an unknown type", { type: "oracle" }, "/type"],
  ["an unknown member", { type: "rules", model: "m" }, "/model"],
  ["a missing member", { type: "openai-compatible", model: "m" }, "/baseUrl"],
  ["a provider without a key", { type: "anthropic", model: "m" }, "/apiKeyEnv"],
  ["too many retries", { type: "http", url: "http://127.0.0.1", retries: 3 }, "/retries"],
  ["a wrong URL", { type: "http", url: "file:///etc/passwd" }, "/url"],
  ["no member of a fallback", { type: "fallback", executors: [] }, "/executors"],
  [
    "a fallback in a fallback",
    { type: "fallback", executors: [{ type: "fallback", executors: [] }] },
    "/executors/0/type",
  ],
  ["a wrong member of a fallback", { type: "fallback", executors: [{ type: "http" }] }, "/executors/0/url"],
  [
    "a wrong URL in a fallback",
    { type: "fallback", executors: [{ type: "http", url: "http://a:b@127.0.0.1" }] },
    "/executors/0/url",
  ],
])("refuses %s", async (_, config, path) => {
  const error = await refusal(config);
  expect(error.issues.map((issue) => issue.path)).toContain(path);
});

describe("module", () => {
  const module = (file: string, more: object = {}) => ({ type: "module", path: join("modules", file), ...more });

  test("loads an executor, or a function that makes one from the options", async () => {
    expect((await create(module("object.mjs"))).id).toBe("object");
    const made = await create(module("factory.mjs", { options: { tone: "plain" } }));
    await expect(made.generate(aTask())).resolves.toEqual({ outcome: "complete", candidateText: '{"tone":"plain"}' });
  });

  test("is refused unless allowed, before anything is loaded", async () => {
    const error = await refusal(module("throws.mjs"), { allowModule: false });
    expect(error.issues).toMatchObject([{ path: "/type", message: expect.stringContaining("not allowed") }]);
  });

  test.each([
    ["missing.mjs", "could not be loaded (ERR_MODULE_NOT_FOUND)"],
    ["nothing.mjs", "must export an executor, or a function that makes one, as its default"],
    ["throws.mjs", "could not be loaded (Error)"],
    ["throwing-factory.mjs", "could not make an executor (TypeError)"],
  ])("%s is refused, with the kind of reason but not its words", async (file, message) => {
    expect((await refusal(module(file, { options: { key: "sk-secret" } }))).issues).toMatchObject([
      { path: "/path", message },
    ]);
  });

  test.each(["data:text/javascript,export default 1", "http://127.0.0.1/x.mjs", "node:fs", "file:///tmp/x.mjs"])(
    "%s is no file",
    async (path) => {
      expect((await refusal({ type: "module", path })).issues).toMatchObject([{ path: "/path" }]);
    },
  );
});

test("a fallback asks its members in order and closes what was made for it", async () => {
  stub.answer({ status: 503 }, { text: "{}" });
  stub.requests.length = 0;
  const executor = await create({
    type: "fallback",
    executors: [
      { ...openai(), retries: 0 },
      { type: "http", url: `${stub.origin}/own` },
    ],
  });
  await expect(executor.generate(aTask())).resolves.toMatchObject({ candidateText: "{}" });
  expect(stub.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/own"]);
  await expect(executor.close?.()).resolves.toBeUndefined();
});

test("timeoutMs bounds one task", async () => {
  stub.answer("hang");
  const executor = await create({ ...openai(), timeoutMs: 20 });
  await expect(executor.generate(aTask())).rejects.toMatchObject({ code: "TIMEOUT", stage: "executor" });
});

test("says which packages are missing, and needs them for nothing else", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "without-providers.mjs")]);
  expect(JSON.parse(stdout)).toMatchObject({
    http: "http:127.0.0.1:9",
    refusal: { code: "CONFIG_INVALID", stage: "config", message: expect.stringContaining("@ai-sdk/openai-compatible") },
  });
});

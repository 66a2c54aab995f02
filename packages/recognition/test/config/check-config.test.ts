import { expect, test } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import { IntentError } from "../../src/errors.ts";

function refusalOf(document: unknown): IntentError {
  try {
    checkConfig(document, "recognition.yaml");
  } catch (error) {
    if (error instanceof IntentError) return error;
    throw error;
  }
  throw new Error("the document was accepted");
}

const of = (executor: unknown) => ({ version: 1, instances: { main: { executor } } });

test("a whole file is accepted as it stands", () => {
  const document = {
    version: 1,
    mode: "executor",
    toolPrefix: "shop_",
    instances: {
      main: {
        language: "en",
        description: "Shop support",
        schema: "./order.schema.json",
        domains: [{ name: "orders", description: "Existing orders", examples: ["where is my parcel"] }],
        defaults: { zone: "Europe/Oslo", currency: "NOK", dateOrder: "DMY" },
        executor: {
          type: "fallback",
          executors: [
            {
              type: "openai-compatible",
              baseUrl: "http://127.0.0.1:8000/v1",
              model: "some-model",
              apiKeyEnv: "OPENINTENTS_MODEL_KEY",
              retries: 2,
            },
            { type: "rules" },
          ],
        },
        timeoutMs: 20_000,
        corrections: 1,
        limits: { inputBytes: 16_384, budget: { calls: 3, outputTokens: 4_000 } },
      },
    },
  };
  expect(checkConfig(document, "recognition.yaml")).toBe(document);
});

test.each([
  ["no document", null, ""],
  ["a list", [], ""],
  ["no version", { instances: { main: {} } }, "/version"],
  ["another version", { version: 2, instances: { main: {} } }, "/version"],
  ["no instances", { version: 1 }, "/instances"],
  ["an empty set of instances", { version: 1, instances: {} }, "/instances"],
  ["an unknown member at the top", { version: 1, instances: { main: {} }, port: 1 }, "/port"],
  ["an unknown mode", { version: 1, mode: "off", instances: { main: {} } }, "/mode"],
  ["a prefix with a blank", { version: 1, toolPrefix: "a b", instances: { main: {} } }, "/toolPrefix"],
  ["a name with a slash", { version: 1, instances: { "a/b": {} } }, "/instances/a~1b"],
  ["a name that objects have", { version: 1, instances: { constructor: {} } }, "/instances/constructor"],
  ["an unknown member of an instance", { version: 1, instances: { main: { extend: "x" } } }, "/instances/main/extend"],
  ["an unknown limit", { version: 1, instances: { main: { limits: { bytes: 1 } } } }, "/instances/main/limits/bytes"],
  [
    "a limit that is a text",
    { version: 1, instances: { main: { limits: { intents: "9" } } } },
    "/instances/main/limits/intents",
  ],
  ["an executor without a type", of({ model: "x" }), "/instances/main/executor/type"],
  ["an unknown executor", of({ type: "magic" }), "/instances/main/executor/type"],
  ["a member of another executor", of({ type: "rules", model: "x" }), "/instances/main/executor/model"],
  ["an executor without its model", of({ type: "anthropic" }), "/instances/main/executor/model"],
  [
    "an API key in the place of its variable",
    of({ type: "anthropic", model: "m", apiKeyEnv: "sk-1" }),
    "/instances/main/executor/apiKeyEnv",
  ],
  [
    "a wrong member inside a fallback",
    of({ type: "fallback", executors: [{ type: "rules", x: 1 }] }),
    "/instances/main/executor/executors/0/x",
  ],
])("%s is refused with the path of the member", (_what, document, path) => {
  const error = refusalOf(document);
  expect(error).toMatchObject({ code: "CONFIG_INVALID", stage: "config", retryable: false });
  expect(error.issues.map((issue) => issue.path)).toContain(path);
  expect(error.message).toContain(`recognition.yaml: ${path || "/"}: `);
  expect(error.message).not.toContain("\n");
});

test.each(["apiKey", "api_key", "token", "authorization", "password"])(
  "a secret in the file (%s) is refused with the way to give it, and its value is not repeated",
  (member) => {
    const error = refusalOf(of({ type: "anthropic", model: "m", [member]: "sk-very-secret" }));
    expect(error.message).toContain(`/instances/main/executor/${member}`);
    expect(error.message).toMatch(/environment variable/);
    expect(JSON.stringify(error)).not.toContain("sk-very-secret");
  },
);

test("a key in the place of its variable's name is told what belongs there", () => {
  const error = refusalOf(of({ type: "anthropic", model: "m", apiKeyEnv: "sk-1" }));
  expect(error.message).toMatch(/apiKeyEnv: must be the name of an environment variable$/);
});

test("every wrong member is named, the first of them in the message", () => {
  const error = refusalOf({ version: 1, colour: 1, instances: { main: { size: 1 } } });
  expect(error.issues.map((issue) => issue.path).sort()).toEqual(["/colour", "/instances/main/size"]);
  expect(error.message).toMatch(/and 1 more/);
});

// What the configuration of an executor may say, by its type: closed, and without a place for a key.
import type { JsonObject, JsonSchema } from "../types/json.ts";

interface Online {
  /** Name of the environment variable that holds the key. */
  apiKeyEnv?: string;
  retries?: number;
  /** Limit of one task, retries included; 0 or absent: none. */
  timeoutMs?: number;
}

interface Model extends Online {
  model: string;
  structuredOutput?: "strict" | "json";
  maxOutputTokens?: number;
}

export type ExecutorConfig =
  | { type: "rules" }
  | ({ type: "openai-compatible"; baseUrl: string } & Model)
  | ({ type: "anthropic"; baseUrl?: string; apiKeyEnv: string } & Model)
  | ({ type: "http"; url: string; replyBytes?: number } & Online)
  | { type: "module"; path: string; options?: JsonObject; timeoutMs?: number }
  | { type: "fallback"; executors: Exclude<ExecutorConfig, { type: "fallback" }>[] };

const text: JsonObject = { type: "string", minLength: 1, maxLength: 2_048 };
const timeoutMs: JsonObject = { type: "integer", minimum: 0, maximum: 2_147_483_647 };
const positive: JsonObject = { type: "integer", minimum: 1 };
const online: JsonObject = {
  apiKeyEnv: {
    type: "string",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    maxLength: 256,
    description: "The name of an environment variable that holds the key.",
  },
  retries: { type: "integer", minimum: 0, maximum: 2 },
  timeoutMs,
};
const model: JsonObject = {
  ...online,
  baseUrl: text,
  model: text,
  structuredOutput: { type: "string", enum: ["strict", "json"] },
  maxOutputTokens: positive,
};

function ofType(type: string, properties: JsonObject, required: string[]): JsonSchema {
  return {
    type: "object",
    properties: { type: { const: type }, ...properties },
    required: ["type", ...required],
    additionalProperties: false,
  };
}

const single: JsonSchema[] = [
  ofType("rules", {}, []),
  ofType("openai-compatible", model, ["baseUrl", "model"]),
  ofType("anthropic", model, ["model", "apiKeyEnv"]),
  ofType("http", { ...online, url: text, replyBytes: positive }, ["url"]),
  ofType("module", { path: text, options: { type: "object" }, timeoutMs }, ["path"]),
];

const byType = (schemas: JsonSchema[]): JsonSchema => ({
  type: "object",
  required: ["type"],
  discriminator: { propertyName: "type" },
  oneOf: schemas,
});

/** JSON Schema 2020-12 with the `discriminator` keyword. */
export const executorSchema: JsonSchema = byType([
  ...single,
  ofType("fallback", { executors: { type: "array", minItems: 1, maxItems: 8, items: byType(single) } }, ["executors"]),
]);

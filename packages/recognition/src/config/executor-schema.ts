// What an executor of the configuration file may say, by its type.
import type { JsonObject, JsonSchema } from "../types/json.ts";

const text: JsonObject = { type: "string", minLength: 1 };
const url: JsonObject = { type: "string", pattern: "^https?://" };
const variable: JsonObject = {
  type: "string",
  pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
  description: "The name of an environment variable that holds the key.",
};
const retries: JsonObject = { type: "integer", minimum: 0, maximum: 2 };

function ofType(type: string, properties: JsonObject, required: string[]): JsonSchema {
  return {
    type: "object",
    properties: { type: { const: type }, ...properties },
    required: ["type", ...required],
    additionalProperties: false,
  };
}

export const executorSchema: JsonSchema = {
  type: "object",
  required: ["type"],
  discriminator: { propertyName: "type" },
  oneOf: [
    ofType("rules", {}, []),
    ofType("openai-compatible", { baseUrl: url, model: text, apiKeyEnv: variable, retries }, ["baseUrl", "model"]),
    ofType("anthropic", { baseUrl: url, model: text, apiKeyEnv: variable, retries }, ["model"]),
    ofType("http", { url, apiKeyEnv: variable, retries }, ["url"]),
    ofType("module", { path: text, options: { type: "object" } }, ["path"]),
    ofType("fallback", { executors: { type: "array", minItems: 1, items: { $ref: "#/$defs/executor" } } }, [
      "executors",
    ]),
  ],
};

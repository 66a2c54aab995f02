// The configuration file as a closed JSON Schema, for the check at start and for editors.
import { executorSchema } from "../executors/executor-schema.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { MAY_BE_ZERO } from "../settings/read-limits.ts";
import type { JsonObject, JsonSchema } from "../types/json.ts";

/** Instance names, tool prefixes: what MCP tool names may hold. */
const NAME = "[A-Za-z0-9_.-]";
/** Names that an object of JavaScript already has. */
const FORBIDDEN_NAMES = ["__proto__", "proto", "prototype", "constructor"];

const positive: JsonObject = { type: "integer", minimum: 1 };
const natural: JsonObject = { type: "integer", minimum: 0 };
const text: JsonObject = { type: "string", minLength: 1 };

function closed(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

const limits = closed({
  ...Object.fromEntries(
    Object.keys(DEFAULT_LIMITS)
      .filter((name) => name !== "budget")
      .map((name) => [name, MAY_BE_ZERO.has(name) ? natural : positive]),
  ),
  budget: closed({ calls: positive, wallMs: positive, inputTokens: positive, outputTokens: positive }),
});

const instance = closed({
  language: { ...text, description: "BCP 47 language of descriptions and questions." },
  description: { type: "string", description: "What the recogniser is for; callers see it." },
  domains: {
    type: "array",
    items: closed(
      { name: text, description: { type: "string" }, examples: { type: "array", items: { type: "string" } } },
      ["name", "description"],
    ),
  },
  schema: {
    type: ["string", "object"],
    minLength: 1,
    description: "The business Schema: a path relative to this file, or the Schema itself.",
  },
  executor: { $ref: "#/$defs/executor" },
  instructions: { type: "string", description: "Extra business guidance for the language source." },
  defaults: closed({
    currency: { type: "string", description: "ISO 4217." },
    zone: { type: "string", description: "IANA zone name." },
    dateOrder: { type: "string", enum: ["DMY", "MDY", "YMD"] },
  }),
  timeoutMs: { type: "integer", minimum: 0, description: "0: no deadline." },
  corrections: { type: "integer", minimum: 0, maximum: 1 },
  requireGuard: { type: "boolean" },
  limits,
});

export const configSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "OpenIntents recognition configuration",
  ...closed(
    {
      version: { type: "integer", const: 1 },
      mode: { type: "string", enum: ["executor", "host"] },
      toolPrefix: { type: "string", pattern: `^${NAME}{0,64}$` },
      instances: {
        type: "object",
        minProperties: 1,
        propertyNames: { pattern: `^${NAME}{1,64}$`, not: { enum: FORBIDDEN_NAMES } },
        additionalProperties: instance,
      },
    },
    ["version", "instances"],
  ),
  $defs: { executor: executorSchema },
};

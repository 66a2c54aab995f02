// What the tools take. Objects at the root, closed, without $ref; every member says what it is for,
// since the client's model writes the arguments from these lines.
import type { JsonSchema } from "../types/json.ts";
import { CANCEL_REASONS, CONTEXT_ROLES, EVIDENCE_FORMS } from "../types/names.ts";
import type { IntentMcpInstance } from "./tool-definition.ts";

function closed(properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

const contextItem = closed(
  {
    role: {
      type: "string",
      enum: [...CONTEXT_ROLES],
      description: "Who said it. Only a user's words can be adopted as a request.",
    },
    content: { type: "string" },
    id: { type: "string" },
    time: { type: "string", description: "RFC 3339." },
  },
  ["role", "content"],
);

const material: Record<string, JsonSchema> = {
  input: {
    type: "string",
    minLength: 1,
    description: "What the person wrote, word for word. Do not shorten, correct or translate it.",
  },
  fields: {
    type: "array",
    items: { type: "string" },
    description: "Names of the business fields to fill. Leave out for all of them; an empty list for none.",
  },
  context: {
    anyOf: [{ type: "string" }, { type: "array", items: contextItem, maxItems: 100 }],
    description:
      "Earlier messages or background that the input refers to, oldest first. Nothing is remembered between calls.",
  },
  baseline: {
    anyOf: [{ type: "object" }, { type: "null" }],
    description: "The `effective` member of the earlier result that this message continues, unchanged.",
  },
  referenceTime: {
    type: "string",
    description:
      "The moment of the message: RFC 3339 with offset, optionally followed by [Area/City]. Without it, relative times stay text.",
  },
  output: {
    ...closed(
      {
        language: { type: "string", description: "Language tag of descriptions and questions, such as en or de." },
        evidence: {
          type: "string",
          enum: [...EVIDENCE_FORMS],
          description: "quotes: each source also carries the exact words and where they start.",
        },
      },
      [],
    ),
    description: "How the result is written.",
  },
};

/** Arguments that carry a request; `instance` is in them. */
export const REQUEST_ARGUMENTS: readonly string[] = ["instance", ...Object.keys(material)];

/** With one instance `instance` may be left out; with several it is never guessed. */
export function requestSchema(instances: readonly IntentMcpInstance[]): JsonSchema {
  const several = instances.length > 1;
  const instance: JsonSchema = {
    type: "string",
    enum: instances.map(({ name }) => name),
    description: several ? instances.map(tell).join(" ") : "There is one recogniser; this may be left out.",
  };
  return closed({ instance, ...material }, several ? ["instance", "input"] : ["input"]);
}

const tell = ({ name, description }: IntentMcpInstance) => (description ? `${name}: ${description}.` : `${name}.`);

export const acceptSchema = (): JsonSchema =>
  closed(
    {
      requestId: { type: "string", description: "As intent_prepare answered it." },
      submissionToken: {
        type: "string",
        description: "As intent_prepare answered it or, after a correction was asked for, the new one in the error.",
      },
      candidateText: {
        type: "string",
        description:
          "The complete candidate as JSON text that fits the task's outputSchema; nothing before or after it.",
      },
    },
    ["requestId", "submissionToken", "candidateText"],
  );

export const cancelSchema = (): JsonSchema =>
  closed(
    {
      requestId: { type: "string", description: "As intent_prepare answered it." },
      reason: {
        type: "string",
        enum: [...CANCEL_REASONS],
        description: "refusal: you will not do it. incomplete: you could not finish it. Default: cancelled.",
      },
    },
    ["requestId"],
  );

// The one operation whose JSON is not made from the contract's messages: recognition's own schemas, put
// into the document with their parts as components.
import type { JsonObject, JsonValue } from "@openintents/proto";
import { requestSchema, resultOutput } from "@openintents/recognition/edge";
import { RECOGNITIONS_PATH } from "../handlers/recognise.ts";
import { asObject } from "./render-schema.ts";

const TAG = "RecognitionService";
const JSON_TYPE = "application/json";
const PREFIX = "Recognition";

export function addRecognition(document: JsonObject): void {
  const schemas = asObject(asObject(document.components).schemas);
  const { $defs, ...result } = resultOutput() as JsonObject;
  schemas.IntentResult = relinked(result);
  for (const [name, schema] of Object.entries(asObject($defs))) schemas[componentName(name)] = relinked(schema);
  schemas.RecogniseRequest = request();
  schemas.IntentErrorResponse = errorSchema;
  const paths = asObject(document.paths);
  paths[RECOGNITIONS_PATH] = { post: operation };
  const tags = document.tags as JsonValue[];
  tags.push({ name: TAG, description: "Turns what a person wrote into a structured, checkable result." });
}

function componentName(definition: string): string {
  return `${PREFIX}${definition.charAt(0).toUpperCase()}${definition.slice(1)}`;
}

function request(): JsonObject {
  const schema = requestSchema([]) as JsonObject;
  const instance = {
    type: "string",
    description: "Name of a configured recogniser; may be left out where there is one.",
  };
  return { ...schema, properties: { ...asObject(schema.properties), instance } };
}

/** References to the schema's own parts become references to components. */
function relinked(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(relinked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string"
        ? `#/components/schemas/${componentName(member.slice(member.lastIndexOf("/") + 1))}`
        : relinked(member),
    ]),
  );
}

const issue: JsonObject = {
  type: "object",
  properties: {
    code: { type: "string" },
    path: { type: "string", description: "JSON Pointer into what was sent." },
    message: { type: "string" },
  },
  required: ["code", "path", "message"],
};

const errorSchema: JsonObject = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        name: { type: "string", const: "IntentError" },
        code: { type: "string", description: "Stable: INPUT_INVALID, TIMEOUT, EXECUTOR_UNAVAILABLE and others." },
        stage: {
          type: "string",
          description: "Where it failed: input, executor, candidate, host, core, config or transport.",
        },
        message: { type: "string", description: "For people; may change." },
        retryable: { type: "boolean", description: "The same call may succeed later." },
        issues: { type: "array", items: issue },
      },
      required: ["name", "code", "stage", "message", "retryable", "issues"],
    },
  },
  required: ["error"],
};

const failure = (description: string): JsonObject => ({
  description,
  content: { [JSON_TYPE]: { schema: { $ref: "#/components/schemas/IntentErrorResponse" } } },
});

const operation: JsonObject = {
  operationId: "recognise",
  summary: "Recognise",
  description:
    "Recognises what a text asks for. Not understanding is an answer and no error: see `status`. The body is at most 1 MiB. Nothing is remembered between calls and nothing is carried out. Where recognition is off this path does not exist; where it works with the caller's own model, it answers `EXECUTOR_UNAVAILABLE`. A refusal of the key, its limit or its scope has the error body of the rest of this API.",
  tags: [TAG],
  requestBody: {
    required: true,
    content: { [JSON_TYPE]: { schema: { $ref: "#/components/schemas/RecogniseRequest" } } },
  },
  responses: {
    "200": {
      description: "What was recognised",
      content: { [JSON_TYPE]: { schema: { $ref: "#/components/schemas/IntentResult" } } },
    },
    "400": failure("The material is not valid"),
    "404": failure("There is no such recogniser"),
    "413": failure("The material is too large"),
    "422": failure("The language source refused, or gave nothing usable"),
    "429": failure("The recogniser is busy"),
    "503": failure("The language source cannot be reached"),
    "504": failure("The time is up"),
    default: { $ref: "#/components/responses/Error" },
  },
};

import type { DescMethod } from "@bufbuild/protobuf";
import type { Tool } from "../gen/openintents/wire/v1/wire_pb.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { methodWire } from "./methods.ts";
import { readerOf } from "./readers.ts";
import { jsonSchema } from "./schema.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN, isArgument, WAIT_SECONDS } from "./tool-arguments.ts";

/**
 * JSON Schema of a tool's arguments: the method's request without what the tool leaves out, plus
 * `idempotency_key` where the method takes one. A plain object at the root, no references.
 */
export function toolInputSchema(method: DescMethod, tool: Tool): JsonObject {
  const hidden = new Set(
    readerOf(method.input)
      .entries.filter((entry) => !isArgument(entry, tool))
      .map((entry) => entry.field),
  );
  const schema = jsonSchema(method.input, { mode: "request", omit: (field) => hidden.has(field) });
  const { description: _requestComment, ...root } = schema;
  const properties: JsonObject = isJsonObject(root.properties) ? { ...(root.properties as JsonObject) } : {};
  const wait = properties[WAIT_SECONDS];
  if (tool.defaultWaitSeconds > 0 && isJsonObject(wait)) {
    properties[WAIT_SECONDS] = { ...(wait as JsonObject), default: tool.defaultWaitSeconds };
  }
  if (methodWire(method)?.idempotent) properties[IDEMPOTENCY_KEY] = idempotencyKeySchema();
  return { ...root, properties };
}

/** JSON Schema of what a tool answers: what REST answers. Additional members are allowed. */
export function toolOutputSchema(method: DescMethod): JsonObject {
  const schema = jsonSchema(method.output, { mode: "response" });
  if (schema.type !== "object") throw new Error(`${method.output} is no object, which a tool's answer has to be`);
  return schema;
}

export function idempotencyKeySchema(): JsonObject {
  return {
    type: "string",
    description:
      "A key of the caller's choice, one for each thing to do. A call repeated with the same key and arguments has its effect once.",
    minLength: 1,
    maxLength: 255,
    pattern: IDEMPOTENCY_KEY_PATTERN,
  };
}

import { create } from "@bufbuild/protobuf";
import {
  type ListValue,
  ListValueSchema,
  NullValue,
  type Struct,
  StructSchema,
  type Value,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from "./json.ts";

// A binary decoder stops at 100 nested messages, and a level of JSON takes up to three.
export const MAX_JSON_DEPTH = 30;

/**
 * Copies a JSON value; answers a complaint about the first thing in it that JSON or protobuf
 * cannot carry. Keys named `__proto__` stay data.
 */
export function copyJson(value: unknown): { value: JsonValue } | { complaint: string } {
  try {
    return { value: copy(value, 1) };
  } catch (error) {
    if (error instanceof NotJson) return { complaint: error.message };
    throw error;
  }
}

class NotJson extends Error {}

function copy(value: unknown, depth: number): JsonValue {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new NotJson("must be well-formed Unicode");
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new NotJson("must hold finite numbers only");
      return value;
    case "boolean":
      return value;
    case "object":
      break;
    default:
      throw new NotJson("must be JSON");
  }
  if (value === null) return null;
  if (depth > MAX_JSON_DEPTH) throw new NotJson(`must not be nested deeper than ${MAX_JSON_DEPTH}`);
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const out: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) throw new NotJson("must be well-formed Unicode");
    setOwn(out, key, copy(member, depth + 1));
  }
  return out;
}

/** Nesting of a JSON value: 0 for a scalar, 1 for a flat object or list. */
export function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member));
  }
  return deepest + 1;
}

/** JSON of a google.protobuf.Value; one that is not set is null. */
export function valueToJson(value: Value): JsonValue {
  switch (value.kind.case) {
    case "structValue":
      return structToJson(value.kind.value);
    case "listValue":
      return listToJson(value.kind.value);
    case "numberValue":
    case "stringValue":
    case "boolValue":
      return value.kind.value;
    default:
      return null;
  }
}

export function listToJson(list: ListValue): JsonValue[] {
  return list.values.map(valueToJson);
}

export function structToJson(struct: Struct): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(struct.fields)) setOwn(out, key, valueToJson(value));
  return out;
}

export function valueFromJson(json: JsonValue): Value {
  if (json === null) return create(ValueSchema, { kind: { case: "nullValue", value: NullValue.NULL_VALUE } });
  switch (typeof json) {
    case "string":
      return create(ValueSchema, { kind: { case: "stringValue", value: json } });
    case "number":
      return create(ValueSchema, { kind: { case: "numberValue", value: json } });
    case "boolean":
      return create(ValueSchema, { kind: { case: "boolValue", value: json } });
    default:
      return create(ValueSchema, {
        kind: isJsonObject(json)
          ? { case: "structValue", value: structFromJson(json) }
          : { case: "listValue", value: listFromJson(json) },
      });
  }
}

export function listFromJson(json: JsonValue[]): ListValue {
  return create(ListValueSchema, { values: json.map(valueFromJson) });
}

export function structFromJson(json: JsonObject): Struct {
  const struct = create(StructSchema);
  for (const [key, value] of Object.entries(json)) setOwn(struct.fields, key, valueFromJson(value));
  return struct;
}

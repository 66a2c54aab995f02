import { type DescEnum, type DescField, ScalarType } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/openintents/wire/v1/wire_pb.ts";
import { comment } from "./comments.ts";
import { enumName, enumNames } from "./enum-names.ts";
import { formatOf } from "./formats.ts";
import type { JsonObject } from "./json.ts";
import { BASE64_PATTERN, integerBounds } from "./scalar-readers.ts";
import { MAX_DURATION_SECONDS, TIME_SCHEMA_PATTERN } from "./times.ts";

export type SchemaMode = "request" | "response";

/** Schema of a scalar; a request's says the rules as keywords. */
export function scalarSchema(scalar: ScalarType, mode: SchemaMode, rules: FieldRules | undefined): JsonObject {
  const bounds = integerBounds(scalar);
  if (bounds !== undefined) {
    if (mode === "response") return { type: "integer" };
    const min = rules?.min === undefined ? bounds.min : Math.max(Number(rules.min), bounds.min);
    const max = rules?.max === undefined ? bounds.max : Math.min(Number(rules.max), bounds.max);
    return { type: "integer", minimum: min, maximum: max };
  }
  switch (scalar) {
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: "number", ...(mode === "request" ? numberBounds(rules) : {}) };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64", ...(mode === "request" ? bytesKeywords(rules) : {}) };
    default:
      return { type: "string", ...(mode === "request" ? stringKeywords(rules) : {}) };
  }
}

function numberBounds(rules: FieldRules | undefined): JsonObject {
  return {
    ...(rules?.min === undefined ? {} : { minimum: Number(rules.min) }),
    ...(rules?.max === undefined ? {} : { maximum: Number(rules.max) }),
  };
}

function bytesKeywords(rules: FieldRules | undefined): JsonObject {
  const maxBytes = rules?.maxBytes ?? 0;
  return { pattern: BASE64_PATTERN, ...(maxBytes > 0 ? { maxLength: 4 * Math.ceil(maxBytes / 3) } : {}) };
}

/** Length, pattern and form of a text. */
export function stringKeywords(rules: FieldRules | undefined): JsonObject {
  if (rules === undefined) return {};
  return {
    ...(formatOf(rules.format)?.schema ?? {}),
    ...(rules.minLen > 0 ? { minLength: rules.minLen } : {}),
    ...(rules.maxLen > 0 ? { maxLength: rules.maxLen } : {}),
    ...(rules.pattern === "" ? {} : { pattern: rules.pattern }),
  };
}

export function enumSchema(desc: DescEnum): JsonObject {
  return { type: "string", enum: [...enumNames(desc)] };
}

/** Schema of a message of google.protobuf; undefined for messages of ours. */
export function wellKnownSchema(
  typeName: string,
  mode: SchemaMode,
  rules: FieldRules | undefined,
): JsonObject | undefined {
  switch (typeName) {
    case "google.protobuf.Timestamp":
      return { type: "string", format: "date-time", ...(mode === "request" ? { pattern: TIME_SCHEMA_PATTERN } : {}) };
    case "google.protobuf.Duration":
      return {
        type: "integer",
        ...(mode === "request" ? { minimum: -MAX_DURATION_SECONDS, maximum: MAX_DURATION_SECONDS } : {}),
      };
    case "google.protobuf.Struct":
      return { type: "object" };
    case "google.protobuf.ListValue":
      return { type: "array", items: {} };
    case "google.protobuf.Value":
      if (rules?.scalar) return { type: ["string", "number", "boolean"] };
      // Null in a request is an absent field.
      return { type: ["string", "number", "boolean", "object", "array", ...(mode === "response" ? ["null"] : [])] };
    default:
      return undefined;
  }
}

/**
 * What the definition says of a field: its comment or else its type's, what its enum values mean,
 * and bounds that no keyword can say.
 */
export function fieldDescription(field: DescField, rules: FieldRules | undefined): string | undefined {
  const type = field.message ?? field.enum;
  const parts = [
    comment(`${field.parent.typeName}.${field.name}`) ?? (type && comment(type.typeName)),
    field.enum && valueDescriptions(field.enum),
    field.message && structBounds(rules),
  ];
  const text = parts.filter((part) => part !== undefined && part !== "").join("\n");
  return text === "" ? undefined : text;
}

function structBounds(rules: FieldRules | undefined): string {
  const bounds = [
    ...(rules !== undefined && rules.maxBytes > 0 ? [`${rules.maxBytes} bytes of JSON`] : []),
    ...(rules !== undefined && rules.maxDepth > 0 ? [`${rules.maxDepth} levels`] : []),
  ];
  return bounds.length === 0 ? "" : `At most ${bounds.join(" and ")}.`;
}

function valueDescriptions(desc: DescEnum): string {
  return desc.values
    .flatMap((item) => {
      const name = enumName(desc, item.number);
      const text = comment(`${desc.typeName}.${item.name}`);
      return name === null || text === undefined ? [] : [`${name}: ${text}`];
    })
    .join("\n");
}

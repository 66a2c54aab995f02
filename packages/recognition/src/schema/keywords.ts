import type { JsonValue } from "../types/json.ts";
import { patternProblem } from "./patterns.ts";

export const SCALAR_TYPES = ["string", "number", "integer", "boolean", "null"] as const;
export const TYPES: readonly string[] = ["object", "array", ...SCALAR_TYPES];
export const FORMATS = ["date", "time", "date-time", "duration", "uri", "email", "uuid"] as const;
export const MOST_ALTERNATIVES = 8;
const MOST_ENUM = 1_000;
/** The name of the annotations that the core reads. */
export const ANNOTATIONS = "x-intent";

type Check = (value: JsonValue) => string | null;

const isText: Check = (value) => (typeof value === "string" ? null : "must be a string");
const isNumber: Check = (value) => (typeof value === "number" ? null : "must be a number");
const isSize: Check = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? null : "must be a count");
const isAnything: Check = () => null;
const isArray: Check = (value) => (Array.isArray(value) ? null : "must be an array");

function isType(value: JsonValue): string | null {
  if (typeof value === "string") return TYPES.includes(value) ? null : "is not a type of JSON Schema";
  const pair = Array.isArray(value) && value.length === 2 && value.filter((one) => one === "null").length === 1;
  return pair && value.every((one) => TYPES.includes(one as string)) ? null : "must be one type, or one type and null";
}

function isEnum(value: JsonValue): string | null {
  if (!Array.isArray(value) || value.length === 0) return "must be an array with at least one value";
  if (value.length > MOST_ENUM) return `has more than ${MOST_ENUM} values`;
  return new Set(value.map((one) => JSON.stringify(one))).size === value.length ? null : "has a value twice";
}

function isNames(value: JsonValue): string | null {
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) return "must be an array of names";
  return new Set(value).size === value.length ? null : "has a name twice";
}

/** Keywords whose value holds no Schema, with what their value must be. The others are read by `checkSubset`. */
export const PLAIN_KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["type", isType],
  ["required", isNames],
  ["enum", isEnum],
  ["const", isAnything],
  ["description", isText],
  ["title", isText],
  ["examples", isArray],
  ["default", isAnything],
  ["minimum", isNumber],
  ["maximum", isNumber],
  ["exclusiveMinimum", isNumber],
  ["exclusiveMaximum", isNumber],
  ["minLength", isSize],
  ["maxLength", isSize],
  ["minItems", isSize],
  ["maxItems", isSize],
  [
    "format",
    (value) => ((FORMATS as readonly JsonValue[]).includes(value) ? null : `must be one of ${FORMATS.join(", ")}`),
  ],
  ["pattern", patternProblem],
  ["additionalProperties", (value) => (value === false ? null : "must be false")],
]);

/** What the document itself may say; its conditions belong to its fields. */
export const ROOT_KEYWORDS: ReadonlySet<string> = new Set([
  "$schema",
  "$defs",
  "type",
  "properties",
  "required",
  "additionalProperties",
  "description",
  "title",
  "examples",
  "default",
]);

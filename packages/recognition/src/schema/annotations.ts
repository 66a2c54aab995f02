import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonSchema, JsonValue } from "../types/json.ts";
import { ANNOTATIONS } from "./keywords.ts";
import { resolved } from "./references.ts";
import { refuseSchema } from "./refuse.ts";

/** What the core reads from `x-intent` of a top-level field. */
export interface FieldAnnotations {
  /** The value must stand literally in a cited quote. */
  readonly exact: boolean;
  /** Action words or domains; null: everywhere. */
  readonly appliesTo: readonly string[] | null;
  readonly perIntent: boolean;
  readonly many: boolean;
  readonly unit: string | null;
  readonly currency: string | null;
}

const MEMBERS = ["exact", "appliesTo", "perIntent", "cardinality", "unit", "currency"];

export function readAnnotations(document: JsonSchema, schema: JsonSchema, path: string): FieldAnnotations {
  const at = `${path}/${ANNOTATIONS}`;
  const given = Object.hasOwn(schema, ANNOTATIONS) ? schema[ANNOTATIONS] : {};
  if (!isObject(given)) return refuseSchema(at, "must be an object");
  for (const name of Object.keys(given))
    if (!MEMBERS.includes(name)) refuseSchema(`${at}/${pointerToken(name)}`, "is not an annotation");
  const types = typesOf(document, schema);
  const exact = flag(given.exact, `${at}/exact`, false);
  if (exact && !holdsText(document, schema, types)) refuseSchema(`${at}/exact`, "needs a field of strings");
  const many = cardinality(given.cardinality, `${at}/cardinality`, types.includes("array"));
  if (many && !types.includes("array")) refuseSchema(`${at}/cardinality`, "needs an array for many");
  return {
    exact,
    many,
    appliesTo: words(given.appliesTo, `${at}/appliesTo`),
    perIntent: flag(given.perIntent, `${at}/perIntent`, true),
    unit: name(given.unit, `${at}/unit`, /\S/, "must be a unit"),
    currency: name(given.currency, `${at}/currency`, /^[A-Z]{3}$/, "must be a currency code of three capital letters"),
  };
}

/** The types of all that a Schema allows. */
function typesOf(document: JsonSchema, schema: JsonSchema): string[] {
  const { type, anyOf } = resolved(document, schema);
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === "string");
  return Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap((one) => typesOf(document, one)) : [];
}

function holdsText(document: JsonSchema, schema: JsonSchema, types: readonly string[]): boolean {
  if (types.includes("string")) return true;
  const { items, anyOf } = resolved(document, schema);
  if (isObject(items) && types.includes("array")) return typesOf(document, items).includes("string");
  return Array.isArray(anyOf) && anyOf.filter(isObject).some((one) => holdsText(document, one, typesOf(document, one)));
}

function flag(value: JsonValue | undefined, path: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  return typeof value === "boolean" ? value : refuseSchema(path, "must be true or false");
}

function cardinality(value: JsonValue | undefined, path: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (value !== "one" && value !== "many") refuseSchema(path, "must be one or many");
  return value === "many";
}

function words(value: JsonValue | undefined, path: string): readonly string[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string" && one.trim() !== ""))
    return refuseSchema(path, "must be an array of words");
  return Object.freeze(value.map(String));
}

function name(value: JsonValue | undefined, path: string, allowed: RegExp, message: string): string | null {
  if (value === undefined) return null;
  return typeof value === "string" && value.length <= 64 && allowed.test(value) ? value : refuseSchema(path, message);
}

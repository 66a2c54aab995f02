import fc from "fast-check";
import type { JsonObject, JsonValue } from "../src/index.ts";
import { isJsonObject } from "../src/wire/json.ts";

/** A place in a JSON value, from the root. */
type Place = (string | number)[];
type Schema = Record<string, unknown>;

/** Values that break one rule or another. No null: it is the same as absent, which schemas do not say. */
const REPLACEMENTS: JsonValue[] = [
  0,
  1,
  -1,
  1.5,
  51,
  1e10,
  2 ** 53,
  -(2 ** 53),
  "",
  "x",
  "x y",
  "x".repeat(3000),
  true,
  false,
  [],
  {},
  ["x"],
  ["x", "x"],
  [""],
  new Array(120).fill("x"),
  { a: 1 },
  { "bad key": "x" },
  { key: "x".repeat(600) },
  { intent: "x" },
];

/** The request with one thing in it changed, at any place that the schema describes. */
export function mutated(request: JsonObject, schema: JsonObject): fc.Arbitrary<JsonValue> {
  const places = placesOf(request, schema, []);
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom("replace", "remove", "add"), fc.constantFrom(...REPLACEMENTS))
    .map(([place, how, replacement]) => change(request, place, how, replacement));
}

function placesOf(value: JsonValue, schema: unknown, here: Place): Place[] {
  const places = [here];
  if (!isJsonObject(schema)) return places;
  const { properties, additionalProperties, items } = schema as Schema;
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) places.push(...placesOf(item, items, [...here, i]));
  // A free object ends here: the bounds of its bytes and depth are not for schemas to say.
  else if (isJsonObject(value) && (isJsonObject(properties) || isJsonObject(additionalProperties))) {
    for (const [key, member] of Object.entries(value)) {
      const inner = isJsonObject(properties) ? properties[key] : additionalProperties;
      places.push(...placesOf(member as JsonValue, inner, [...here, key]));
    }
  }
  return places;
}

function change(root: JsonValue, place: Place, how: string, replacement: JsonValue): JsonValue {
  const copy = structuredClone(root);
  const last = place.at(-1);
  let parent = copy;
  for (const step of place.slice(0, -1)) parent = (parent as JsonObject)[step] as JsonValue;
  if (last === undefined) return how === "replace" ? replacement : { ...(copy as JsonObject), surplus: replacement };
  const target = (parent as JsonObject)[last];
  if (how === "remove") {
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete (parent as JsonObject)[last];
  } else if (how === "add" && isJsonObject(target)) target.surplus = replacement;
  else if (how === "add" && Array.isArray(target)) target.push(target[0] ?? replacement);
  else (parent as JsonObject)[last] = replacement;
  return copy;
}

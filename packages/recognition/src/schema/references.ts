import { isObject, own } from "../json/json-object.ts";
import { pointerToken, pointerTokens } from "../json/pointer-text.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../types/json.ts";
import { refuseSchema } from "./refuse.ts";

// What a document of the subset may come to with every reference written out. Checking one value costs no more steps
// than that, so that definitions which name each other eight times over cannot make a small document expensive.
const MOST_EXPANDED = 20_000;

interface Extent {
  depth: number;
  size: number;
}

/** Refuses references to nothing, references in a circle, and a document too deep or too large with them written out. */
export function checkReferences(document: JsonSchema, at: string, bounds: { depth: number }): void {
  const definitions = definitionsOf(document);
  const known = new Map<string, Extent>();
  const open = new Set<string>();

  const extentOf = (schema: JsonSchema, path: string): Extent => {
    let depth = 0;
    let size = 1;
    for (const [child, childPath] of childrenOf(schema, path)) {
      const extent = extentOf(child, childPath);
      depth = Math.max(depth, extent.depth + 1);
      size += extent.size;
    }
    if (typeof schema.$ref === "string") {
      const extent = follow(schema.$ref, `${path}/$ref`);
      depth = Math.max(depth, extent.depth);
      size += extent.size;
    }
    if (depth >= bounds.depth) refuseSchema(path, `is nested deeper than ${bounds.depth}`);
    if (size > MOST_EXPANDED) refuseSchema(path, "is too large with its references written out");
    return { depth, size };
  };

  const follow = (reference: string, path: string): Extent => {
    const name = definitionName(reference);
    if (name === null || own(definitions, name) === undefined) return refuseSchema(path, "names no definition");
    return extentOfDefinition(name, path);
  };

  const extentOfDefinition = (name: string, path: string): Extent => {
    const extent = known.get(name);
    if (extent !== undefined) return extent;
    const target = own(definitions, name);
    if (open.has(name)) refuseSchema(path, "leads back to itself");
    open.add(name);
    const made = extentOf(target as JsonSchema, `${at}/$defs/${pointerToken(name)}`);
    open.delete(name);
    known.set(name, made);
    return made;
  };

  for (const name of Object.keys(definitions)) extentOfDefinition(name, at);
  let size = 1;
  for (const [field, path] of childrenOf(document, at)) {
    const extent = extentOf(field, path);
    if (extent.depth + 1 >= bounds.depth) refuseSchema(path, `is nested deeper than ${bounds.depth}`);
    size += extent.size;
  }
  if (size > MOST_EXPANDED) refuseSchema(at, "is too large with its references written out");
}

/** A field's own Schema with the definitions that it leads to, so that it stands alone. */
export function selfContained(document: JsonSchema, schema: JsonSchema): JsonSchema {
  const definitions = definitionsOf(document);
  const used = new Map<string, JsonValue>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...childrenOf(next, "").map(([child]) => child));
    if (typeof next.$ref !== "string") continue;
    const name = definitionName(next.$ref);
    const target = name === null ? undefined : own(definitions, name);
    if (name === null || used.has(name) || target === undefined) continue;
    used.set(name, target);
    waiting.push(target as JsonSchema);
  }
  return used.size === 0 ? schema : Object.freeze({ ...schema, $defs: Object.freeze(Object.fromEntries(used)) });
}

/** Follows references from a Schema to the first one that says more than another reference. */
export function resolved(document: JsonSchema, schema: JsonSchema): JsonSchema {
  let at = schema;
  while (typeof at.$ref === "string" && at.type === undefined) {
    const name = definitionName(at.$ref);
    const target = name === null ? undefined : own(definitionsOf(document), name);
    if (target === undefined) return at;
    at = target as JsonSchema;
  }
  return at;
}

function definitionsOf(document: JsonSchema): JsonObject {
  return isObject(document.$defs) ? document.$defs : {};
}

/** The one name behind "#/$defs/", out of its two spellings: as a fragment of a URI and as a token of a pointer. */
function definitionName(reference: string): string | null {
  const token = reference.slice("#/$defs/".length);
  try {
    const [name, ...below] = pointerTokens(`/${decodeURIComponent(token)}`) ?? [];
    return name === undefined || below.length > 0 ? null : name;
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

function childrenOf(schema: JsonSchema, path: string): [JsonSchema, string][] {
  const children: [JsonSchema, string][] = [];
  if (isObject(schema.properties))
    for (const [name, child] of Object.entries(schema.properties))
      children.push([child as JsonSchema, `${path}/properties/${pointerToken(name)}`]);
  if (isObject(schema.items)) children.push([schema.items, `${path}/items`]);
  if (Array.isArray(schema.anyOf))
    for (const [index, child] of schema.anyOf.entries()) children.push([child as JsonSchema, `${path}/anyOf/${index}`]);
  return children;
}

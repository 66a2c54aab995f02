import type { JsonSchema, JsonValue } from "../types/json.ts";

const kept = new WeakMap<JsonSchema, ReadonlySet<string>>();

/** The strings that a Schema lists itself, in enum and const: choosing one of them adds nothing from outside. */
export function listedWords(schema: JsonSchema): ReadonlySet<string> {
  const known = kept.get(schema);
  if (known !== undefined) return known;
  const words = new Set<string>();
  const waiting: JsonValue[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) {
      waiting.push(...next);
      continue;
    }
    for (const [keyword, content] of Object.entries(next)) {
      if (keyword === "enum" || keyword === "const") {
        for (const one of [content].flat()) if (typeof one === "string") words.add(one);
      } else if (["items", "anyOf", "properties", "$defs"].includes(keyword)) {
        const children = keyword === "properties" || keyword === "$defs" ? Object.values(content as object) : content;
        waiting.push(children as JsonValue);
      }
    }
  }
  kept.set(schema, words);
  return words;
}

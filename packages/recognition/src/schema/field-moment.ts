import { isObject } from "../json/json-object.ts";
import type { JsonSchema } from "../types/json.ts";
import { resolved } from "./references.ts";

export type Moment = "date" | "date-time";

/**
 * Whether a field holds dates or moments, wherever its Schema says so: in itself, behind references, in its items, or
 * in every alternative but null.
 */
export function momentOf(document: JsonSchema, schema: JsonSchema): Moment | null {
  const { format, items, anyOf, type } = resolved(document, schema);
  if (format === "date" || format === "date-time") return format;
  if (isObject(items) && (type === "array" || (Array.isArray(type) && type.includes("array"))))
    return momentOf(document, items);
  if (!Array.isArray(anyOf)) return null;
  const kinds = anyOf
    .filter(isObject)
    .filter((one) => resolved(document, one).type !== "null")
    .map((one) => momentOf(document, one));
  const [first = null] = kinds;
  return kinds.every((kind) => kind === first) ? first : null;
}

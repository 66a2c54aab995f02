import type { Settings } from "../request.ts";
import type { JsonValue } from "../types/json.ts";
import { refuseInput, refuseSize } from "./input-error.ts";

/** The selected fields in the order of the Schema: all of them when nothing was said, none for an empty list. */
export function readFields(settings: Settings, given: JsonValue | undefined): readonly string[] {
  const { schema, limits } = settings;
  const all = schema?.fields.map((field) => field.name) ?? [];
  if (given !== undefined && !Array.isArray(given))
    return refuseInput("INPUT_INVALID", [{ path: "/fields", message: "must be an array of names" }]);
  const selected = new Set<string>(given === undefined ? all : []);
  const unknown: { path: string; message: string }[] = [];
  for (const [index, name] of (given ?? []).entries()) {
    const path = `/fields/${index}`;
    if (typeof name !== "string") return refuseInput("INPUT_INVALID", [{ path, message: "must be a string" }]);
    if (schema?.field(name) === undefined) unknown.push({ path, message: "is not a field of this recogniser" });
    else selected.add(name);
  }
  if (unknown.length > 0) refuseInput("FIELD_UNKNOWN", unknown);
  if (selected.size > limits.selectedFields) refuseSize("/fields", "fields", limits.selectedFields);
  return Object.freeze(all.filter((name) => selected.has(name)));
}

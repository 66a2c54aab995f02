import type { JsonObject } from "../types/json.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member; never one of a prototype. */
export function own<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

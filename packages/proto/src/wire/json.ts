import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

export type { JsonObject, JsonValue };

/** A JSON object, as a parser makes it: no array, no null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property; a key `__proto__` becomes data and never the object's prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

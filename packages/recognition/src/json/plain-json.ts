import type { JsonValue } from "../types/json.ts";
import { pointerToken } from "./pointer-text.ts";

export interface PlainJsonBounds {
  depth: number;
  nodes: number;
  /** UTF-16 units of all strings and names together. */
  characters: number;
  /** Throws the caller's own error; `large` when only a bound is passed. */
  refuse(path: string, message: string, large: boolean): never;
}

/**
 * A frozen deep copy of what a caller handed in, as plain JSON. Every member is read exactly once, so that what was
 * checked is what is used; members that are undefined are left out. Refused with their path: what JSON cannot say,
 * objects of a class, cycles, lone surrogates, a member named __proto__, and whatever a getter or a proxy throws.
 */
export function copyPlainJson(root: unknown, bounds: PlainJsonBounds): JsonValue {
  const { refuse } = bounds;
  const above = new Set<object>();
  let nodes = 0;
  let characters = 0;
  let at = "";
  // What `refuse` threw must pass the guard around getters below.
  let refusal: unknown;
  const stop = (path: string, message: string, large = false): never => {
    try {
      return refuse(path, message, large);
    } catch (thrown) {
      refusal = thrown;
      throw thrown;
    }
  };

  const count = (path: string, length: number) => {
    nodes += 1;
    characters += length;
    if (nodes > bounds.nodes || characters > bounds.characters) stop(path, "is too large", true);
  };

  const text = (value: string, path: string): string => {
    count(path, value.length);
    if (!value.isWellFormed()) stop(path, "holds half of a surrogate pair");
    return value;
  };

  const copy = (value: unknown, path: string): JsonValue => {
    at = path;
    if (typeof value === "string") return text(value, path);
    count(path, 0);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value !== "object") return stop(path, "is not JSON");
    if (above.has(value)) stop(path, "contains itself");
    if (above.size >= bounds.depth) stop(path, "is nested too deeply");
    above.add(value);
    const copied = Array.isArray(value) ? copyArray(value, path) : copyObject(value, path);
    above.delete(value);
    Object.freeze(copied);
    return copied;
  };

  const copyArray = (value: readonly unknown[], path: string): JsonValue[] => {
    const { length } = value;
    if (nodes + length > bounds.nodes) stop(path, "is too large", true);
    const copied: JsonValue[] = [];
    for (let index = 0; index < length; index += 1) copied.push(copy(value[index], `${path}/${index}`));
    return copied;
  };

  const copyObject = (value: object, path: string): JsonValue => {
    if (!isPlain(value)) stop(path, "is not a plain object");
    if (Object.getOwnPropertySymbols(value).length > 0) stop(path, "has a member that is not named by a string");
    const copied: { [member: string]: JsonValue } = {};
    for (const name of Object.keys(value)) {
      const memberPath = `${path}/${pointerToken(name)}`;
      at = memberPath;
      text(name, memberPath);
      if (name === "__proto__") stop(memberPath, "is not allowed as a name");
      const member: unknown = (value as Record<string, unknown>)[name];
      if (member !== undefined) copied[name] = copy(member, memberPath);
    }
    return copied;
  };

  try {
    return copy(root, "");
  } catch (thrown) {
    if (thrown === refusal && refusal !== undefined) throw thrown;
    return refuse(at, "could not be read", false);
  }
}

/** Objects of another realm count as plain too: nothing stands above their prototype. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

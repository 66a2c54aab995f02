import { IntentError } from "../errors.ts";
import type { JsonValue } from "../types/json.ts";

const MAX_DEPTH = 64;
const MAX_NODES = 200_000;
const MAX_CHARACTERS = 4_194_304;

function refuse(path: string, message: string): never {
  throw new IntentError("INPUT_INVALID", "input", message, { issues: [{ code: "INPUT_INVALID", path, message }] });
}

const escaped = (name: string) => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

/** Objects of another realm count as plain too: nothing stands above their prototype. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * A deep copy of what a caller handed in, as plain JSON data: every member is read exactly once, here, so that what
 * was checked is what is used. Undefined members are left out. Throws INPUT_INVALID/input naming the place of anything
 * that JSON cannot say, and for whatever a getter or a proxy throws.
 */
export function copyJson(root: unknown): JsonValue {
  let nodes = 0;
  let characters = 0;
  let at = "";
  const onPath = new Set<object>();

  function count(path: string, length: number): void {
    nodes += 1;
    characters += length;
    if (nodes > MAX_NODES || characters > MAX_CHARACTERS) refuse(path, "The request is too large.");
  }

  function copy(value: unknown, path: string): JsonValue {
    at = path;
    if (typeof value === "string") {
      count(path, value.length);
      return value;
    }
    count(path, 0);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value !== "object") refuse(path, `A ${typeof value} is not JSON.`);
    if (onPath.has(value)) refuse(path, "The request contains itself.");
    if (onPath.size >= MAX_DEPTH) refuse(path, "The request is nested too deeply.");
    onPath.add(value);
    const copied = Array.isArray(value) ? copyArray(value, path) : copyObject(value, path);
    onPath.delete(value);
    return copied;
  }

  function copyArray(value: readonly unknown[], path: string): JsonValue[] {
    const { length } = value;
    if (length > MAX_NODES) refuse(path, "The request is too large.");
    return Array.from({ length }, (_, index) => copy(value[index], `${path}/${index}`));
  }

  function copyObject(value: object, path: string): JsonValue {
    if (!isPlain(value)) refuse(path, "Only plain objects are JSON.");
    const copied: { [member: string]: JsonValue } = {};
    for (const name of Object.keys(value)) {
      count(path, name.length);
      const memberPath = `${path}/${escaped(name)}`;
      at = memberPath;
      const member: unknown = (value as Record<string, unknown>)[name];
      if (member === undefined) continue;
      // Defined and not assigned: a member named __proto__ must stay a member.
      Object.defineProperty(copied, name, {
        value: copy(member, memberPath),
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
    return copied;
  }

  try {
    return copy(root, "");
  } catch (thrown) {
    if (thrown instanceof IntentError && thrown.code === "INPUT_INVALID") throw thrown;
    return refuse(at, "This part of the request could not be read.");
  }
}

import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { Settings } from "../request.ts";
import type { ContextItem } from "../types/input.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { CONTEXT_ROLES, type ContextRole } from "../types/names.ts";
import { readReferenceTime } from "../values/reference-time.ts";
import { refuseInput, refuseSize } from "./input-error.ts";

const MEMBERS = ["role", "content", "id", "time"];

/** The context as items; a text becomes one item of background. */
export function readContext(settings: Settings, given: JsonValue | undefined): readonly Readonly<ContextItem>[] {
  const { contextItems, contextBytes } = settings.limits;
  if (given === undefined) return Object.freeze([]);
  if (typeof given === "string") {
    if (contextItems < 1) refuseSize("/context", "items", contextItems);
    if (Buffer.byteLength(given) > contextBytes) refuseSize("/context", "bytes", contextBytes);
    return Object.freeze([Object.freeze({ role: "background" as const, content: given })]);
  }
  if (!Array.isArray(given))
    return refuseInput("INPUT_INVALID", [{ path: "/context", message: "must be a string or an array of items" }]);
  if (given.length > contextItems) refuseSize("/context", "items", contextItems);
  const items: Readonly<ContextItem>[] = [];
  let bytes = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, one] of given.entries()) {
    const path = `/context/${index}`;
    if (!isObject(one)) return refuseInput("INPUT_INVALID", [{ path, message: "must be an object" }]);
    const item = readItem(one, path);
    bytes += Buffer.byteLength(item.content) + Buffer.byteLength(item.id ?? "") + Buffer.byteLength(item.time ?? "");
    if (bytes > contextBytes) refuseSize(path, "bytes", contextBytes);
    latest = readTime(item, path, latest);
    items.push(item);
  }
  return Object.freeze(items);
}

function readItem(given: JsonObject, path: string): Readonly<ContextItem> {
  const unknown = Object.keys(given).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0)
    refuseInput(
      "INPUT_INVALID",
      unknown.map((name) => ({ path: `${path}/${pointerToken(name)}`, message: "is not a member of a context item" })),
    );
  const { role, content, id, time } = given;
  if (!(CONTEXT_ROLES as readonly (JsonValue | undefined)[]).includes(role))
    refuseInput("INPUT_INVALID", [{ path: `${path}/role`, message: `must be one of ${CONTEXT_ROLES.join(", ")}` }]);
  if (typeof content !== "string")
    return refuseInput("INPUT_INVALID", [{ path: `${path}/content`, message: "must be a string" }]);
  if (id !== undefined && typeof id !== "string")
    return refuseInput("INPUT_INVALID", [{ path: `${path}/id`, message: "must be a string" }]);
  if (time !== undefined && typeof time !== "string")
    return refuseInput("INPUT_INVALID", [{ path: `${path}/time`, message: "must be a string" }]);
  return Object.freeze({
    role: role as ContextRole,
    content,
    ...(id === undefined ? {} : { id }),
    ...(time === undefined ? {} : { time }),
  });
}

/** Items stand in time order: what "before" and "the last one" mean depends on it. */
function readTime(item: Readonly<ContextItem>, path: string, latest: number): number {
  if (item.time === undefined) return latest;
  const time = item.time.length > 128 ? null : readReferenceTime(item.time);
  if (time === null)
    return refuseInput("INPUT_INVALID", [{ path: `${path}/time`, message: "must be an RFC 3339 time with an offset" }]);
  if (time.epochMs < latest)
    refuseInput("INPUT_INVALID", [{ path: `${path}/time`, message: "is earlier than an item before it" }]);
  return time.epochMs;
}

import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { FieldLocation } from "../gen/openintents/wire/v1/wire_pb.ts";
import type { Properties } from "./access.ts";
import { notAnObject } from "./from-wire.ts";
import { isJsonObject, setOwn } from "./json.ts";
import { routeOfInput } from "./methods.ts";
import { byName, type ReadEntry, readerOf, readMembers } from "./readers.ts";
import { textValue } from "./text-values.ts";
import { at, Issues } from "./wire-error.ts";

/** The parts of an HTTP request. Header names are lower-case. */
export type RestParts = {
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string | undefined>;
  /** Parsed JSON. */
  body: unknown;
  hasBody: boolean;
};

/** Where each request field travels, compiled once per request message. */
type RestPlan = {
  body: ReadonlyMap<string, ReadEntry>;
  query: ReadonlyMap<string, ReadEntry>;
  path: ReadEntry[];
  headers: ReadEntry[];
};

/** Place of a request field in a method that does or does not take a body. */
export function locationOf(entry: Pick<ReadEntry, "wire">, takesBody: boolean): FieldLocation {
  if (entry.wire.in !== FieldLocation.UNSPECIFIED) return entry.wire.in;
  return takesBody ? FieldLocation.BODY : FieldLocation.QUERY;
}

const plans = new WeakMap<DescMessage, Map<boolean, RestPlan>>();

function planOf(schema: DescMessage, takesBody: boolean): RestPlan {
  const known = plans.get(schema)?.get(takesBody);
  if (known !== undefined) return known;
  const { entries } = readerOf(schema);
  const located = (location: FieldLocation) => entries.filter((entry) => locationOf(entry, takesBody) === location);
  const plan = {
    body: byName(located(FieldLocation.BODY)),
    query: byName(located(FieldLocation.QUERY)),
    path: located(FieldLocation.PATH),
    headers: located(FieldLocation.HEADER),
  };
  plans.set(schema, (plans.get(schema) ?? new Map()).set(takesBody, plan));
  return plan;
}

/**
 * Reads a request message from an HTTP request, each field from its place. A query repeats a name
 * for a list and writes `name[key]=value` for a map; numbers, booleans, enums and times are read
 * from text. An absent body counts as an empty one. Throws WireError as fromWire does; a body or
 * query member that has no place there is `unknown_parameter`.
 */
export function fromRest<D extends DescMessage>(schema: D, parts: RestParts): MessageShape<D> {
  const route = routeOfInput(schema);
  const plan = planOf(schema, route === undefined ? parts.hasBody : route.takesBody);
  const issues = new Issues();
  const message = readerOf(schema).begin();
  for (const entry of plan.path) readText(entry, message, parts.path[entry.name], issues);
  for (const entry of plan.headers) readText(entry, message, parts.headers[entry.wire.header.toLowerCase()], issues);
  readQuery(plan.query, message, parts.query, issues);
  if (parts.hasBody && parts.body !== undefined) {
    if (isJsonObject(parts.body)) readMembers(plan.body, message, parts.body, "", issues);
    else notAnObject(issues);
  }
  issues.throwIfAny();
  return message as MessageShape<D>;
}

function readText(entry: ReadEntry, message: Properties, text: string | undefined, issues: Issues): void {
  if (text !== undefined) entry.read(message, textValue(entry.field, text), entry.name, issues);
}

function readQuery(
  entries: ReadonlyMap<string, ReadEntry>,
  message: Properties,
  query: RestParts["query"],
  issues: Issues,
): void {
  const maps = new Map<ReadEntry, object>();
  for (const [key, given] of Object.entries(query)) {
    const texts = Array.isArray(given) ? given : [given];
    const bracket = key.indexOf("[");
    const entry = entries.get(bracket === -1 ? key : key.slice(0, bracket));
    const isMap = entry?.field.fieldKind === "map";
    if (entry === undefined || (bracket !== -1 && !(isMap && key.endsWith("]")))) {
      issues.unknown(at("", key));
    } else if (isMap) {
      const mapKey = key.slice(bracket + 1, -1);
      const path = bracket === -1 ? entry.name : at(entry.name, mapKey);
      if (bracket === -1) issues.invalid(path, `is written ${entry.name}[key]=value`);
      else if (texts.length > 1) issues.invalid(path, "was given more than once");
      else {
        const map = maps.get(entry) ?? {};
        maps.set(entry, map);
        setOwn(map, mapKey, textValue(entry.field, texts[0] ?? ""));
      }
    } else if (entry.field.fieldKind === "list") {
      const values = texts.map((text) => textValue(entry.field, text));
      entry.read(message, values, entry.name, issues);
    } else if (texts.length > 1) issues.invalid(entry.name, "was given more than once");
    else readText(entry, message, texts[0], issues);
  }
  for (const [entry, map] of maps) entry.read(message, map, entry.name, issues);
}

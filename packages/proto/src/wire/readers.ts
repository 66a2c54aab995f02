import { create, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { FieldWire } from "../gen/openintents/wire/v1/wire_pb.ts";
import { chosenCase, type Properties, setter } from "./access.ts";
import { enumNames, enumValue } from "./enum-names.ts";
import { isJsonObject, setOwn } from "./json.ts";
import { scalarReader } from "./scalar-readers.ts";
import { rulesOf, type Shape, shapeOf } from "./shape.ts";
import { rangeComplaint } from "./value-rules.ts";
import { wellKnown } from "./well-known.ts";
import { at, type Issues } from "./wire-error.ts";

/** Reads one JSON value at a path; undefined after adding an issue. */
export type ReadValue = (json: unknown, path: string, issues: Issues) => unknown;

/** One member of a message's JSON, wherever its field sits below flattened messages. */
export type ReadEntry = {
  name: string;
  field: DescField;
  wire: FieldWire;
  /** Reads a value that is neither absent nor null into the message. */
  read(message: Properties, json: unknown, path: string, issues: Issues): void;
};

/** What is needed to read a message from JSON, compiled once per descriptor. */
export type Reader = {
  desc: DescMessage;
  entries: ReadEntry[];
  byName: ReadonlyMap<string, ReadEntry>;
  /** A new message, with the flattened messages that are required. */
  begin(): Properties;
};

const readers = new WeakMap<DescMessage, Reader>();

export function readerOf(desc: DescMessage): Reader {
  let reader = readers.get(desc);
  if (reader === undefined) {
    const shape = shapeOf(desc);
    const entries = entriesOf(shape);
    const required = shape.members.filter((member) => member.kind === "flatten" && member.required);
    const opens = required.flatMap((member) => (member.kind === "flatten" ? [opener(member.field)] : []));
    reader = {
      desc,
      entries,
      byName: byName(entries),
      begin() {
        const message = create(desc) as Properties;
        for (const open of opens) open(message);
        return message;
      },
    };
    readers.set(desc, reader);
  }
  return reader;
}

export function byName(entries: ReadEntry[]): ReadonlyMap<string, ReadEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Reads the members of a JSON object into the message; members that `entries` lacks are issues. */
export function readMembers(
  entries: ReadonlyMap<string, ReadEntry>,
  message: Properties,
  json: Record<string, unknown>,
  path: string,
  issues: Issues,
): void {
  for (const key of Object.keys(json)) {
    const entry = entries.get(key);
    if (entry === undefined) {
      issues.unknown(at(path, key));
      continue;
    }
    const value = json[key];
    if (value === null || value === undefined) continue;
    entry.read(message, value, path === "" ? key : at(path, key), issues);
  }
}

/** Answers the flattened message inside its parent, making it when it is not there. */
function opener(field: DescField & { message: DescMessage }): (parent: Properties) => Properties {
  const local = field.localName;
  const reader = readerOf(field.message);
  return (parent) => {
    let inner = parent[local] as Properties | undefined;
    if (inner === undefined) {
      inner = reader.begin();
      parent[local] = inner;
    }
    return inner;
  };
}

/** Constants, untagged oneofs and what gRPC alone carries cannot be sent. */
function entriesOf(shape: Shape): ReadEntry[] {
  return shape.members.flatMap((member): ReadEntry[] => {
    if (member.kind === "field") return [fieldEntry(member.name, member.field, member.wire)];
    if (member.kind !== "flatten") return [];
    const open = opener(member.field);
    return readerOf(member.field.message).entries.map((inner) => ({
      ...inner,
      read(message, json, path, issues) {
        // An empty list or map says nothing that an absent message does not say.
        if (message[member.field.localName] === undefined && isEmptyOf(inner, json)) return;
        inner.read(open(message), json, path, issues);
      },
    }));
  });
}

function isEmptyOf({ field }: ReadEntry, json: unknown): boolean {
  if (field.fieldKind === "list") return Array.isArray(json) && json.length === 0;
  return field.fieldKind === "map" && isJsonObject(json) && Object.keys(json).length === 0;
}

function fieldEntry(name: string, field: DescField, wire: FieldWire): ReadEntry {
  const readValue = fieldReader(field);
  const set = setter(field);
  const oneof = field.oneof?.localName;
  return {
    name,
    field,
    wire,
    read(message, json, path, issues) {
      if (oneof !== undefined && chosenCase(message, oneof) !== undefined) {
        issues.invalid(path, `excludes ${chosenCase(message, oneof)}, which was given too`);
        return;
      }
      const value = readValue(json, path, issues);
      if (value !== undefined) set(message, value);
    },
  };
}

/** Reads a whole field: a list or a map element by element. */
export function fieldReader(field: DescField): ReadValue {
  const read = valueReader(field);
  if (field.fieldKind === "list") {
    return (json, path, issues) => {
      if (!Array.isArray(json)) return issues.invalid(path, "must be a list");
      return json.map((item, i) => read(item, at(path, i), issues)).filter((item) => item !== undefined);
    };
  }
  if (field.fieldKind === "map") {
    if (field.mapKey !== ScalarType.STRING) throw new Error(`${field}: only string keys travel as JSON`);
    return (json, path, issues) => {
      if (!isJsonObject(json)) return issues.invalid(path, "must be an object");
      const out = {};
      for (const key of Object.keys(json)) {
        if (!key.isWellFormed()) issues.invalid(at(path, key), "must have a key of well-formed Unicode");
        const value = read(json[key], at(path, key), issues);
        if (value !== undefined) setOwn(out, key, value);
      }
      return out;
    };
  }
  return read;
}

function valueReader(field: DescField): ReadValue {
  if (field.message !== undefined) return messageReader(field.message, field.fieldKind === "message");
  if (field.enum !== undefined) {
    const desc = field.enum;
    return (json, path, issues) => {
      const number = typeof json === "string" ? enumValue(desc, json) : undefined;
      if (number === undefined) issues.invalid(path, `must be one of ${enumNames(desc).join(", ")}`);
      return number;
    };
  }
  const read = scalarReader(field.scalar);
  // A number too large for its type breaks the field's own range too, and is answered as that is.
  const rules = field.fieldKind === "scalar" ? rulesOf(field) : undefined;
  const range = rules && rangeComplaint(rules);
  return (json, path, issues) => {
    const result = read(json);
    if ("value" in result) return result.value;
    if (result.range && range !== undefined) issues.invalid(path, range, rules?.code || undefined);
    else issues.invalid(path, result.complaint);
    return undefined;
  };
}

/** Reads a message; google.protobuf's own types and unwrapped messages read what they print. */
export function messageReader(desc: DescMessage, singular: boolean): ReadValue {
  const known = wellKnown(desc, singular);
  if (known !== undefined) {
    return (json, path, issues) => {
      const result = known.read(json);
      if ("value" in result) return result.value;
      issues.invalid(path, result.complaint);
      return undefined;
    };
  }
  const { unwrap } = shapeOf(desc);
  if (unwrap !== undefined) {
    const readInner = fieldReader(unwrap.field);
    const set = setter(unwrap.field);
    return (json, path, issues) => {
      const value = readInner(json, path, issues);
      if (value === undefined) return undefined;
      const message = create(desc) as Properties;
      set(message, value);
      return message;
    };
  }
  // Looked up at the first value: a message may hold messages of its own type.
  let reader: Reader | undefined;
  return (json, path, issues) => {
    if (!isJsonObject(json)) return issues.invalid(path, "must be an object");
    reader ??= readerOf(desc);
    const message = reader.begin();
    readMembers(reader.byName, message, json, path, issues);
    return message;
  };
}

import type { DescMessage } from "@bufbuild/protobuf";
import type { Duration, ListValue, Struct, Timestamp, Value } from "@bufbuild/protobuf/wkt";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import {
  copyJson,
  listFromJson,
  listToJson,
  structFromJson,
  structToJson,
  valueFromJson,
  valueToJson,
} from "./struct-values.ts";
import {
  durationComplaint,
  durationOf,
  isDurationSeconds,
  parseTime,
  printTime,
  timestampComplaint,
  timestampOf,
} from "./times.ts";

/**
 * How one of google.protobuf's own messages travels. `read` answers a complaint for JSON it cannot
 * take; `complaint` says why a message must not travel, undefined when it may.
 */
export type WellKnown = {
  print(value: unknown): JsonValue;
  read(json: unknown): { value: unknown } | { complaint: string };
  complaint(value: unknown): string | undefined;
};

function jsonComplaint(json: JsonValue): string | undefined {
  const copied = copyJson(json);
  return "complaint" in copied ? copied.complaint : undefined;
}

const timestamp: WellKnown = {
  print: (value) => printTime(value as Timestamp),
  read(json) {
    const ms = typeof json === "string" ? parseTime(json) : undefined;
    return ms === undefined
      ? { complaint: "must be an RFC 3339 time with an offset, to the millisecond at most" }
      : { value: timestampOf(ms) };
  },
  complaint: (value) => timestampComplaint(value as Timestamp),
};

const duration: WellKnown = {
  print: (value) => Number((value as Duration).seconds),
  read: (json) =>
    typeof json === "number" && isDurationSeconds(json)
      ? { value: durationOf(json) }
      : { complaint: "must be whole seconds, as a number" },
  complaint: (value) => durationComplaint(value as Duration),
};

const value: WellKnown = {
  print: (item) => valueToJson(item as Value),
  read(json) {
    const copied = copyJson(json);
    return "complaint" in copied ? copied : { value: valueFromJson(copied.value) };
  },
  complaint: (item) => jsonComplaint(valueToJson(item as Value)),
};

const listValue: WellKnown = {
  print: (item) => listToJson(item as ListValue),
  read(json) {
    if (!Array.isArray(json)) return { complaint: "must be a list" };
    const copied = copyJson(json);
    return "complaint" in copied ? copied : { value: listFromJson(copied.value as JsonValue[]) };
  },
  complaint: (item) => jsonComplaint(listToJson(item as ListValue)),
};

function readObject(json: unknown): { value: JsonObject } | { complaint: string } {
  if (!isJsonObject(json)) return { complaint: "must be an object" };
  return copyJson(json) as { value: JsonObject } | { complaint: string };
}

/** A Struct in a list, a map or a oneof's Value is a message of its own. */
const structMessage: WellKnown = {
  print: (item) => structToJson(item as Struct),
  read(json) {
    const copied = readObject(json);
    return "complaint" in copied ? copied : { value: structFromJson(copied.value) };
  },
  complaint: (item) => jsonComplaint(structToJson(item as Struct)),
};

/** A singular Struct field: protobuf-es keeps it as plain JSON. */
const structField: WellKnown = {
  print: (item) => item as JsonObject,
  read: readObject,
  complaint: (item) => jsonComplaint(item as JsonObject),
};

const byName = new Map<string, WellKnown>([
  ["google.protobuf.Timestamp", timestamp],
  ["google.protobuf.Duration", duration],
  ["google.protobuf.Value", value],
  ["google.protobuf.ListValue", listValue],
  ["google.protobuf.Struct", structMessage],
]);

/** How a message of google.protobuf travels; undefined for messages of ours. `singular`: not in a list or map. */
export function wellKnown(desc: DescMessage, singular: boolean): WellKnown | undefined {
  if (!desc.typeName.startsWith("google.protobuf.")) return undefined;
  const known = singular && desc.typeName === "google.protobuf.Struct" ? structField : byName.get(desc.typeName);
  if (known === undefined) throw new Error(`${desc} has no form on the JSON wire`);
  return known;
}

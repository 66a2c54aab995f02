import { clone, type DescField, type DescMessage, isMessage, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import type { JsonValue } from "../src/index.ts";
import { isJsonObject, setOwn } from "../src/wire/json.ts";
import { shapeOf } from "../src/wire/shape.ts";

/** Messages of ours right below a message or JSON, by field. */
function ownMessage(field: DescField): DescMessage | undefined {
  return field.message?.typeName.startsWith("google.protobuf.") ? undefined : field.message;
}

/** The printed JSON without what no request may carry: constants and untagged oneofs. */
export function parseableJson(desc: DescMessage, json: JsonValue): JsonValue {
  const shape = shapeOf(desc);
  if (shape.unwrap !== undefined) return eachMessage(shape.unwrap.field, json);
  if (!isJsonObject(json)) return json;
  const out = {};
  const keep = (from: DescMessage) => {
    for (const member of shapeOf(from).members) {
      if (member.kind === "flatten") keep(member.field.message);
      else if (member.kind === "field" && Object.hasOwn(json, member.name)) {
        setOwn(out, member.name, eachMessage(member.field, json[member.name] as JsonValue));
      }
    }
  };
  keep(desc);
  return out as JsonValue;
}

function eachMessage(field: DescField, json: JsonValue): JsonValue {
  const desc = ownMessage(field);
  if (desc === undefined || json === null) return json;
  if (field.fieldKind === "list") return (json as JsonValue[]).map((item) => parseableJson(desc, item));
  if (field.fieldKind === "map") {
    const out = {};
    for (const [key, item] of Object.entries(json)) setOwn(out, key, parseableJson(desc, item as JsonValue));
    return out as JsonValue;
  }
  return parseableJson(desc, json);
}

/**
 * The message without what its JSON does not carry back: input-only and constant fields, untagged
 * oneofs, and a flattened message in which nothing is left.
 */
export function parseableMessage<M extends Message>(desc: DescMessage, message: M): M {
  const copy = clone(desc, message) as M;
  drop(desc, copy);
  return copy;
}

function drop(desc: DescMessage, message: Message): void {
  const shape = shapeOf(desc);
  const reflected = reflect(desc, message);
  const printed = new Set<DescField>();
  for (const member of shape.unwrap ? [shape.unwrap] : shape.members) {
    if (member.kind === "flatten" || (member.kind === "field" && !member.wire.inputOnly)) printed.add(member.field);
  }
  for (const field of desc.fields) {
    const inner = ownMessage(field);
    if (!printed.has(field)) reflected.clear(field);
    else if (inner !== undefined && reflected.isSet(field)) {
      const value = fieldValue(field, message);
      for (const item of Array.isArray(value)
        ? value
        : field.fieldKind === "map"
          ? Object.values(value as object)
          : [value]) {
        if (isMessage(item)) drop(inner, item);
      }
    }
  }
  for (const member of shape.members) {
    if (member.kind !== "flatten" || member.required || !reflected.isSet(member.field)) continue;
    const inner = fieldValue(member.field, message) as Message;
    if (member.field.message.fields.every((field) => !reflect(member.field.message, inner).isSet(field))) {
      reflected.clear(member.field);
    }
  }
}

function fieldValue(field: DescField, message: Message): unknown {
  const properties = message as unknown as Record<string, unknown>;
  return field.oneof === undefined
    ? properties[field.localName]
    : (properties[field.oneof.localName] as { value: unknown }).value;
}

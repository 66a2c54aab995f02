// Recognition's JSON and its messages, both ways, from the descriptors alone. Its rules are
// not those of the rest of the API: camelCase, members in the order of their numbers, what
// is absent is left out (or null where the contract says so), JSON values as they are.
import {
  create,
  type DescField,
  type DescMessage,
  getOption,
  type Message,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import {
  field as fieldOption,
  message as messageOption,
  oneof as oneofOption,
} from "./gen/openintents/wire/v1/wire_pb.ts";
import { getter, type Properties, setter } from "./wire/access.ts";
import { enumName, enumValue } from "./wire/enum-names.ts";
import type { JsonObject, JsonValue } from "./wire/json.ts";

type Codec = { print(value: unknown): JsonValue; read(json: JsonValue): unknown };
type Member = {
  field: DescField;
  name: string;
  codec: Codec;
  /** What stands in the JSON where the field is not set: nothing, or null. */
  unset: "absent" | "null";
  optional: boolean;
  get: (message: Properties) => unknown;
  set: (message: Properties, value: unknown) => void;
};

const codecs = new WeakMap<DescMessage, Codec>();

/** The JSON that a message of recognition mirrors. */
export function toRecognitionJson<D extends DescMessage>(schema: D, message: MessageShape<D>): JsonValue {
  return messageCodec(schema).print(message);
}

/** The message that mirrors recognition's JSON. The JSON is trusted to have the shape of its type. */
export function fromRecognitionJson<D extends DescMessage>(schema: D, json: unknown): MessageShape<D> {
  return messageCodec(schema).read(json as JsonValue) as MessageShape<D>;
}

function messageCodec(schema: DescMessage): Codec {
  let codec = codecs.get(schema);
  if (codec === undefined) {
    // Messages may hold themselves, so the codec exists before its members do.
    const made: Codec = { print: (value) => real().print(value), read: (json) => real().read(json) };
    let compiled: Codec | undefined;
    const real = () => (compiled ??= compile(schema));
    codecs.set(schema, made);
    codec = made;
  }
  return codec;
}

function compile(schema: DescMessage): Codec {
  const unwrap = getOption(schema, messageOption).unwrap;
  const inner = schema.fields.find((field) => field.name === unwrap);
  if (inner) return unwrapped(schema, memberOf(inner));
  const untagged = schema.oneofs.find((oneof) => getOption(oneof, oneofOption).untagged);
  if (untagged) return untaggedCodec(schema, untagged.fields);
  const members = schema.fields.map(memberOf);
  return {
    print(value) {
      const json: JsonObject = {};
      for (const member of members) {
        const own = member.get(value as Properties);
        if (own === undefined && member.optional) {
          if (member.unset === "null") json[member.name] = null;
        } else json[member.name] = member.codec.print(own);
      }
      return json;
    },
    read(json) {
      const message = create(schema) as Message & Properties;
      for (const member of members) {
        const own = (json as JsonObject)[member.name];
        if (own !== undefined && !(own === null && member.unset === "null")) {
          member.set(message, member.codec.read(own));
        }
      }
      return message;
    },
  };
}

function unwrapped(schema: DescMessage, member: Member): Codec {
  return {
    print: (value) => member.codec.print(member.get(value as Properties)),
    read(json) {
      const message = create(schema) as Message & Properties;
      member.set(message, member.codec.read(json));
      return message;
    },
  };
}

/** The chosen member prints as itself; it is known again by its constant `type`. */
function untaggedCodec(schema: DescMessage, fields: DescField[]): Codec {
  const members = fields.map((field) => ({ ...memberOf(field), type: constantOf(field, "type") }));
  return {
    print(value) {
      const chosen = members.find((member) => member.get(value as Properties) !== undefined);
      return chosen === undefined ? null : chosen.codec.print(chosen.get(value as Properties));
    },
    read(json) {
      const chosen = members.find((member) => member.type === (json as JsonObject).type);
      if (!chosen) throw new Error(`${schema.typeName} has no member for this value`);
      const message = create(schema) as Message & Properties;
      chosen.set(message, chosen.codec.read(json));
      return message;
    },
  };
}

function constantOf(field: DescField, name: string): string {
  const held = field.message?.fields.find((one) => one.name === name);
  return held === undefined ? "" : getOption(held, fieldOption).constant;
}

function memberOf(field: DescField): Member {
  const option = getOption(field, fieldOption);
  return {
    field,
    name: isJson(field) ? field.jsonName.replace(/Json$/, "") : field.jsonName,
    codec: option.constant === "" ? fieldCodec(field) : constantCodec(option.constant),
    unset: option.nullable ? "null" : "absent",
    optional: field.proto.proto3Optional || (field.fieldKind === "message" && field.oneof !== undefined),
    get: getter(field),
    set: setter(field),
  };
}

function isJson(field: DescField): boolean {
  return field.name.endsWith("_json");
}

function constantCodec(constant: string): Codec {
  return { print: () => constant, read: () => constant };
}

function fieldCodec(field: DescField): Codec {
  const single = elementCodec(field);
  if (field.fieldKind === "list") {
    return {
      print: (value) => (value as unknown[]).map((one) => single.print(one)),
      read: (json) => (json as JsonValue[]).map((one) => single.read(one)),
    };
  }
  if (field.fieldKind !== "map") return single;
  return {
    print: (value) => mapped(value as Record<string, unknown>, single.print) as JsonObject,
    read: (json) => mapped(json as JsonObject, single.read),
  };
}

function mapped<A, B>(record: Record<string, A>, convert: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
}

const plain: Codec = { print: (value) => value as JsonValue, read: (json) => json };
const jsonBytes: Codec = {
  print: (value) => JSON.parse(new TextDecoder().decode(value as Uint8Array)) as JsonValue,
  read: (json) => new TextEncoder().encode(JSON.stringify(json)),
};

function elementCodec(field: DescField): Codec {
  if (field.message !== undefined) return messageCodec(field.message);
  const { enum: desc } = field;
  if (desc !== undefined) {
    return {
      print: (value) => enumName(desc, value as number),
      read(json) {
        const number = enumValue(desc, json as string);
        if (number === undefined) throw new Error(`${desc.typeName} has no value for this word`);
        return number;
      },
    };
  }
  return field.scalar === ScalarType.BYTES && isJson(field) ? jsonBytes : plain;
}

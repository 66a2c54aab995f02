import { type DescEnum, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { getter, type OneofValue, type Properties } from "./access.ts";
import { enumName } from "./enum-names.ts";
import { type JsonObject, type JsonValue, setOwn } from "./json.ts";
import { type Member, type Shape, shapeOf } from "./shape.ts";
import { wellKnown } from "./well-known.ts";
import { WireError } from "./wire-error.ts";

/**
 * The message as its JSON on REST, MCP and webhooks: snake_case names, every field present, null
 * when empty, [] and {} for empty lists and maps. An unwrapped message answers its field's value.
 * Throws WireError `internal_error` for what this JSON cannot carry: NaN, infinities, integers past
 * 2^53, times finer than a millisecond.
 */
export function toWire<D extends DescMessage>(schema: D, message: MessageShape<D>): JsonValue {
  return printerOf(schema)(message as Properties);
}

type Print = (value: unknown) => JsonValue;
/** Writes a message's members; of an absent message, flattened into its parent, their nulls. */
type Write = (message: Properties | undefined, out: JsonObject) => void;

const printers = new WeakMap<DescMessage, (message: Properties) => JsonValue>();
const writers = new WeakMap<DescMessage, Write>();

function printerOf(desc: DescMessage): (message: Properties) => JsonValue {
  let print = printers.get(desc);
  if (print === undefined) {
    print = compilePrinter(shapeOf(desc));
    printers.set(desc, print);
  }
  return print;
}

function compilePrinter(shape: Shape): (message: Properties) => JsonValue {
  if (shape.unwrap !== undefined) {
    const read = getter(shape.unwrap.field);
    const print = fieldPrinter(shape.unwrap.field);
    return (message) => print(read(message));
  }
  const write = writerOf(shape);
  return (message) => {
    const out: JsonObject = {};
    write(message, out);
    return out;
  };
}

function writerOf(shape: Shape): Write {
  let write = writers.get(shape.desc);
  if (write === undefined) {
    const parts = shape.members.flatMap(memberWriter);
    write = (message, out) => {
      for (const part of parts) part(message, out);
    };
    writers.set(shape.desc, write);
  }
  return write;
}

function memberWriter(member: Member): Write[] {
  switch (member.kind) {
    case "constant": {
      const { name, value } = member;
      return [
        (_message, out) => {
          out[name] = value;
        },
      ];
    }
    case "flatten": {
      const read = getter(member.field);
      const write = writerOf(shapeOf(member.field.message));
      return [(message, out) => write(message && (read(message) as Properties | undefined), out)];
    }
    case "untagged": {
      const { name, oneof } = member;
      const prints = new Map(oneof.fields.map((field) => [field.localName, fieldPrinter(field)]));
      const local = oneof.localName;
      return [
        (message, out) => {
          const chosen = message?.[local] as OneofValue | undefined;
          const print = chosen?.case === undefined ? undefined : prints.get(chosen.case);
          out[name] = print === undefined ? null : print(chosen?.value);
        },
      ];
    }
    case "field": {
      if (member.wire.inputOnly) return [];
      const { name } = member;
      const read = getter(member.field);
      const print = fieldPrinter(member.field);
      return [
        (message, out) => {
          out[name] = print(message && read(message));
        },
      ];
    }
  }
}

/** Prints a field's value; undefined prints null, or the empty list or map. */
function fieldPrinter(field: DescField): Print {
  const print = valuePrinter(field);
  if (field.fieldKind === "list") {
    return (value) => {
      const list = value as unknown[] | undefined;
      if (list === undefined) return [];
      const out: JsonValue[] = new Array(list.length);
      for (let i = 0; i < list.length; i++) out[i] = print(list[i]);
      return out;
    };
  }
  if (field.fieldKind === "map") {
    return (value) => {
      const out: JsonObject = {};
      for (const [key, item] of Object.entries((value as object | undefined) ?? {})) setOwn(out, key, print(item));
      return out;
    };
  }
  return (value) => (value === undefined ? null : print(value));
}

/** Prints one value of the field: the field's own, a list's element, a map's value. */
function valuePrinter(field: DescField): Print {
  if (field.message !== undefined) return messagePrinter(field, field.message);
  if (field.enum !== undefined) return enumPrinter(field.enum);
  return scalarPrinter(field, field.scalar);
}

function enumPrinter(desc: DescEnum): Print {
  return (value) => enumName(desc, value as number);
}

function messagePrinter(field: DescField, desc: DescMessage): Print {
  const known = wellKnown(desc, field.fieldKind === "message");
  if (known !== undefined) {
    return (value) => {
      const complaint = known.complaint(value);
      if (complaint !== undefined) throw unprintable(field, complaint);
      return known.print(value);
    };
  }
  // Looked up at the first value: a message may hold messages of its own type.
  let print: ((message: Properties) => JsonValue) | undefined;
  return (value) => {
    print ??= printerOf(desc);
    return print(value as Properties);
  };
}

function scalarPrinter(field: DescField, scalar: ScalarType): Print {
  switch (scalar) {
    case ScalarType.STRING:
    case ScalarType.BOOL:
      return (value) => value as JsonValue;
    case ScalarType.BYTES:
      return (value) => base64Encode(value as Uint8Array);
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      return (value) => {
        const number = Number(value as bigint);
        if (!Number.isSafeInteger(number)) throw unprintable(field, "must be within 2^53");
        return number;
      };
    default:
      return (value) => {
        if (!Number.isFinite(value)) throw unprintable(field, "must be a finite number");
        return value as number;
      };
  }
}

function unprintable(field: DescField, complaint: string): WireError {
  return new WireError([
    { reason: "internal_error", param: field.name, message: `${field.parent.name}.${field.name} ${complaint}.` },
  ]);
}

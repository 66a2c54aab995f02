import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { durationFromMs, timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import type { JsonValue } from "../src/index.ts";
import { integerBounds, isBigInt } from "../src/wire/scalar-readers.ts";
import { isFlattened, isImplicit, shapeOf } from "../src/wire/shape.ts";
import { valueFromJson } from "../src/wire/struct-values.ts";

/** Any Unicode text, with the names that trip up objects. */
export const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "") },
);

/** JSON as a parser makes it: no -0, own keys only, `__proto__` among them. */
export const json: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 3, noUnicodeString: false } as fc.JsonSharedConstraints)
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

export const jsonObject = fc
  .array(fc.tuple(text, json), { maxLength: 4 })
  .map((entries) =>
    JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)}}`),
  );

const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;
const milliseconds = fc.integer({ min: FIRST_MS, max: LAST_MS });

/** A message with every field that a response always has, the others at will. */
export function anyMessage(desc: DescMessage): fc.Arbitrary<Message> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const member of desc.members) {
    if (member.kind === "oneof") {
      fields[member.localName] = fc.oneof(
        fc.constant({ case: undefined }),
        ...member.fields.map((field) => anyValue(field).map((value) => ({ case: field.localName, value }))),
      );
    } else fields[member.localName] = anyField(member);
  }
  return fc.record(fields).map((init) => {
    // An absent field is one that create never sees.
    const present = Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
    return create(desc, present) as Message;
  });
}

function anyField(field: DescField): fc.Arbitrary<unknown> {
  if (field.fieldKind === "list") return fc.array(anyValue(field), { maxLength: 3 });
  if (field.fieldKind === "map") {
    return fc.array(fc.tuple(text, anyValue(field)), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
  }
  if (isAlwaysThere(field)) return anyValue(field);
  if (isImplicit(field) && field.enum !== undefined) return fc.oneof(fc.constant(0), anyValue(field));
  return fc.option(anyValue(field), { nil: undefined });
}

function isAlwaysThere(field: DescField): boolean {
  if (isImplicit(field)) return field.fieldKind !== "enum";
  if (isFlattened(field)) return true;
  const shape = shapeOf(field.parent);
  const member = [...shape.members, ...(shape.unwrap ? [shape.unwrap] : [])].find(
    (item) => item.kind === "field" && item.field === field,
  );
  return member?.kind === "field" && member.wire.present;
}

function anyValue(field: DescField): fc.Arbitrary<unknown> {
  if (field.enum !== undefined) {
    return fc.constantFrom(...field.enum.values.map((value) => value.number).filter((number) => number !== 0));
  }
  if (field.message === undefined) return anyScalar(field.scalar);
  switch (field.message.typeName) {
    case "google.protobuf.Timestamp":
      return milliseconds.map((ms) => timestampFromMs(ms));
    case "google.protobuf.Duration":
      return fc.integer({ min: -1_000_000, max: 1_000_000 }).map((seconds) => durationFromMs(seconds * 1000));
    case "google.protobuf.Struct":
      return jsonObject;
    case "google.protobuf.Value":
      // A Value of null reads back as an absent one; wire-rules.test.ts says so.
      return json.filter((value) => value !== null).map(valueFromJson);
    default:
      return anyMessage(field.message);
  }
}

function anyScalar(scalar: ScalarType): fc.Arbitrary<unknown> {
  const bounds = integerBounds(scalar);
  if (bounds !== undefined) {
    const integers = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constantFrom(0, bounds.min, bounds.max));
    const within = integers.filter((value) => value >= bounds.min && value <= bounds.max);
    return isBigInt(scalar) ? within.map(BigInt) : within;
  }
  switch (scalar) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 20 });
    case ScalarType.DOUBLE:
      // JSON writes -0 as 0.
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case ScalarType.STRING:
      return text;
    default:
      throw new Error(`no values for scalar type ${scalar}`);
  }
}

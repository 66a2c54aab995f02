import { type DescField, type DescMessage, type DescOneof, getOption, hasOption } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import {
  type FieldRules,
  type FieldWire,
  field as fieldOption,
  message as messageOption,
  oneof as oneofOption,
  rules as rulesOption,
} from "../gen/openintents/wire/v1/wire_pb.ts";

/** A field that has a place of its own in the message's JSON. */
export type FieldMember = {
  kind: "field";
  name: string;
  field: DescField;
  wire: FieldWire;
  rules: FieldRules | undefined;
};
/** A message field whose members stand in the place of the field itself. */
export type FlattenMember = { kind: "flatten"; field: DescField & { message: DescMessage }; required: boolean };
/** A field that always prints the same text. */
export type ConstantMember = { kind: "constant"; name: string; field: DescField; value: string };
/** A oneof that prints its chosen member's value under the oneof's name. */
export type UntaggedMember = { kind: "untagged"; name: string; oneof: DescOneof };
export type Member = FieldMember | FlattenMember | ConstantMember | UntaggedMember;

/** What a message looks like as JSON: its members in the order of the definition. */
export type Shape = {
  desc: DescMessage;
  /** Field whose value prints in place of the message. */
  unwrap: FieldMember | undefined;
  members: Member[];
};

const cache = new WeakMap<DescMessage, Shape>();

export function shapeOf(desc: DescMessage): Shape {
  let shape = cache.get(desc);
  if (shape === undefined) {
    shape = readShape(desc);
    cache.set(desc, shape);
  }
  return shape;
}

/** Validation rules of a field, or undefined when it has none. */
export function rulesOf(field: DescField): FieldRules | undefined {
  return hasOption(field, rulesOption) ? getOption(field, rulesOption) : undefined;
}

/** True for a scalar or enum without presence: its zero value and "not sent" are the same. */
export function isImplicit(field: DescField): boolean {
  return (
    (field.fieldKind === "scalar" || field.fieldKind === "enum") &&
    field.oneof === undefined &&
    field.presence === FeatureSet_FieldPresence.IMPLICIT
  );
}

/** True for a message field whose members stand in its place. */
export function isFlattened(field: DescField): boolean {
  return getOption(field, fieldOption).flatten;
}

function fieldMember(field: DescField): FieldMember {
  return { kind: "field", name: field.name, field, wire: getOption(field, fieldOption), rules: rulesOf(field) };
}

function readMember(field: DescField): Member | undefined {
  const wire = getOption(field, fieldOption);
  if (wire.grpcOnly) return undefined;
  if (wire.constant !== "") return { kind: "constant", name: field.name, field, value: wire.constant };
  if (wire.flatten) {
    if (field.fieldKind !== "message") throw new Error(`${field}: only a singular message can be flattened`);
    return { kind: "flatten", field, required: rulesOf(field)?.required === true };
  }
  return fieldMember(field);
}

function readShape(desc: DescMessage): Shape {
  const members: Member[] = [];
  for (const item of desc.members) {
    if (item.kind === "oneof" && getOption(item, oneofOption).untagged) {
      members.push({ kind: "untagged", name: item.name, oneof: item });
      continue;
    }
    for (const field of item.kind === "oneof" ? item.fields : [item]) {
      const member = readMember(field);
      if (member !== undefined) members.push(member);
    }
  }
  const unwrapName = getOption(desc, messageOption).unwrap;
  const unwrapped = desc.fields.find((field) => field.name === unwrapName);
  if (unwrapName !== "" && unwrapped === undefined) throw new Error(`${desc}: unwrap names no field of it`);
  const shape = { desc, unwrap: unwrapped && fieldMember(unwrapped), members };
  refuseTwins(desc, memberNames(shape));
  return shape;
}

/** Names that the message's JSON has, those of flattened messages included. */
function memberNames(shape: Shape): string[] {
  return shape.members.flatMap((member) =>
    member.kind === "flatten" ? memberNames(shapeOf(member.field.message)) : [member.name],
  );
}

function refuseTwins(desc: DescMessage, names: string[]): void {
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin !== undefined) throw new Error(`${desc}: two members named ${twin} on the JSON wire`);
}

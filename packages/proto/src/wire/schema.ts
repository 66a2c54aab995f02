import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/openintents/wire/v1/wire_pb.ts";
import { comment } from "./comments.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { mustBeSent } from "./must-be-sent.ts";
import {
  enumSchema,
  fieldDescription,
  type SchemaMode,
  scalarSchema,
  stringKeywords,
  wellKnownSchema,
} from "./schema-types.ts";
import { type FieldMember, isImplicit, type Member, rulesOf, shapeOf, type UntaggedMember } from "./shape.ts";

export type SchemaOptions = {
  /** request: what a caller may send, with the rules as keywords. response: what we print. */
  mode: SchemaMode;
  /** components: messages below the root are `#/components/schemas/<Name>`. Default: inline. */
  refs?: "inline" | "components";
  /** Fields to leave out, at any depth. */
  omit?: (field: DescField) => boolean;
};

/** Where messages below the root are named instead of written out. */
export const COMPONENTS = "#/components/schemas/";

/**
 * JSON Schema (2020-12) of a message's JSON, from the same options that print, parse and validate
 * it; descriptions are the definition's comments. A request refuses unknown members and requires
 * what the rules require. A response lists every member as required, allows null unless the field
 * is always present, and allows members of later versions.
 */
export function jsonSchema(schema: DescMessage, options: SchemaOptions): JsonObject {
  return messageSchema(schema, options, []);
}

function messageSchema(desc: DescMessage, options: SchemaOptions, above: DescMessage[]): JsonObject {
  if (above.includes(desc)) throw new Error(`${desc} holds itself, which an inline schema cannot say`);
  const inside = [...above, desc];
  const shape = shapeOf(desc);
  if (shape.unwrap !== undefined)
    return described(shape.unwrap, fieldSchema(shape.unwrap.field, options, inside), options);
  const properties: JsonObject = {};
  const required: string[] = [];
  collect(shape.members, options, inside, properties, required);
  const description = comment(desc.typeName);
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(options.mode === "request" ? { additionalProperties: false } : {}),
  };
}

function collect(
  members: Member[],
  options: SchemaOptions,
  above: DescMessage[],
  properties: JsonObject,
  required: string[],
): void {
  const isRequest = options.mode === "request";
  for (const member of members) {
    if (member.kind === "untagged") {
      if (isRequest) continue;
      properties[member.name] = untaggedSchema(member, options, above);
      required.push(member.name);
    } else if (options.omit?.(member.field)) {
    } else if (member.kind === "constant") {
      if (isRequest) continue;
      properties[member.name] = { type: "string", const: member.value };
      required.push(member.name);
    } else if (member.kind === "flatten") {
      const inner: string[] = [];
      collect(shapeOf(member.field.message).members, options, above, properties, inner);
      // Nothing is required of a message that need not be sent.
      if (!isRequest || member.required) required.push(...inner);
    } else if (isRequest || !member.wire.inputOnly) {
      properties[member.name] = memberSchema(member, options, above);
      if (!isRequest || mustBeSent(member.field)) required.push(member.name);
    }
  }
}

function memberSchema(member: FieldMember, options: SchemaOptions, above: DescMessage[]): JsonObject {
  const schema = fieldSchema(member.field, options, above);
  const isNullable = options.mode === "response" && canBeNull(member);
  return described(member, isNullable ? nullable(schema) : schema, options);
}

function described(member: FieldMember, schema: JsonObject, options: SchemaOptions): JsonObject {
  const description = fieldDescription(member.field, options.mode === "request" ? member.rules : undefined);
  if (description === undefined) return schema;
  const { type, $ref, anyOf, description: _typeDescription, ...rest } = schema;
  return {
    ...(type === undefined ? {} : { type }),
    ...($ref === undefined ? {} : { $ref }),
    ...(anyOf === undefined ? {} : { anyOf }),
    description,
    ...rest,
  };
}

function canBeNull({ field, wire }: FieldMember): boolean {
  if (wire.present || field.fieldKind === "list" || field.fieldKind === "map") return false;
  // Enum value 0 prints null, with presence and without.
  return field.fieldKind === "enum" || !isImplicit(field);
}

function nullable(schema: JsonObject): JsonObject {
  if (typeof schema.type === "string") {
    const values: JsonObject = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
    return { ...schema, type: [schema.type, "null"], ...values };
  }
  if (Array.isArray(schema.type)) return schema;
  return { anyOf: [schema, { type: "null" }] };
}

function untaggedSchema(member: UntaggedMember, options: SchemaOptions, above: DescMessage[]): JsonObject {
  const variants: JsonValue[] = member.oneof.fields
    .filter((field) => !options.omit?.(field))
    .map((field) => fieldSchema(field, options, above));
  const description = comment(`${member.oneof.parent.typeName}.${member.name}`);
  return { anyOf: [...variants, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

/** Schema of a whole field: a list or map with what it holds. */
function fieldSchema(field: DescField, options: SchemaOptions, above: DescMessage[]): JsonObject {
  const rules = options.mode === "request" ? rulesOf(field) : undefined;
  if (field.fieldKind === "list") {
    return {
      type: "array",
      items: valueSchema(field, rules?.items, options, above),
      ...(rules !== undefined && rules.minItems > 0 ? { minItems: rules.minItems } : {}),
      ...(rules !== undefined && rules.maxItems > 0 ? { maxItems: rules.maxItems } : {}),
      ...(rules?.uniqueItems ? { uniqueItems: true } : {}),
    };
  }
  if (field.fieldKind === "map") {
    const keys = stringKeywords(rules?.keys);
    return {
      type: "object",
      additionalProperties: valueSchema(field, rules?.values, options, above),
      ...(Object.keys(keys).length === 0 ? {} : { propertyNames: keys }),
      ...(rules !== undefined && rules.maxPairs > 0 ? { maxProperties: rules.maxPairs } : {}),
    };
  }
  const schema = valueSchema(field, rules, options, above);
  // Without presence an empty text is one that was not sent.
  if (rules?.required && isImplicit(field) && schema.type === "string") return { minLength: 1, ...schema };
  return schema;
}

function valueSchema(
  field: DescField,
  rules: FieldRules | undefined,
  options: SchemaOptions,
  above: DescMessage[],
): JsonObject {
  if (field.enum !== undefined) return enumSchema(field.enum);
  if (field.message === undefined) return scalarSchema(field.scalar, options.mode, rules);
  const known = wellKnownSchema(field.message.typeName, options.mode, rules);
  if (known !== undefined) return known;
  if (options.refs === "components") return { $ref: `${COMPONENTS}${field.message.name}` };
  return messageSchema(field.message, options, above);
}

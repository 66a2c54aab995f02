import { create, createFileRegistry, type DescMessage, type MessageInitShape, setExtension } from "@bufbuild/protobuf";
import {
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_any,
  file_google_protobuf_struct,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { type FieldRulesSchema, type FieldWireSchema, field, rules } from "../src/index.ts";

export { Label, Type };

type FieldInit = {
  name: string;
  type: Type;
  label?: Label;
  typeName?: string;
  wire?: MessageInitShape<typeof FieldWireSchema>;
  rules?: MessageInitShape<typeof FieldRulesSchema>;
};

/**
 * Messages with options that no message of the contract uses yet, made at run time in package
 * `made`. A field of a message names it as `.made.Name`. Singular scalars have presence.
 */
export function madeUpMessages(messages: Record<string, FieldInit[]>): Record<string, DescMessage> {
  const file = create(FileDescriptorProtoSchema, {
    name: "made/made.proto",
    package: "made",
    syntax: "proto3",
    dependency: ["google/protobuf/struct.proto", "google/protobuf/any.proto"],
    messageType: Object.entries(messages).map(([name, fields]) => {
      const withPresence = fields.filter((each) => each.type !== Type.MESSAGE && each.label !== Label.REPEATED);
      return {
        name,
        field: fields.map((each, i) => fieldProto(each, i + 1, withPresence.indexOf(each))),
        oneofDecl: withPresence.map((each) => ({ name: `_${each.name}` })),
      };
    }),
  });
  const registry = createFileRegistry(
    file,
    (name) =>
      [file_google_protobuf_struct, file_google_protobuf_any].find((known) => `${known.name}.proto` === name)?.proto,
  );
  return Object.fromEntries(
    Object.keys(messages).map((name) => {
      const desc = registry.getMessage(`made.${name}`);
      if (desc === undefined) throw new Error(`made.${name} was not made`);
      return [name, desc];
    }),
  );
}

function fieldProto(init: FieldInit, number: number, oneof: number) {
  const options = create(FieldOptionsSchema);
  if (init.wire !== undefined) setExtension(options, field, create(field.message as typeof FieldWireSchema, init.wire));
  if (init.rules !== undefined)
    setExtension(options, rules, create(rules.message as typeof FieldRulesSchema, init.rules));
  return create(FieldDescriptorProtoSchema, {
    name: init.name,
    number,
    type: init.type,
    label: init.label ?? Label.OPTIONAL,
    ...(init.typeName === undefined ? {} : { typeName: init.typeName }),
    ...(oneof === -1 ? {} : { proto3Optional: true, oneofIndex: oneof }),
    options,
  });
}

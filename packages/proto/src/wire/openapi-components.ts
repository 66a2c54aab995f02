import type { DescMessage } from "@bufbuild/protobuf";
import type { JsonObject } from "./json.ts";
import { jsonSchema } from "./schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

const owners = new WeakMap<JsonObject, Map<string, DescMessage>>();

/** Adds a message as we print it, and every message in it, to the components by short name. */
export function responseComponents(message: DescMessage, schemas: JsonObject): void {
  const known = owners.get(schemas) ?? new Map<string, DescMessage>();
  owners.set(schemas, known);
  const owner = known.get(message.name);
  if (owner === message) return;
  if (owner !== undefined || message.name in schemas) throw new Error(`Two components are named ${message.name}`);
  known.set(message.name, message);
  schemas[message.name] = jsonSchema(message, { mode: "response", refs: "components" });
  for (const inner of printedMessages(shapeOf(message))) responseComponents(inner, schemas);
}

/** Messages of ours that the JSON of a message refers to. */
function printedMessages(shape: Shape): DescMessage[] {
  return shape.members.flatMap((member): DescMessage[] => {
    if (member.kind === "constant") return [];
    if (member.kind === "flatten") return printedMessages(shapeOf(member.field.message));
    const fields = member.kind === "untagged" ? member.oneof.fields : member.wire.inputOnly ? [] : [member.field];
    return fields.flatMap((field) =>
      field.message === undefined || field.message.typeName.startsWith("google.protobuf.") ? [] : [field.message],
    );
  });
}

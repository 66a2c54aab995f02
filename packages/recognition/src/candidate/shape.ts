// The shape of a candidate, said once: the JSON Schema that is handed out and the check of what
// comes back are both made from these.
import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonSchema, JsonValue } from "../types/json.ts";

export type Shape =
  | { is: "text"; about?: string }
  | { is: "word"; of: readonly string[]; about?: string }
  | { is: "nothing"; about?: string }
  | { is: "maybe"; what: Shape; about?: string }
  | { is: "list"; of: Shape; about?: string }
  | { is: "record"; members: { readonly [name: string]: Shape }; about?: string };

/** As JSON Schema in the subset that strict structured output takes: no keyword of length, number, format or reference. */
export function schemaOf(shape: Shape): JsonSchema {
  const about: JsonSchema = shape.about === undefined ? {} : { description: shape.about };
  switch (shape.is) {
    case "text":
      return { type: "string", ...about };
    case "word":
      return { type: "string", enum: [...shape.of], ...about };
    case "nothing":
      return { type: "null", ...about };
    case "maybe":
      return { ...nullable(schemaOf(shape.what)), ...about };
    case "list":
      return { type: "array", items: schemaOf(shape.of), ...about };
    case "record": {
      const names = Object.keys(shape.members);
      return {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, schemaOf(shape.members[name] as Shape)])),
        required: names,
        additionalProperties: false,
        ...about,
      };
    }
  }
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema.type === "object") return { anyOf: [schema, { type: "null" }] };
  const list = schema.enum as JsonValue[] | undefined;
  return { ...schema, type: [schema.type as string, "null"], ...(list === undefined ? {} : { enum: [...list, null] }) };
}

/** Names every place where a value departs from its shape, until `report` says that it has enough. */
export function checkShape(
  shape: Shape,
  value: JsonValue,
  path: string,
  report: (path: string, message: string) => void,
): void {
  switch (shape.is) {
    case "text":
      if (typeof value !== "string") report(path, "must be a string");
      return;
    case "word":
      if (typeof value !== "string" || !shape.of.includes(value)) report(path, `must be one of ${listed(shape.of)}`);
      return;
    case "nothing":
      if (value !== null) report(path, "must be null");
      return;
    case "maybe":
      if (value !== null) checkShape(shape.what, value, path, report);
      return;
    case "list":
      if (!Array.isArray(value)) report(path, "must be an array");
      else for (const [index, item] of value.entries()) checkShape(shape.of, item, `${path}/${index}`, report);
      return;
    case "record":
      checkRecord(shape.members, value, path, report);
  }
}

function checkRecord(
  members: { readonly [name: string]: Shape },
  value: JsonValue,
  path: string,
  report: (path: string, message: string) => void,
): void {
  if (!isObject(value)) {
    report(path, "must be an object");
    return;
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(members, name)) report(`${path}/${pointerToken(name)}`, "is not a member");
  for (const [name, shape] of Object.entries(members)) {
    const memberPath = `${path}/${name}`;
    if (Object.hasOwn(value, name)) checkShape(shape, value[name] as JsonValue, memberPath, report);
    else report(memberPath, "is missing");
  }
}

function listed(words: readonly string[]): string {
  const text = words.slice(0, 24).join(", ");
  return words.length > 24 ? `${text}, …` : text;
}

import type { JsonObject, JsonValue } from "@openintents/proto";
import { escapeHtml, inline } from "./html.ts";

/** The members of an object schema as a table; empty when it has none. */
export function membersTable(schema: JsonObject): string {
  return table(["Field", "Type", "Meaning"], memberRows(schema, ""), "fields");
}

/** Rows of the members and of the members inside them, named by their paths. */
function memberRows(schema: JsonObject, prefix: string): string[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(asObject(schema.properties)).flatMap(([name, member]) => [
    row(prefix + name, asObject(member), required.has(name)),
    ...memberRows(asObject(member), `${prefix}${name}.`),
  ]);
}

/** Parameters of an operation in one place (path, query, header) as a table. */
export function parametersTable(parameters: JsonObject[]): string {
  const rows = parameters.map((parameter) =>
    row(
      String(parameter.name) + (parameter.style === "deepObject" ? "[key]" : ""),
      {
        ...asObject(parameter.schema),
        ...(parameter.description === undefined ? {} : { description: parameter.description }),
      },
      parameter.required === true,
    ),
  );
  return table(["Name", "Type", "Meaning"], rows, "fields");
}

/** `kind` is the class that the style sheet knows; tables of fields have columns of one width. */
export function table(head: string[], rows: string[], kind: "fields" | "plain" = "plain"): string {
  if (rows.length === 0) return "";
  const cells = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join("");
  return `<table class="${kind}"><thead><tr>${cells}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** The place of a component's description in the page. */
export function componentId(name: string): string {
  return `object-${name}`;
}

export function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function row(name: string, schema: JsonObject, required: boolean): string {
  const mark = required ? "" : ' <span class="soft">optional</span>';
  const lines = typeof schema.description === "string" ? schema.description.split("\n") : [];
  const text = lines.map((line) => `<p>${inline(line)}</p>`).join("");
  const limits = limitsOf(schema);
  const limitsText = limits === "" ? "" : `<p class="soft">${limits}</p>`;
  return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${typeOf(schema)}</td><td>${text}${limitsText}</td></tr>`;
}

/** The type in words, HTML; objects that have a name are linked to it. */
export function typeOf(schema: JsonObject): string {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return `<a href="#${escapeHtml(componentId(name))}">${escapeHtml(name)}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => typeOf(asObject(choice))).join(" or ");
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any value"];
  return types
    .map((type) => {
      if (type === "array") return `list of ${typeOf(asObject(schema.items))}`;
      if (type === "object" && schema.additionalProperties !== undefined && schema.properties === undefined) {
        return "map of text";
      }
      if (type === "string") return typeof schema.format === "string" ? escapeHtml(schema.format) : "string";
      return escapeHtml(String(type));
    })
    .join(" or ");
}

function limitsOf(schema: JsonObject): string {
  const parts: string[] = [];
  const values = Array.isArray(schema.enum) ? schema.enum : asObject(schema.items).enum;
  if (Array.isArray(values)) {
    parts.push(
      values
        .filter((value) => value !== null)
        .map((value) => `<code>${escapeHtml(String(value))}</code>`)
        .join(" "),
    );
  }
  parts.push(
    ...range(schema.minimum, schema.maximum, ""),
    ...range(schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minItems, schema.maxItems, " entries"),
    ...range(undefined, schema.maxProperties, " pairs"),
  );
  if (schema.default !== undefined) parts.push(`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`);
  return parts.join("; ");
}

/** Bounds of a type are no rules of the contract, and say nothing to a reader. */
const TYPE_BOUNDS = new Set<unknown>([-0x8000_0000, 0x7fff_ffff]);

function range(least: JsonValue | undefined, most: JsonValue | undefined, unit: string): string[] {
  const min = typeof least === "number" && !TYPE_BOUNDS.has(least) ? least : undefined;
  const max = typeof most === "number" && !TYPE_BOUNDS.has(most) ? most : undefined;
  if (min !== undefined && max !== undefined) return [`${min} to ${max}${unit}`];
  if (min !== undefined) return [`at least ${min}${unit}`];
  return max === undefined ? [] : [`at most ${max}${unit}`];
}

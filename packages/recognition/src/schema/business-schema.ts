import { copyPlainJson } from "../json/plain-json.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../types/json.ts";
import type { IntentLimits } from "../types/options.ts";
import { type FieldAnnotations, readAnnotations } from "./annotations.ts";
import { checkSubset } from "./check-subset.ts";
import { type Moment, momentOf } from "./field-moment.ts";
import { createFieldValidators } from "./field-validator.ts";
import { checkReferences, resolved, selfContained } from "./references.ts";
import { refuseSchema } from "./refuse.ts";

/** One top-level property of the business Schema: something that a request can be asked for. */
export interface BusinessField extends FieldAnnotations {
  readonly name: string;
  /** Wanted by the business; a missing value is a result and no error. */
  readonly required: boolean;
  /** Stands alone: the definitions that it leads to are inside. */
  readonly schema: JsonSchema;
  /** What people call it; null when the Schema does not say. */
  readonly title: string | null;
  /** Whether its values are dates or moments, which only words and a reference time can settle. */
  readonly moment: Moment | null;
  /** What keeps a value from fitting the field's Schema; null when it fits. */
  problemOf(value: JsonValue): string | null;
}

export interface BusinessSchema {
  /** A frozen copy. */
  readonly document: JsonSchema;
  /** In the order of the document. */
  readonly fields: readonly BusinessField[];
  field(name: string): BusinessField | undefined;
}

/**
 * Reads the Schema of an instance. Throws SCHEMA_UNSUPPORTED/config, naming the place, for anything outside the
 * supported part of JSON Schema 2020-12. `at` is where the document stands in what the caller gave.
 */
export function readBusinessSchema(document: unknown, limits: IntentLimits, at = ""): BusinessSchema {
  const copied = copyPlainJson(document, {
    depth: 64,
    nodes: limits.schemaBytes,
    characters: limits.schemaBytes,
    refuse: (path, message) => refuseSchema(`${at}${path}`, message),
  });
  if (Buffer.byteLength(JSON.stringify(copied)) > limits.schemaBytes)
    refuseSchema(at, `is longer than ${limits.schemaBytes} bytes`);
  checkSubset(copied, at, { properties: limits.schemaProperties });
  checkReferences(copied, at, { depth: limits.schemaDepth });
  const validators = createFieldValidators();
  const required = new Set(Array.isArray(copied.required) ? copied.required : []);
  const fields = Object.entries((copied.properties ?? {}) as JsonObject).map(([name, schema]) => {
    const own = selfContained(copied, schema as JsonSchema);
    return Object.freeze({
      name,
      required: required.has(name),
      schema: own,
      title: titleOf(copied, schema as JsonSchema),
      moment: momentOf(copied, schema as JsonSchema),
      ...readAnnotations(copied, schema as JsonSchema, `${at}/properties/${pointerToken(name)}`),
      problemOf: validators(own),
    });
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.freeze({ document: copied, fields: Object.freeze(fields), field: (name: string) => byName.get(name) });
}

function titleOf(document: JsonSchema, schema: JsonSchema): string | null {
  const title = schema.title ?? resolved(document, schema).title;
  return typeof title === "string" && title.trim() !== "" ? title : null;
}

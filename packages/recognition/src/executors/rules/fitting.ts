import { createFieldValidators } from "../../schema/field-validator.ts";
import type { JsonSchema, JsonValue } from "../../types/json.ts";

type Check = (value: JsonValue) => string | null;

// Each schema has a checker of its own, so that it goes when the schema does.
const checks = new WeakMap<JsonSchema, Check>();

/** Whether the business takes this value for the field: what it refuses is not what the field asks for. */
export function fitsSchema(schema: JsonSchema, value: JsonValue): boolean {
  const check = checks.get(schema) ?? createFieldValidators()(schema);
  checks.set(schema, check);
  return check(value) === null;
}

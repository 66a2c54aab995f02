import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema, JsonValue } from "../types/json.ts";
import { FORMATS } from "./keywords.ts";
import { compilePattern } from "./patterns.ts";

// The document was checked against the subset before, so that the library's own checks of it stay off.
const engine = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern);
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `linear:${pattern}` };
  },
  { code: "linear" },
);

/** Makes the checks of the fields of one document; each is compiled at its first use and kept. */
export function createFieldValidators(): (schema: JsonSchema) => (value: JsonValue) => string | null {
  let ajv: Ajv2020 | null = null;
  const library = () => {
    if (ajv !== null) return ajv;
    ajv = new Ajv2020({
      strict: false,
      meta: false,
      validateSchema: false,
      ownProperties: true,
      inlineRefs: false,
      code: { regExp: engine },
    });
    addFormats.default(ajv, [...FORMATS]);
    return ajv;
  };
  return (schema) => {
    let validate: ValidateFunction | null = null;
    return (value) => {
      validate ??= library().compile(schema);
      return validate(value) ? null : described(validate.errors?.[0]);
    };
  };
}

function described(error: ErrorObject | undefined): string {
  const place = error?.instancePath ? `${error.instancePath} ` : "";
  return `${place}${error?.message ?? "does not fit"}`.slice(0, 200);
}

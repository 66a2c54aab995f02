import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import type { JsonObject } from "../src/index.ts";

/** Compiles a schema in ajv's strict mode, formats asserted, as 2020-12. */
export function schemaValidator(schema: JsonObject): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, allErrors: false });
  formatsPlugin.default(ajv);
  return ajv.compile(schema);
}

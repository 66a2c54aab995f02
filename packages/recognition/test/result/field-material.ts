// Candidates about fields, and results over a Schema of some properties.
import type { Candidate, CandidateField } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { JsonObject } from "../../src/types/json.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { intent, quote, requestOf, resultOf } from "./material.ts";

export function entry(
  field: string,
  owner: string | null,
  status: CandidateField["status"],
  more: Partial<CandidateField> = {},
): CandidateField {
  return { field, owner, status, valueJson: null, alternativesJson: [], evidence: [], note: null, ...more };
}

export function extracted(field: string, owner: string | null, value: unknown, said: string): CandidateField {
  return entry(field, owner, "extracted", { valueJson: JSON.stringify(value), evidence: [quote(said)] });
}

export function run(
  properties: JsonObject,
  input: string,
  parts: Partial<Candidate>,
  more: Partial<IntentInput> = {},
  required: string[] = [],
): IntentResult {
  const schema = { type: "object", properties, required, additionalProperties: false };
  return resultOf(requestOf(input, more, { schema }), parts);
}

export const ORDER_ID = { orderId: { type: "string", "x-intent": { exact: true } } };
export const check = (target: string, key = "a") => intent(key, "Check", target, `Check ${target}`);

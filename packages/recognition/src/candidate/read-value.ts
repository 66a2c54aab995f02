import type { RecognitionRequest } from "../request.ts";
import type { BusinessField } from "../schema/business-schema.ts";
import type { CandidateField } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { CandidateView } from "./candidate-view.ts";
import { parseBare, type StrictJsonReading } from "./strict-json.ts";

/** Reads JSON text inside a candidate within the same bounds as the candidate itself. */
export function readValueJson(request: RecognitionRequest, text: string): StrictJsonReading {
  const { candidateDepth, candidateNodes, stringLength } = request.settings.limits;
  return parseBare(text, { depth: candidateDepth, nodes: candidateNodes, stringLength });
}

export interface FieldValueEntry {
  entry: CandidateField;
  field: BusinessField;
  text: string;
  path: string;
}

/** Every JSON text that proposes a value of a selected field. */
export function* fieldValues(view: CandidateView): Generator<FieldValueEntry> {
  const { request, candidate } = view;
  const selected = new Set(request.fields);
  for (const [index, entry] of candidate.fields.entries()) {
    const field = selected.has(entry.field) ? request.settings.schema?.field(entry.field) : undefined;
    if (field === undefined) continue;
    const path = `/fields/${index}`;
    if (entry.valueJson !== null) yield { entry, field, text: entry.valueJson, path: `${path}/valueJson` };
    for (const [at, text] of entry.alternativesJson.entries())
      yield { entry, field, text, path: `${path}/alternativesJson/${at}` };
  }
}

/** The scalars of a value, in order. */
export function leavesOf(value: JsonValue): (string | number | boolean | null)[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}

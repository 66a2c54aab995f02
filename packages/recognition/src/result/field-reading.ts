// What the candidate says of a field, after the core's own look at it.
import type { RecognitionRequest } from "../request.ts";
import type { BusinessField } from "../schema/business-schema.ts";
import type { CandidateField } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { IssueCode, Origin } from "../types/names.ts";
import type { TimeValue } from "../types/values.ts";
import { normaliseQuote } from "../values/normalise-quote.ts";
import { valueContext } from "./value-context.ts";

export type FieldReading =
  | { status: "extracted"; value: JsonValue }
  | { status: "ambiguous" | "conflict"; alternatives: JsonValue[] }
  | { status: "indeterminate" | "invalid"; code: IssueCode | null; message: string }
  | { status: "absent"; notApplicable: boolean };

/** `settled`: whether the value follows from its words; if not, a time in them is open. */
export function readField(
  request: RecognitionRequest,
  field: BusinessField,
  entry: CandidateField,
  settled: boolean,
): FieldReading {
  switch (entry.status) {
    case "extracted":
      return readExtracted(request, field, entry, settled);
    case "ambiguous":
    case "conflict": {
      const alternatives = distinct(entry.alternativesJson.map((text): JsonValue => JSON.parse(text)));
      return { status: entry.status, alternatives };
    }
    case "indeterminate":
      return { status: "indeterminate", code: null, message: "what was said does not settle a value" };
    default:
      return { status: "absent", notApplicable: entry.status === "not_applicable" };
  }
}

function readExtracted(
  request: RecognitionRequest,
  field: BusinessField,
  entry: CandidateField,
  settled: boolean,
): FieldReading {
  const value: JsonValue = JSON.parse(entry.valueJson ?? "null");
  const problem = field.problemOf(value);
  if (problem !== null) return { status: "invalid", code: "FIELD_INVALID", message: problem };
  if (field.moment === null) return { status: "extracted", value };
  const read = typeof value === "string" ? readDate(request, entry, field.moment, value) : null;
  if (read !== null) return read;
  return settled ? { status: "extracted", value } : openTime(request);
}

function openTime({ referenceTime }: RecognitionRequest): FieldReading {
  return referenceTime === null
    ? { status: "indeterminate", code: "TIME_UNANCHORED", message: "what was said needs a reference time" }
    : { status: "indeterminate", code: "VALUE_NOT_NORMALISED", message: "what was said has several readings" };
}

/** A date must be what the quoted words say by the core's own grammar; null: nothing speaks against it. */
function readDate(
  request: RecognitionRequest,
  entry: CandidateField,
  format: "date" | "date-time",
  value: string,
): FieldReading | null {
  for (const quote of entry.evidence) {
    if (quote.text === null || quote.root === "referenceTime") continue;
    const found = normaliseQuote(
      "time",
      quote.text,
      valueContext(request),
      quote.root === "input" ? request.input : null,
    );
    if (found === null) continue;
    if (found.value === null && !found.anchored) {
      return { status: "indeterminate", code: "TIME_UNANCHORED", message: `"${found.text}" needs a reference time` };
    }
    if (found.value === null) {
      const dates = distinct(
        found.alternatives.flatMap((one) =>
          one.type === "time" && one.start !== undefined ? [written(one, format)] : [],
        ),
      );
      if (dates.length > 1) return { status: "ambiguous", alternatives: dates };
      continue;
    }
    if (found.value.type !== "time" || (found.value.form !== "date" && found.value.form !== "instant")) continue;
    if (sameMoment(written(found.value, format), value)) return null;
    return {
      status: "indeterminate",
      code: "VALUE_NOT_NORMALISED",
      message: "the proposed date differs from what was said",
    };
  }
  return null;
}

function written(time: TimeValue, format: "date" | "date-time"): string {
  const start = time.start ?? "";
  return format === "date" ? start.slice(0, 10) : start;
}

function sameMoment(a: string, b: string): boolean {
  if (a === b) return true;
  // A day alone is not a moment: "on Friday" may be any time of that day.
  if (a.length === 10 || b.length === 10) return a.slice(0, 10) === b.slice(0, 10);
  return Date.parse(a) === Date.parse(b);
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

/** Where a value was stated: in the turn unless only other material holds it. */
export function originOf(entry: CandidateField, value: JsonValue): Origin {
  const roots = (stated: (text: string | null) => boolean) =>
    new Set(entry.evidence.filter((quote) => stated(quote.text)).map((quote) => quote.root));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const holding = roots((said) => said?.includes(text) ?? false);
  const all = holding.size > 0 ? holding : roots(() => true);
  if (all.has("input") || all.has("referenceTime")) return "turn";
  return all.has("context") ? "context" : "baseline";
}

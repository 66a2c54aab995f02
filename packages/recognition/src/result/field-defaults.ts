// The unit or currency that a field has by default: an assumption wherever the words do not state one, and then written down.
import { leavesOf } from "../candidate/read-value.ts";
import type { RecognitionRequest } from "../request.ts";
import type { BusinessField } from "../schema/business-schema.ts";
import type { CandidateField } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { FieldResult } from "../types/result.ts";
import type { ValueContext } from "../values/find-values.ts";
import { findValues } from "../values/find-values.ts";
import type { FoundValue } from "../values/found-value.ts";
import { valuesIn } from "../values/normalise-quote.ts";
import type { Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { valueContext } from "./value-context.ts";

// Quotes of other material than the input are read this far: a value stands in a few words.
const MOST_READ = 2_000;
const FIGURE = /^\d+(?:\.\d+)?$/;

export function tellDefault(
  draft: Draft,
  field: BusinessField,
  result: FieldResult,
  entry: CandidateField,
  value: JsonValue,
  evidence: Evidence,
): void {
  const unit = field.currency ?? field.unit;
  if (unit === null || !isCounted(value, field.currency)) return;
  const told = draft.candidate.inferences.some((one) => one.kind === "default" && one.about === field.name);
  if (told || statesUnit(draft.request, entry, evidence)) return;
  const statement = `${field.name} is counted in ${unit}, which is its default.`;
  draft.inferences.push({
    about: result,
    below: "/value",
    kind: "default",
    statement,
    sourceRefs: evidence.refs,
    position: evidence.position,
  });
}

/** A number, in figures or as a decimal string, or the currency itself. */
function isCounted(value: JsonValue, currency: string | null): boolean {
  return leavesOf(value).some(
    (leaf) =>
      typeof leaf === "number" ||
      (typeof leaf === "string" && (FIGURE.test(leaf) || (currency !== null && leaf.includes(currency)))),
  );
}

function statesUnit(request: RecognitionRequest, entry: CandidateField, { spans }: Evidence): boolean {
  const context = withoutDefaults(request);
  // The words around a quote count: "60" of "60 dollars" is no bare number.
  const around = valuesIn(request.input, context).filter((found) =>
    spans.some((span) => found.start < span.end && span.start < found.end),
  );
  const others = entry.evidence
    .filter((quote) => quote.root !== "input" && quote.text !== null)
    .flatMap((quote) => findValues((quote.text ?? "").slice(0, MOST_READ), context));
  return [...around, ...others].some(hasUnit);
}

function hasUnit({ value }: FoundValue): boolean {
  if (value?.type === "amount") return value.currency !== null || value.symbol !== undefined;
  return value?.type === "quantity" && value.unit !== null;
}

const bare = new WeakMap<RecognitionRequest, ValueContext>();

function withoutDefaults(request: RecognitionRequest): ValueContext {
  const known = bare.get(request) ?? { ...valueContext(request), defaults: {} };
  bare.set(request, known);
  return known;
}

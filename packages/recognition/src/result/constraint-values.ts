// The value of a constraint: read from its words by the same grammar for every language source, and used
// to check what a candidate proposes.

import { standsWhole } from "../candidate/whole-words.ts";
import type { RecognitionRequest } from "../request.ts";
import type { CandidateConstraint } from "../types/candidate.ts";
import type { ConstraintKind, IssueCode, Severity } from "../types/names.ts";
import type { NormalValue } from "../types/values.ts";
import { fitsCurrency } from "../values/amount/fits-currency.ts";
import type { FoundValue, ValueNote } from "../values/found-value.ts";
import { normaliseQuote, sameValue, valueProblem } from "../values/normalise-quote.ts";
import { orderedValue } from "./member-order.ts";
import { valueContext } from "./value-context.ts";

export interface ReadValue {
  value: NormalValue | null;
  notes: ValueNote[];
  /** Several readings of the same words; empty when there is one or none. */
  alternatives: NormalValue[];
  issue: { code: IssueCode; severity: Severity; message: string } | null;
}

// Kinds that are about a value, so that the lack of one is worth saying.
const VALUED = new Set<ConstraintKind>(["time", "limit"]);

/** `quotes`: the words of the constraint first, then its evidence in the input. */
export function readValue(
  request: RecognitionRequest,
  said: CandidateConstraint,
  quotes: readonly string[],
): ReadValue {
  const proposed = proposedValue(said.valueJson);
  const found = foundIn(request, said.kind, quotes, proposed);
  const notes = found?.notes ?? [];
  if (found !== null && found.value === null) {
    if (!found.anchored) {
      return none("TIME_UNANCHORED", "warning", `"${found.text}" needs a reference time`);
    }
    return { value: null, notes: [], alternatives: found.alternatives.map(orderedValue), issue: null };
  }
  const read = found?.value ?? null;
  if (proposed === null) {
    if (read !== null) return withValue(read, notes);
    return VALUED.has(said.kind)
      ? none("VALUE_NOT_NORMALISED", "info", "these words name no value that can be normalised")
      : { value: null, notes: [], alternatives: [], issue: null };
  }
  if (read === null) {
    if (proposed.type === "text" || proposed.type === "quantity") return withValue(proposed, []);
    return none("VALUE_NOT_NORMALISED", "warning", "the proposed value does not follow from these words");
  }
  const completed = withStatedCurrency(said, proposed, read);
  if (completed !== null) return completed;
  if (!agree(proposed, read)) {
    return none("VALUE_NOT_NORMALISED", "warning", "the proposed value differs from what these words say");
  }
  return withValue(proposed.type === "quantity" ? proposed : read, notes);
}

function foundIn(
  request: RecognitionRequest,
  kind: ConstraintKind,
  quotes: readonly string[],
  proposed: NormalValue | null,
): FoundValue | null {
  const context = valueContext(request);
  for (const quote of quotes) {
    const found = normaliseQuote(kind, quote, context, request.input);
    if (found !== null) return found;
    if (proposed === null || proposed.type === "text") continue;
    // A kind that carries no value by itself may still be given one; a condition takes any.
    const any = normaliseQuote("condition", quote, context, request.input);
    if (any !== null && any.kind === proposed.type) return any;
  }
  return null;
}

function proposedValue(valueJson: string | null): NormalValue | null {
  if (valueJson === null) return null;
  const value: unknown = JSON.parse(valueJson);
  return valueProblem(value) === null ? orderedValue(value as NormalValue) : null;
}

/** "$60" after "all prices are in CAD" is 60 Canadian dollars, if the candidate cites those words. */
function withStatedCurrency(said: CandidateConstraint, proposed: NormalValue, read: NormalValue): ReadValue | null {
  if (proposed.type !== "amount" || read.type !== "amount" || read.currency !== null) return null;
  const { currency } = proposed;
  const { symbol = "", ...plain } = read;
  if (currency === null || !sameValue({ ...plain, currency }, { ...proposed, symbol: undefined } as NormalValue))
    return null;
  const stated = said.evidence.find((quote) => quote.text !== null && standsWhole(quote.text, currency));
  if (stated === undefined || !fitsCurrency(symbol, currency)) return null;
  const words = symbol === "" ? "An amount without a currency" : `"${symbol}"`;
  const statement = `${words} is read as ${currency}, which other words state.`;
  return withValue({ ...plain, currency }, [{ kind: "unit", statement }]);
}

/** Units have no fixed names, so quantities agree by their bounds. */
function agree(proposed: NormalValue, read: NormalValue): boolean {
  if (proposed.type === "quantity" && read.type === "quantity") {
    return sameValue({ ...proposed, unit: null }, { ...read, unit: null });
  }
  return sameValue(proposed, read);
}

function withValue(value: NormalValue, notes: ValueNote[]): ReadValue {
  const unknown = value.type === "amount" && value.currency === null;
  return {
    value: orderedValue(value),
    notes,
    alternatives: [],
    issue: unknown ? { code: "CURRENCY_UNKNOWN", severity: "info", message: "the currency is not stated" } : null,
  };
}

function none(code: IssueCode, severity: Severity, message: string): ReadValue {
  return { value: null, notes: [], alternatives: [], issue: { code, severity, message } };
}

/** A value in a few words, for the options of a question. */
export function valueWords(value: NormalValue): string {
  switch (value.type) {
    case "time":
      return value.duration ?? value.rrule ?? [value.start, value.end].filter((one) => one !== undefined).join("/");
    case "amount":
      return [bounds(value.min, value.max), value.currency ?? value.symbol]
        .filter((one) => one !== undefined)
        .join(" ");
    case "quantity":
      return [bounds(value.min, value.max), value.unit].filter((one) => one !== null).join(" ");
    case "text":
      return value.value;
  }
}

function bounds(min: string | null, max: string | null): string {
  if (min === max) return min ?? "";
  return `${min ?? ""}–${max ?? ""}`;
}

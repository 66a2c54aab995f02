import type { ConstraintKind } from "../types/names.ts";
import { findValues } from "./find-values.ts";
import type { FoundValue, ValueContext } from "./found-value.ts";

export { sameValue } from "./same-value.ts";
export { valueProblem } from "./value-problem.ts";

type ValueKind = FoundValue["kind"];

/** What a constraint of each kind may carry, the likelier first. */
const KINDS: Partial<Record<ConstraintKind, readonly ValueKind[]>> = {
  time: ["time"],
  limit: ["amount", "quantity", "time"],
  quantity: ["quantity"],
  condition: ["time", "amount", "quantity"],
  requirement: ["time", "amount", "quantity"],
  prohibition: ["time", "amount", "quantity"],
  preference: ["time", "amount", "quantity"],
};

/**
 * The one value that a constraint of this kind carries in its quote; null when there is none, or more than one.
 * With `around`, the text in which the quote stands, the value is read there: "nothing before noon" then takes its day
 * from "on the 14th" beside it. Offsets of the answer are those of the quote.
 */
export function normaliseQuote(
  kind: ConstraintKind,
  quote: string,
  context: ValueContext,
  around: string | null = null,
): FoundValue | null {
  const kinds = KINDS[kind] ?? [];
  const at = around === null ? -1 : around.indexOf(quote);
  const found = at < 0 || around === null ? findValues(quote, context) : within(around, at, quote, context);
  const wanted = found.filter((value) => kinds.includes(value.kind));
  if (kind === "limit") {
    const limit = only(wanted.filter(isBound)) ?? only(wanted.filter(({ kind: of }) => of !== "time"));
    return limit === null ? null : denied(limit, quote);
  }
  const first = kinds.find((candidate) => wanted.some((value) => value.kind === candidate));
  // A condition, a requirement and their like carry one value in all, whatever its kind.
  return kinds.length > 1 ? only(wanted) : only(wanted.filter((value) => value.kind === first));
}

const DENIES = /\b(?:not|never|cannot|(?:don|can|won|must|should|do)'?t|doesn'?t|mustn'?t|shouldn'?t)\b/i;
const EXCEEDS = /\bexceed(?:s|ing)?\s+\S{0,3}$/i;

/** "never pay more than 50": what may not be more than a sum is at most that sum. */
function denied(found: FoundValue, quote: string): FoundValue {
  const { value } = found;
  if (value === null || value.type === "time" || value.type === "text" || value.min === null) return found;
  const clause = /[^,;.:]*$/.exec(quote.slice(Math.max(0, found.start - 80), found.start))?.[0] ?? "";
  const before = clause.replaceAll("\u2019", "'");
  const exceeds = EXCEEDS.test(before) && value.min === value.max;
  if (!DENIES.test(before) || /^(?:at least|min)/i.test(found.text) || (value.max !== null && !exceeds)) return found;
  const bounds = { min: null, max: value.min };
  if (value.type === "quantity") return { ...found, value: { ...value, ...bounds } };
  return { ...found, value: { ...value, ...bounds, minOpen: false, maxOpen: !exceeds && !value.minOpen } };
}

function only(values: readonly FoundValue[]): FoundValue | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** What is found around counts when it lies inside the quote; the quote alone is read when nothing does. */
function within(around: string, at: number, quote: string, context: ValueContext): FoundValue[] {
  const end = at + quote.length;
  const inside = valuesIn(around, context).filter((value) => value.start >= at && value.end <= end);
  if (inside.length === 0) return findValues(quote, context);
  return inside.map((value) => ({ ...value, start: value.start - at, end: value.end - at }));
}

const kept = new WeakMap<ValueContext, { text: string; found: readonly FoundValue[] }>();

/** The values of a text that much is looked up in: read once for as long as the same context asks about it. */
export function valuesIn(text: string, context: ValueContext): readonly FoundValue[] {
  const known = kept.get(context);
  if (known?.text === text) return known.found;
  const found = findValues(text, context);
  kept.set(context, { text, found });
  return found;
}

function isBound({ value }: FoundValue): boolean {
  if (value === null || value.type === "time" || value.type === "text") return false;
  return value.min === null || value.max === null || value.min !== value.max;
}

// Whether what a turn says cannot hold beside a constraint of the baseline that still stands.
import { findCues } from "../text/cues.ts";
import type { Constraint } from "../types/result.ts";
import type { AmountValue, NormalValue, QuantityValue } from "../types/values.ts";
import { findValues } from "../values/find-values.ts";
import { contentWords } from "./content-words.ts";
import type { Draft } from "./draft.ts";
import type { IntentContent } from "./intent-content.ts";
import { valueContext } from "./value-context.ts";

type Range = AmountValue | QuantityValue;

/** Constraints of the baseline that bind an intent (null: the request) and that the turn does not itself replace. */
function standing(draft: Draft, owner: string | null): Constraint[] {
  const replaced = new Set(draft.candidate.constraints.map((one) => one.baselineId));
  const bound: Constraint[] = [];
  for (const [id, { constraint, owner: holder }] of draft.constraints) {
    if (!draft.carried.has(id) || replaced.has(id)) continue;
    if (holder === null || holder.id === owner) bound.push(constraint);
  }
  return bound;
}

/** The standing constraint that a new value of an intent or of the request breaks. */
export function brokenByValue(draft: Draft, owner: string | null, value: NormalValue): Constraint | null {
  if (!isRange(value)) return null;
  return (
    standing(draft, owner).find((one) => one.value !== undefined && isRange(one.value) && !meet(one.value, value)) ??
    null
  );
}

/** The standing constraint that an intent breaks by what it asks for. */
export function brokenByIntent(draft: Draft, id: string | null, content: IntentContent): Constraint | null {
  const said = [content.goal, content.target].filter((text) => text !== null).join(" ");
  const priced = pricesOf(draft, said);
  const words = contentWords([content.action, said].join(" "));
  for (const one of forbiddenOrLimited(draft, id)) {
    if (one.kind === "prohibition") {
      if (asksFor(draft, words, content, one.text)) return one;
    } else if (one.value !== undefined && isRange(one.value)) {
      const limit = one.value;
      if (priced.some((price) => !meet(limit, price))) return one;
    }
  }
  return null;
}

/** What a new request may run against: prohibitions of any owner, limits of its own and of the request. */
function forbiddenOrLimited(draft: Draft, id: string | null): Constraint[] {
  const replaced = new Set(draft.candidate.constraints.map((one) => one.baselineId));
  const found: Constraint[] = [];
  for (const [key, { constraint, owner }] of draft.constraints) {
    if (!draft.carried.has(key) || replaced.has(key)) continue;
    const mine = owner === null || owner.id === id;
    if (constraint.kind === "prohibition" || (mine && constraint.kind === "limit")) found.push(constraint);
  }
  return found;
}

/** A request that does all that a prohibition names: "cancel order 5" after "do not cancel the order". */
function asksFor(draft: Draft, words: ReadonlySet<string>, content: IntentContent, prohibition: string): boolean {
  const cues = findCues(prohibition, draft.request.settings.language);
  if (cues === null || cues.length === 0) return false;
  if ((findCues(content.goal, draft.request.settings.language) ?? []).length > 0) return false;
  const spoken = cues.reduce((text, cue) => text.replace(cue.text, " "), prohibition);
  const forbidden = contentWords(spoken);
  if (forbidden.size === 0) return false;
  for (const word of forbidden) if (!words.has(word)) return false;
  return true;
}

// "the 80 one" names the thing by its price, without a currency.
const PRICED = /\bthe ([0-9]{1,12}(?:\.[0-9]{1,2})?) ones?\b/gi;

function pricesOf(draft: Draft, text: string): AmountValue[] {
  const named = findValues(text, valueContext(draft.request)).flatMap((found) =>
    found.value?.type === "amount" ? [found.value] : [],
  );
  const bare = [...text.matchAll(PRICED)].map(
    ([, figure = "0"]): AmountValue => ({
      type: "amount",
      min: figure,
      max: figure,
      minOpen: false,
      maxOpen: false,
      currency: null,
    }),
  );
  return [...named, ...bare];
}

function isRange(value: NormalValue): value is Range {
  return value.type === "amount" || value.type === "quantity";
}

/** Whether two ranges share a number, as far as they can be compared. */
function meet(a: Range, b: Range): boolean {
  if (a.type === "amount" && b.type === "amount") {
    if (a.currency !== null && b.currency !== null && a.currency !== b.currency) return true;
    return !isAbove(a.min, b.max, a.minOpen || b.maxOpen) && !isAbove(b.min, a.max, b.minOpen || a.maxOpen);
  }
  if (a.type === "quantity" && b.type === "quantity") {
    if (a.unit !== b.unit) return true;
    return !isAbove(a.min, b.max, false) && !isAbove(b.min, a.max, false);
  }
  return true;
}

function isAbove(lower: string | null, upper: string | null, open: boolean): boolean {
  if (lower === null || upper === null) return false;
  const order = compareDecimals(lower, upper);
  return open ? order >= 0 : order > 0;
}

/** Compares decimal strings of any length exactly. */
export function compareDecimals(a: string, b: string): number {
  const places = Math.max(fraction(a).length, fraction(b).length);
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function fraction(decimal: string): string {
  return decimal.split(".")[1] ?? "";
}

function scaled(decimal: string, places: number): bigint {
  return BigInt(`${decimal.split(".")[0]}${fraction(decimal).padEnd(places, "0")}`);
}

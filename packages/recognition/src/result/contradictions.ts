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
  const bound: Constraint[] = [];
  for (const [id, { constraint, owner: holder }] of draft.constraints) {
    if (!draft.carried.has(id) || draft.replaced.has(id)) continue;
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
  const against = forbiddenOrLimited(draft, id);
  if (against.length === 0) return null;
  const priced = pricesOf(draft, said);
  const { language } = draft.request.settings;
  // What is itself negated asks for nothing that a prohibition could forbid.
  const negated = (findCues(content.goal, language) ?? []).length > 0;
  const words = contentWords([content.action, said].join(" "));
  for (const one of against) {
    if (one.kind === "prohibition") {
      const forbidden = negated ? null : forbiddenWords(one, language);
      if (forbidden !== null && [...forbidden].every((word) => words.has(word))) return one;
    } else if (one.value !== undefined && isRange(one.value)) {
      const limit = one.value;
      if (priced.some((price) => !meet(limit, price))) return one;
    }
  }
  return null;
}

/** What a new request may run against: prohibitions of any owner, limits of its own and of the request. */
function forbiddenOrLimited(draft: Draft, id: string | null): Constraint[] {
  const found: Constraint[] = [];
  for (const [key, { constraint, owner }] of draft.constraints) {
    if (!draft.carried.has(key) || draft.replaced.has(key)) continue;
    const mine = owner === null || owner.id === id;
    if (constraint.kind === "prohibition" || (mine && constraint.kind === "limit")) found.push(constraint);
  }
  return found;
}

const known = new WeakMap<Constraint, Set<string> | null>();

/** The content words of a prohibition beside its negation: a request with all of them ("cancel order 5" after "do not cancel the order") does what is forbidden. */
function forbiddenWords(prohibition: Constraint, language: string): Set<string> | null {
  const remembered = known.get(prohibition);
  if (remembered !== undefined) return remembered;
  const cues = findCues(prohibition.text, language) ?? [];
  const spoken = cues.reduceRight(
    (text, cue) => `${text.slice(0, cue.start)} ${text.slice(cue.end)}`,
    prohibition.text,
  );
  const words = contentWords(spoken);
  const forbidden = cues.length === 0 || words.size === 0 ? null : words;
  known.set(prohibition, forbidden);
  return forbidden;
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
function compareDecimals(a: string, b: string): number {
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

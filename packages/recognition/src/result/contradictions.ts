// Whether what a turn says cannot hold beside a constraint of the baseline that still stands.
import { findCues } from "../text/cues.ts";
import type { Constraint, RecognisedIntent } from "../types/result.ts";
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
  return brokenProhibition(draft, content) ?? brokenLimit(draft, id, content);
}

/** A prohibition forbids what it names to whoever asks for it. */
function brokenProhibition(draft: Draft, { action, target, goal }: IntentContent): Constraint | null {
  const { language } = draft.request.settings;
  // What is itself negated asks for nothing that a prohibition could forbid.
  if ((findCues(goal, language) ?? []).length > 0) return null;
  const words = contentWords([action, goal, target].join(" "));
  for (const { constraint } of carriedOfKind(draft, "prohibition")) {
    const forbidden = forbiddenWords(constraint, language);
    if (forbidden !== null && [...forbidden].every((word) => words.has(word))) return constraint;
  }
  return null;
}

/**
 * An intent that asks for what a new prohibition forbids. What was asked for before is meant by less than all of its
 * words ("do not cancel it"); in one message a prohibition of part of them may bound the request rather than end it.
 */
export function intentForbiddenBy(draft: Draft, prohibition: Constraint): RecognisedIntent | null {
  const { language } = draft.request.settings;
  const forbidden = forbiddenWords(prohibition, language);
  // What is forbidden under a condition is not forbidden yet.
  if (forbidden === null || draft.candidate.constraints.some((one) => one.kind === "condition")) return null;
  for (const [id, { intent }] of draft.intents) {
    if (draft.altered.has(id)) continue;
    const words = askedFor(intent, language);
    if (words === null || ![...forbidden].every((word) => words.has(word))) continue;
    if (draft.carried.has(id) || words.size === forbidden.size) return intent;
  }
  return null;
}

const asked = new WeakMap<RecognisedIntent, Set<string> | null>();

/** The content words of what an intent asks for; null for one that is itself negated. */
function askedFor(intent: RecognisedIntent, language: string): Set<string> | null {
  const remembered = asked.get(intent);
  if (remembered !== undefined) return remembered;
  const { action, goal, target } = intent;
  const negated = (findCues(goal, language) ?? []).length > 0;
  const words = negated ? null : contentWords([action, goal, target].join(" "));
  asked.set(intent, words);
  return words;
}

/** Limits bind their own intent and, those of the request, all. */
function brokenLimit(draft: Draft, id: string | null, { goal, target }: IntentContent): Constraint | null {
  const limits = carriedOfKind(draft, "limit").flatMap(({ constraint, owner }) =>
    constraint.value !== undefined && isRange(constraint.value) ? [{ constraint, owner, range: constraint.value }] : [],
  );
  if (limits.length === 0) return null;
  const said = [goal, target].filter((text) => text !== null).join(" ");
  const chosen = chosenPrices(said);
  const prices = [...namedPrices(draft, said), ...chosen];
  const against = (range: Range, all: readonly AmountValue[]) => all.some((price) => !meet(range, price));
  const mine = limits.find(({ owner, range }) => (owner === null || owner.id === id) && against(range, prices));
  if (mine !== undefined) return mine.constraint;
  // "The 80 one" is one of those that are spoken of already, under whichever limit that allows it.
  const spoken = id === null ? limits.filter(({ range }) => range.type === "amount") : [];
  return spoken.every(({ range }) => against(range, chosen)) ? (spoken[0]?.constraint ?? null) : null;
}

/** Constraints of a kind that the turn does not itself replace. */
function carriedOfKind(draft: Draft, kind: Constraint["kind"]) {
  return [...draft.constraints]
    .filter(([id, { constraint }]) => constraint.kind === kind && draft.carried.has(id) && !draft.replaced.has(id))
    .map(([, standing]) => standing);
}

const known = new WeakMap<Constraint, Set<string> | null>();

// "Do not reply to all" lets one reply to one; "do not book any other hotel" lets one book this.
const OTHERS =
  /(?<!\p{L})(?:other|another|else|andere\p{L}*|autres?|otr[oa]s?|andre|all|every\p{L}*|each|alle[nms]?|jede[nmrs]?|tou(?:s|te?s?)|tod[oa]s?|hver|samtlige)(?!\p{L})/iu;

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
  const forbidden = cues.length === 0 || words.size === 0 || OTHERS.test(spoken) ? null : words;
  known.set(prohibition, forbidden);
  return forbidden;
}

// "the 80 one" names the thing by its price, without a currency.
const PRICED = /\bthe ([0-9]{1,12}(?:\.[0-9]{1,2})?) ones?\b/gi;

function namedPrices(draft: Draft, text: string): AmountValue[] {
  return findValues(text, valueContext(draft.request)).flatMap(({ value }) =>
    value?.type === "amount" ? [value] : [],
  );
}

function chosenPrices(text: string): AmountValue[] {
  return [...text.matchAll(PRICED)].map(
    ([, figure = "0"]): AmountValue => ({
      type: "amount",
      min: figure,
      max: figure,
      minOpen: false,
      maxOpen: false,
      currency: null,
    }),
  );
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

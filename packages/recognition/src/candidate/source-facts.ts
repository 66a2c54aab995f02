import type { TimeValue } from "../types/values.ts";
import { type FoundValue, findValues, type ValueContext } from "../values/find-values.ts";
import { count, ordinal } from "../values/numbers.ts";
import { type ReferenceTime, readReferenceTime } from "../values/reference-time.ts";
import { Scan } from "../values/tokens.ts";
import { standsWhole } from "./whole-words.ts";

/** What a quoted text offers to a value: its letters, its numbers and what the value grammar reads in it. */
export interface SourceFacts {
  /** Whether a text in the form of `lowered` stands in it. */
  holds(lower: string): boolean;
  /** The same, and is not cut out of a longer word or number. */
  holdsWhole(lower: string): boolean;
  readonly times: readonly TimeValue[];
  /** Whether a time stands in it that cannot be settled: relative to nothing, or with several readings. */
  readonly openTime: boolean;
  /** The readings of times with several. */
  readonly possibleTimes: readonly TimeValue[];
  /** Whether it holds the number: in figures in any usual reading, in words, or as a bound of an amount. */
  hasNumber(value: number): boolean;
  /** Whether an amount in it is in this currency, by its ISO 4217 code. */
  hasCurrency(code: string): boolean;
}

// The value grammar reads this many characters for one candidate: far more than its quotes need, and little
// enough that a candidate made of huge quotes costs no more than others. Beyond it only letters and figures count.
const MOST_READ = 32_768;
// So many characters are searched for words of values, for the same reason; beyond them nothing more is found.
const MOST_SEARCHED = 268_435_456;

interface Kept {
  facts: Map<string, SourceFacts>;
  readable: number;
  searchable: number;
}

const kept = new WeakMap<ValueContext, Kept>();

function keptFor(context: ValueContext): Kept {
  const known = kept.get(context) ?? { facts: new Map(), readable: MOST_READ, searchable: MOST_SEARCHED };
  kept.set(context, known);
  return known;
}

/** Kept for as long as the context is, so that a source cited a hundred times is read once. */
export function factsOf(text: string, context: ValueContext): SourceFacts {
  const { facts } = keptFor(context);
  const known = facts.get(text);
  if (known !== undefined) return known;
  const made = readFacts(text, context);
  facts.set(text, made);
  return made;
}

function readValues(text: string, context: ValueContext, reference: ReferenceTime | null): FoundValue[] {
  const budget = keptFor(context);
  if (text.length > budget.readable) return [];
  budget.readable -= text.length;
  return findValues(text, { ...context, reference });
}

/** Each part is read when it is first asked for: most values stand in their quote letter by letter. */
function readFacts(text: string, context: ValueContext): SourceFacts {
  let lower: string | undefined;
  let words: ReadonlySet<string> | undefined;
  let numbers: ReadonlySet<number> | undefined;
  let found: readonly FoundValue[] | undefined;
  const values = () => {
    found ??= readValues(text, context, context.reference);
    return found;
  };
  const searched = () => {
    const budget = keptFor(context);
    if (text.length > budget.searchable) return "";
    budget.searchable -= text.length;
    lower ??= lowered(text);
    return lower;
  };
  return {
    holds: (wanted) => searched().includes(wanted),
    holdsWhole(wanted) {
      words ??= new Set(wordsOf(lowered(text)));
      return words.has(wanted) || standsWhole(searched(), wanted);
    },
    get times() {
      return timesOf(values());
    },
    get openTime() {
      return values().some(({ kind, value }) => kind === "time" && value === null);
    },
    get possibleTimes() {
      return values().flatMap(({ alternatives }) => alternatives.filter((one) => one.type === "time"));
    },
    hasNumber(value) {
      numbers ??= numbersIn(text);
      return numbers.has(value) || values().some((one) => boundsOf(one).includes(value));
    },
    hasCurrency: (code) => values().some(({ value }) => value?.type === "amount" && value.currency === code),
  };
}

function boundsOf({ value }: FoundValue): number[] {
  if (value?.type !== "amount" && value?.type !== "quantity") return [];
  return [value.min, value.max].flatMap((bound) => (bound === null ? [] : Number(bound)));
}

let anyDay: ReferenceTime | null = null;

/** Times as on some day: a time of day and a duration are the same on every one. */
export function timesOnAnyDay(text: string, context: ValueContext): TimeValue[] {
  anyDay ??= readReferenceTime("2001-01-01T00:00:00Z");
  return timesOf(readValues(text, context, anyDay));
}

function timesOf(found: readonly FoundValue[]): TimeValue[] {
  return found.flatMap(({ value }) => (value?.type === "time" ? [value] : []));
}

const WORDS = /[\p{L}\p{M}\p{N}]+(?:(?::\/\/|[-'\u2019_.@/:+#&])[\p{L}\p{M}\p{N}]+)*/gu;

/** Words, numbers, codes and addresses, each as a whole. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

/** NFC, lower case, white space as single spaces. */
export function lowered(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
}

const FIGURES = /\d+(?:[.,'\u2019\u00a0\u202f ]\d+)*/g;

function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>();
  const add = (value: number, negative: boolean) => {
    if (!Number.isFinite(value)) return;
    numbers.add(value);
    if (negative) numbers.add(-value);
  };
  for (const match of text.matchAll(FIGURES)) {
    const negative = /(?:[-\u2212]|minus |negative )$/i.test(text.slice(Math.max(0, match.index - 9), match.index));
    for (const value of readings(match[0])) add(value, negative);
  }
  const scan = new Scan(text);
  for (let at = 0; at < scan.tokens.length; at += 1) {
    const read = [count(scan, at)?.value, ordinal(scan, at)?.value];
    for (const value of read) if (value !== undefined && !leadsWithZero(scan.at(at))) add(value, false);
  }
  return numbers;
}

/** A code such as 00417 is no number. */
function leadsWithZero(figures: string): boolean {
  return figures.length > 1 && figures.startsWith("0");
}

/** "1,234.50" is one number or several, with a point or a comma for the fraction: every reading that figures allow. */
function* readings(figures: string): Generator<number> {
  const parts = figures.split(/[^\d]/);
  for (const part of parts) if (!leadsWithZero(part)) yield Number(part);
  const [first = ""] = parts;
  if (parts.length < 2 || leadsWithZero(first)) return;
  const grouped = (to: number) => parts.slice(1, to).every((part) => part.length === 3);
  if (grouped(parts.length)) yield Number(parts.join(""));
  const last = parts.at(-1) ?? "";
  const mark = figures.charAt(figures.length - last.length - 1);
  if ((mark === "." || mark === ",") && grouped(parts.length - 1))
    yield Number(`${parts.slice(0, -1).join("")}.${last}`);
}

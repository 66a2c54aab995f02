import type { TimeValue } from "../types/values.ts";
import { type FoundValue, findValues, type ValueContext } from "../values/find-values.ts";
import { count, ordinal } from "../values/numbers.ts";
import { type ReferenceTime, readReferenceTime } from "../values/reference-time.ts";
import { Scan } from "../values/tokens.ts";

/** What a quoted text offers to a value: its letters, its numbers and what the value grammar reads in it. */
export interface SourceFacts {
  /** NFC, lower case, white space as single spaces. */
  readonly lower: string;
  /** Figures in every usual reading, and numbers in words. */
  readonly numbers: ReadonlySet<number>;
  readonly times: readonly TimeValue[];
  /** Whether a time stands in it that cannot be settled: relative to nothing, or with several readings. */
  readonly openTime: boolean;
  /** The readings of times with several. */
  readonly possibleTimes: readonly TimeValue[];
  readonly currencies: ReadonlySet<string>;
}

const kept = new WeakMap<ValueContext, Map<string, SourceFacts>>();

/** Kept for as long as the context is, so that a source cited a hundred times is read once. */
export function factsOf(text: string, context: ValueContext): SourceFacts {
  const perContext = kept.get(context) ?? new Map<string, SourceFacts>();
  kept.set(context, perContext);
  const known = perContext.get(text);
  if (known !== undefined) return known;
  const found = findValues(text, context);
  const facts: SourceFacts = {
    lower: lowered(text),
    numbers: numbersIn(text, found),
    times: timesOf(found),
    openTime: found.some(({ kind, value }) => kind === "time" && value === null),
    possibleTimes: found.flatMap(({ alternatives }) => alternatives.filter((one) => one.type === "time")),
    currencies: new Set(
      found.flatMap(({ value }) => (value?.type === "amount" && value.currency !== null ? [value.currency] : [])),
    ),
  };
  perContext.set(text, facts);
  return facts;
}

let anyDay: ReferenceTime | null = null;

/** Times as on some day: a time of day and a duration are the same on every one. */
export function timesOnAnyDay(text: string, context: ValueContext): TimeValue[] {
  anyDay ??= readReferenceTime("2001-01-01T00:00:00Z");
  return timesOf(findValues(text, { ...context, reference: anyDay }));
}

function timesOf(found: readonly FoundValue[]): TimeValue[] {
  return found.flatMap(({ value }) => (value?.type === "time" ? [value] : []));
}

export function lowered(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
}

const FIGURES = /\d+(?:[.,'\u2019\u00a0\u202f ]\d+)*/g;

function numbersIn(text: string, found: readonly FoundValue[]): Set<number> {
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
  for (const { value } of found)
    if (value?.type === "amount" || value?.type === "quantity")
      for (const bound of [value.min, value.max]) if (bound !== null) add(Number(bound), false);
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

// The words that make a figure an upper or a lower bound, before it and behind it.
import type { Scan } from "../tokens.ts";

export interface Bound {
  side: "max" | "min";
  open: boolean;
  next: number;
}

type Row = readonly [string, Bound["side"], boolean];

const BEFORE: readonly Row[] = [
  ["under", "max", true],
  ["below", "max", true],
  ["beneath", "max", true],
  ["less than", "max", true],
  ["fewer than", "max", true],
  ["lower than", "max", true],
  ["cheaper than", "max", true],
  ["<", "max", true],
  ["at most", "max", false],
  ["up to", "max", false],
  ["max", "max", false],
  ["max .", "max", false],
  ["maximum", "max", false],
  ["maximum of", "max", false],
  ["a maximum of", "max", false],
  ["limit of", "max", false],
  ["a limit of", "max", false],
  ["no more than", "max", false],
  ["not more than", "max", false],
  ["nothing over", "max", false],
  ["nothing above", "max", false],
  ["nothing more than", "max", false],
  ["not over", "max", false],
  ["not above", "max", false],
  ["no higher than", "max", false],
  ["not exceed", "max", false],
  ["not exceeding", "max", false],
  ["never exceed", "max", false],
  ["capped at", "max", false],
  ["< =", "max", false],
  ["≤", "max", false],
  ["over", "min", true],
  ["above", "min", true],
  ["more than", "min", true],
  ["greater than", "min", true],
  ["higher than", "min", true],
  ["exceeding", "min", true],
  ["exceeds", "min", true],
  [">", "min", true],
  ["at least", "min", false],
  ["no less than", "min", false],
  ["not less than", "min", false],
  ["no fewer than", "min", false],
  ["not under", "min", false],
  ["not below", "min", false],
  ["nothing under", "min", false],
  ["nothing below", "min", false],
  ["min", "min", false],
  ["minimum", "min", false],
  ["minimum of", "min", false],
  ["a minimum of", "min", false],
  ["> =", "min", false],
  ["≥", "min", false],
];

const AFTER: readonly Row[] = [
  ["at most", "max", false],
  ["at the most", "max", false],
  ["max", "max", false],
  ["maximum", "max", false],
  ["tops", "max", false],
  ["or less", "max", false],
  ["or fewer", "max", false],
  ["or under", "max", false],
  ["or below", "max", false],
  ["or cheaper", "max", false],
  ["at least", "min", false],
  ["at the least", "min", false],
  ["minimum", "min", false],
  ["or more", "min", false],
  ["or above", "min", false],
  ["or over", "min", false],
  ["and up", "min", false],
  ["and above", "min", false],
];

function index(rows: readonly Row[]): ReadonlyMap<string, { words: string[]; side: Bound["side"]; open: boolean }[]> {
  const byFirst = new Map<string, { words: string[]; side: Bound["side"]; open: boolean }[]>();
  for (const [phrase, side, open] of rows) {
    const words = phrase.split(" ");
    const first = words[0] ?? "";
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, side, open }]);
  }
  return byFirst;
}

const BEFORE_INDEX = index(BEFORE);
const AFTER_INDEX = index(AFTER);

/** The words with which a bound may begin. */
export const BOUND_STARTS: readonly string[] = [...BEFORE_INDEX.keys()];

export function boundBefore(scan: Scan, at: number): Bound | null {
  return find(scan, at, BEFORE_INDEX);
}

export function boundAfter(scan: Scan, at: number): Bound | null {
  return find(scan, at, AFTER_INDEX);
}

function find(scan: Scan, at: number, rows: typeof BEFORE_INDEX): Bound | null {
  let best: Bound | null = null;
  for (const { words, side, open } of rows.get(scan.at(at)) ?? [])
    if (scan.reads(at, ...words) && at + words.length > (best?.next ?? 0))
      best = { side, open, next: at + words.length };
  return best;
}

// The figure of an amount or a quantity, as an exact decimal string.
import { plainDecimal, shiftDecimal } from "../decimal.ts";
import { cardinalWords } from "../numbers.ts";
import type { Scan } from "../tokens.ts";

interface DecimalNumber {
  value: string;
  next: number;
  /** Written in figures. */
  figures: boolean;
}

const MOST_GROUPS = 8;

/** "12,345.50", "1.234,56", "2 million", "5k", "three hundred", "half a million". */
export function readDecimal(scan: Scan, index: number, scaled = true): DecimalNumber | null {
  const base = figures(scan, index) ?? spoken(scan, index);
  if (base === null) return null;
  return scaled ? scale(scan, base) : base;
}

function figures(scan: Scan, index: number): DecimalNumber | null {
  if (!scan.isDigits(index) || scan.places(index) > 15) return null;
  const first = scan.at(index);
  let next = index + 1;
  let whole = first;
  const mark = scan.at(next);
  const grouping = mark === "," || mark === "." || mark === "'" ? mark : "";
  const grouped =
    first.length <= 3 && grouping !== "" && joinedDigits(scan, next) && groupsFollow(scan, next, grouping);
  if (grouped) {
    for (let groups = 0; groups < MOST_GROUPS && scan.at(next) === grouping && joinedDigits(scan, next); groups += 1) {
      if (!isGroup(scan, next, grouping)) break;
      whole += scan.at(next + 1);
      next += 2;
    }
  }
  const point = scan.at(next);
  const pointed =
    (point === "." || (point === "," && grouping !== ",")) &&
    point !== (grouped ? grouping : "") &&
    joinedDigits(scan, next);
  const places = pointed ? scan.places(next + 1) : 0;
  // "3,14": a comma before one or two figures is a decimal comma.
  const decimal = places > 0 && places <= 8 && (point === "." || places <= 2);
  const comma = !decimal && !grouped && point === "," && joinedDigits(scan, next) && scan.places(next + 1) <= 2;
  const value = decimal || comma ? `${whole}.${scan.at(next + 1)}` : whole;
  if (decimal || comma) next += 2;
  // A leading zero means a code, not a figure.
  if (first.length > 1 && first.startsWith("0")) return null;
  return { value: plainDecimal(value), next, figures: true };
}

function joinedDigits(scan: Scan, mark: number): boolean {
  return scan.joined(mark) && scan.joined(mark + 1) && scan.isDigits(mark + 1);
}

/** A group has three figures; the Indian way has groups of two before the last. */
function isGroup(scan: Scan, mark: number, grouping: string): boolean {
  const places = scan.places(mark + 1);
  if (places === 3) return true;
  return places === 2 && grouping === "," && scan.at(mark + 2) === "," && joinedDigits(scan, mark + 2);
}

function groupsFollow(scan: Scan, mark: number, grouping: string): boolean {
  if (!isGroup(scan, mark, grouping)) return false;
  // "1.234" alone could be a decimal: a point groups only when it comes twice or a comma follows.
  if (grouping !== ".") return true;
  const after = scan.at(mark + 2);
  return (after === "." || after === ",") && joinedDigits(scan, mark + 2);
}

function spoken(scan: Scan, index: number): DecimalNumber | null {
  const words = cardinalWords(scan, index);
  if (words !== null) return { value: plainDecimal(String(words.value)), next: words.next, figures: false };
  const at = scan.at(index) === "a" || scan.at(index) === "an" ? index + 1 : index;
  if (scan.at(at) === "half" || scan.at(at) === "quarter") {
    const scaleAt = scan.at(at + 1) === "a" || scan.at(at + 1) === "of" ? at + 2 : at + 1;
    return SCALE_WORDS.has(scan.at(scaleAt))
      ? { value: scan.at(at) === "half" ? "0.5" : "0.25", next: scaleAt, figures: false }
      : null;
  }
  return at > index && SCALE_WORDS.has(scan.at(at)) ? { value: "1", next: at, figures: false } : null;
}

const SCALE_WORDS: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["lakh", 5],
  ["million", 6],
  ["mio", 6],
  ["crore", 7],
  ["billion", 9],
  ["bn", 9],
  ["trillion", 12],
]);
const GLUED_SCALES: ReadonlyMap<string, number> = new Map([
  ["k", 3],
  ["m", 6],
  ["mn", 6],
  ["bn", 9],
  ["b", 9],
]);

function scale(scan: Scan, base: DecimalNumber): DecimalNumber {
  const word = scan.at(base.next);
  const glued = scan.joined(base.next) ? GLUED_SCALES.get(word) : undefined;
  const places = (glued !== undefined && scan.closes(base.next + 1) ? glued : undefined) ?? SCALE_WORDS.get(word);
  return places === undefined ? base : { ...base, value: shiftDecimal(base.value, places), next: base.next + 1 };
}

export function scaleAt(scan: Scan, index: number): number | null {
  return SCALE_WORDS.get(scan.at(index)) ?? null;
}

import { ONES, ORDINALS, SCALES, TENS_WORDS } from "./lexicon.ts";
import type { Scan } from "./tokens.ts";

export interface ReadNumber {
  value: number;
  next: number;
}

/** A cardinal in words ("twenty-one", "two thousand and five"), at most a dozen words of it. */
export function cardinalWords(scan: Scan, index: number): ReadNumber | null {
  let total = 0;
  let group = 0;
  let next = index;
  let last: "none" | "ones" | "tens" | "scale" = "none";
  for (let steps = 0; steps < 12; steps += 1) {
    let at = next;
    if (last !== "none" && scan.at(at) === "-" && scan.joined(at)) at += 1;
    else if (last !== "none" && last !== "ones" && scan.at(at) === "and") at += 1;
    const word = scan.at(at);
    const ones = ONES.get(word);
    const tens = TENS_WORDS.get(word);
    const scale = at === next || last === "none" ? SCALES.get(word) : undefined;
    if (ones !== undefined && (last === "none" || last === "scale" || (last === "tens" && ones >= 1 && ones <= 9))) {
      group += ones;
      last = "ones";
    } else if (tens !== undefined && (last === "none" || last === "scale")) {
      group += tens;
      last = "tens";
    } else if (scale !== undefined && last !== "none") {
      if (scale === 100) group = Math.max(group, 1) * 100;
      else {
        total += Math.max(group, 1) * scale;
        group = 0;
      }
      last = "scale";
    } else break;
    next = at + 1;
  }
  return last === "none" ? null : { value: total + group, next };
}

/** An ordinal: "21st", "twenty-first", "third". */
export function ordinal(scan: Scan, index: number): ReadNumber | null {
  const figure = scan.figure(index, 3);
  if (figure >= 0) {
    const suffix = scan.at(index + 1);
    const ordinalSuffix = suffix === "st" || suffix === "nd" || suffix === "rd" || suffix === "th";
    return ordinalSuffix && scan.joined(index + 1) ? { value: figure, next: index + 2 } : null;
  }
  const word = ORDINALS.get(scan.at(index));
  if (word !== undefined) return { value: word, next: index + 1 };
  const tens = TENS_WORDS.get(scan.at(index));
  if (tens === undefined) return null;
  const at = scan.at(index + 1) === "-" ? index + 2 : index + 1;
  const ones = ORDINALS.get(scan.at(at));
  return ones !== undefined && ones >= 1 && ones <= 9 ? { value: tens + ones, next: at + 1 } : null;
}

/** A count that may stand before a unit: figures with decimals, words, "a", "a couple of", "half a dozen", "several". */
export function count(scan: Scan, index: number): ReadNumber | null {
  return figureCount(scan, index) ?? looseCount(scan, index) ?? wordCount(scan, index);
}

/** Figures with an optional decimal part: "3", "3.5", "123.45". */
function figureCount(scan: Scan, index: number): ReadNumber | null {
  const whole = scan.figure(index, 9);
  if (whole < 0 || !scan.opens(index)) return null;
  if (scan.at(index + 1) === "." && scan.joined(index + 1) && scan.isDigits(index + 2) && scan.joined(index + 2)) {
    if (scan.places(index + 2) > 6) return null;
    return { value: Number(`${whole}.${scan.at(index + 2)}`), next: index + 3 };
  }
  if (scan.at(index + 1) === "½" || scan.reads(index + 1, "and", "a", "half"))
    return { value: whole + 0.5, next: scan.at(index + 1) === "½" ? index + 2 : index + 4 };
  return { value: whole, next: index + 1 };
}

const COUPLE = new Set(["couple", "pair"]);
const SOME = new Set(["few", "several", "some"]);

function looseCount(scan: Scan, index: number): ReadNumber | null {
  const article = scan.at(index) === "a" || scan.at(index) === "an" || scan.at(index) === "the" ? 1 : 0;
  const word = scan.at(index + article);
  const after = index + article + 1;
  const of = (next: number): number => (scan.at(next) === "of" ? next + 1 : next);
  if (COUPLE.has(word)) return { value: 2, next: of(after) };
  if (SOME.has(word) && (article === 0 || word === "few")) return { value: 3, next: of(after) };
  if (word === "half" && (scan.at(after) === "a" || scan.at(after) === "an")) return { value: 0.5, next: after + 1 };
  if (word === "half" && article === 1) return { value: 0.5, next: after };
  if (scan.at(index) === "½" || (word === "half" && article === 0 && scan.at(after) !== "past"))
    return { value: 0.5, next: index + 1 };
  return null;
}

function wordCount(scan: Scan, index: number): ReadNumber | null {
  const words = cardinalWords(scan, index);
  const word = scan.at(index);
  const read = words ?? (word === "a" || word === "an" || word === "another" ? { value: 1, next: index + 1 } : null);
  if (read === null || !scan.reads(read.next, "and")) return read;
  const part = scan.at(read.next + 1) === "a" ? read.next + 2 : read.next + 1;
  const fraction = scan.at(part) === "half" ? 0.5 : scan.at(part) === "quarter" ? 0.25 : 0;
  return fraction > 0 && words !== null ? { value: read.value + fraction, next: part + 1 } : read;
}

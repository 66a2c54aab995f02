import { findCues } from "../../text/cues.ts";
import { findWords, type Word, wordSet } from "../../text/words.ts";
import type { FoundValue } from "../../values/found-value.ts";
import type { ReadConstraint, Reading } from "./reading.ts";

// A bound on what is spent, told as what may not or cannot be done: "never pay more than 50 euros" is a limit.

const SPENDING = wordSet(`
  pay spend spending paying cost costs go going exceed exceeding afford bid budget charge transfer refund withdraw donate lend invest
  deposit tip bet offer be
`);
const BEYOND = wordSet("more over above beyond past exceed exceeding excess");
// With one of these the bound holds for some cases only.
const QUALIFIES = wordSet("without unless until till if when except before after while who which whose or");
const MOST_WORDS = 24;

/** Makes limits of the prohibitions that bound what is spent. */
export function readCaps(reading: Reading, values: readonly FoundValue[]): void {
  let first = 0;
  for (const one of [...reading.constraints].sort((a, b) => a.span.start - b.span.start)) {
    while (first < values.length && (values[first]?.end ?? 0) <= one.span.start) first += 1;
    const [value, other] = [values[first], values[first + 1]];
    if (value === undefined || value.end > one.span.end || (other !== undefined && other.start < one.span.end))
      continue;
    if (/^(?:prohibition|exclusion)$/.test(one.kind) && isCap(reading.text, one, value)) one.kind = "limit";
  }
}

/** Whether a limit is told in words that forbid, so that it says something without any request. */
export function isToldAsRule(text: string, { kind, span }: ReadConstraint): boolean {
  return kind === "limit" && (findCues(text.slice(span.start, span.end), "en") ?? []).some((cue) => cue.prohibiting);
}

function isCap(text: string, { span }: ReadConstraint, { kind, value, start, end }: FoundValue): boolean {
  if (kind !== "amount" || value?.type !== "amount") return false;
  const words = findWords(text.slice(span.start, span.end));
  if (words.length > MOST_WORDS || words.some((word) => QUALIFIES.has(word.lower))) return false;
  const before = words.filter((word) => word.start + span.start < end);
  const beyond = before.findIndex((word) => BEYOND.has(word.lower));
  if (beyond < 0 || (value.min === null && value.max === null)) return false;
  // "for less than": a floor.
  if (value.min === null && !before.some(isNone)) return /^not?\b/i.test(text.slice(start, end));
  const [head] = words;
  if (head !== undefined && isNone(head)) return beyond <= 3;
  if (head?.lower === "not" && beyond === 1) return true;
  return before.slice(0, beyond + 1).some((word) => SPENDING.has(word.lower));
}

function isNone(word: Word): boolean {
  return word.lower === "nothing" || word.lower === "no" || word.lower === "none";
}

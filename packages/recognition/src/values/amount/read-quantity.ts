// Counts and measures: "two tickets", "3 kg", "a dozen eggs", "for four", "at least 5 people".
import type { QuantityValue } from "../../types/values.ts";
import { compareDecimals } from "../decimal.ts";
import { FUNCTION_WORDS, MONTHS, UNITS, WEEKDAYS } from "../lexicon.ts";
import type { Scan } from "../tokens.ts";
import { mayStartAmount } from "./amount-starts.ts";
import { type Bound, boundAfter, boundBefore } from "./bounds.ts";
import { readDecimal } from "./number.ts";
import { MEASURES, NUMBERED, SEATING } from "./units.ts";

export interface ReadQuantity {
  /** Null where the bounds of a quantity, both included, cannot say it: "under 5 kg". */
  value: QuantityValue | null;
  next: number;
  note: string | null;
}

interface Count {
  value: string;
  next: number;
  figures: boolean;
  /** "a dozen", "a couple of": needs no more to be a count. */
  word: string;
}

export function readQuantity(scan: Scan, index: number): ReadQuantity | null {
  if (!mayStartAmount(scan, index) || (scan.joined(index) && !scan.opens(index))) return null;
  const before = boundBefore(scan, index);
  const lead = scan.at(index);
  const opened = before === null && (lead === "between" || lead === "from") ? 1 : 0;
  const start = before?.next ?? index + opened;
  const first = readCount(scan, start);
  if (first === null) return null;
  const second = secondCount(scan, first, lead);
  if (opened === 1 && second === null) return null;
  const last = second ?? first;
  const unit = readUnit(scan, last);
  if (isName(scan, index, start, first, unit)) return null;
  const after = before === null ? boundAfter(scan, unit?.next ?? last.next) : null;
  const bound = before ?? after;
  if (unit === null && !standsAlone(scan, index, first, second, bound)) return null;
  const next = after?.next ?? unit?.next ?? last.next;
  if (!scan.closes(next)) return null;
  const party = unit === null && bound === null && scan.at(start - 1) === "for" ? seating(scan, start) : false;
  return {
    next,
    value: quantity(first, second, bound, unit?.name ?? (party ? "people" : null), unit?.measure ?? false),
    note: party ? `"for ${scan.at(start)}" is read as a number of people.` : null,
  };
}

function readCount(scan: Scan, index: number): Count | null {
  const article = scan.at(index) === "a" ? 1 : 0;
  const word = scan.at(index + article);
  if (word === "dozen") return { value: "12", next: ofAfter(scan, index + article + 1), figures: false, word };
  if ((word === "couple" || word === "pair") && article === 1 && scan.at(index + 2) === "of")
    return { value: "2", next: index + 3, figures: false, word };
  if (scan.reads(index, "half", "a", "dozen")) return { value: "6", next: index + 3, figures: false, word: "dozen" };
  if (article === 1) return null;
  const read = readDecimal(scan, index);
  if (read === null) return null;
  if (scan.at(read.next) === "dozen" && !read.value.includes("."))
    return {
      value: String(Number(read.value) * 12),
      next: ofAfter(scan, read.next + 1),
      figures: false,
      word: "dozen",
    };
  return { ...read, word: read.figures ? "" : scan.at(index) };
}

function ofAfter(scan: Scan, index: number): number {
  return scan.at(index) === "of" ? index + 1 : index;
}

/** "2-3 bags", "two or three eggs", "between 5 and 10 people". */
function secondCount(scan: Scan, first: Count, lead: string): Count | null {
  const mark = scan.at(first.next);
  const separated =
    mark === "-" || mark === "–" || mark === "to" || mark === "or" || (lead === "between" && mark === "and");
  if (!separated) return null;
  const second = readDecimal(scan, first.next + 1);
  if (second === null || compareDecimals(first.value, second.value) >= 0) return null;
  const count = { ...second, word: "" };
  return readUnit(scan, count) === null ? null : count;
}

/** Words behind which "one" stands for a person or a thing: "how does one", "a new one". */
const PRONOUN_LEADS = new Set(
  (
    "the same this that which another any each every no does do would can could should might may must did will if how as " +
    "new old other first second next last right wrong best better good big small cheap cheaper bigger smaller capital"
  ).split(" "),
);

/** "order 12", "Windows 11", "00417", long figures: names, never counts. */
function isName(scan: Scan, index: number, start: number, first: Count, unit: CountedUnit | null): boolean {
  if (!first.figures) return scan.at(start) === "one" && PRONOUN_LEADS.has(scan.at(start - 1));
  const before = scan.at(index - 1);
  // "order 12 eggs" orders them; "order 12" names one.
  if ((NUMBERED.has(before) && unit === null) || before === "#" || before === "/" || before === ":" || before === "+")
    return true;
  if (scan.capitalised(index - 1) && scan.isWord(index - 1) && !scan.beginsSentence(index - 1)) return true;
  return scan.places(start) > 6 || scan.isDigits(start - 1) || scan.isDigits(first.next);
}

interface CountedUnit {
  name: string;
  measure: boolean;
  next: number;
}

const IRREGULAR = new Set(["people", "children", "men", "women", "feet", "teeth", "mice", "sheep", "fish", "aircraft"]);
const NOT_NOUNS =
  /^(?:more|less|other|others|times|o'clock|oclock|am|pm|later|ago|earlier|each|plus|minus|equals|divided|multiplied|need|needs|want|wants|go|say|ish|st|nd|rd|th|half|past|total|altogether)$/;

function readUnit(scan: Scan, count: Count): CountedUnit | null {
  const at = count.next;
  if (scan.at(at) === "%") return { name: "%", measure: true, next: at + 1 };
  if (scan.at(at) === "-" && scan.joined(at) && MEASURES.has(scan.at(at + 1)))
    return { name: MEASURES.get(scan.at(at + 1)) ?? "", measure: true, next: at + 2 };
  const measure = MEASURES.get(scan.at(at));
  if (measure !== undefined && !(scan.at(at) === "in" || (scan.at(at) === "l" && !scan.joined(at))))
    return { name: measure, measure: true, next: at + 1 };
  if (scan.joined(at)) return null;
  const run: string[] = [];
  while (run.length < 3 && isNoun(scan, at + run.length)) run.push(scan.at(at + run.length));
  if (run.length === 0) return null;
  const plural = run.findIndex((word) => IRREGULAR.has(word) || (word.endsWith("s") && !word.endsWith("ss")));
  const single = count.value === "1";
  if (plural < 0 && !single && count.word !== "dozen") return null;
  const chosen = single ? run.length - 1 : Math.max(plural, 0);
  return { name: run[chosen] ?? "", measure: false, next: at + chosen + 1 };
}

function isNoun(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  return (
    scan.isWord(index) &&
    word.length > 1 &&
    !FUNCTION_WORDS.has(word) &&
    !NOT_NOUNS.test(word) &&
    !UNITS.has(word) &&
    !MONTHS.has(word) &&
    !WEEKDAYS.has(word) &&
    !/^(?:today|tomorrow|tonight|yesterday|next|last|every)$/.test(word) &&
    !/ly$/.test(word)
  );
}

const LEADS = /^(?:it|them|exactly|only|just|want|need|for)$/;

/** A figure without a unit is a count behind a bound, behind "make it", or as a word at the end of a clause. */
function standsAlone(scan: Scan, index: number, first: Count, second: Count | null, bound: Bound | null): boolean {
  if (second !== null) return false;
  const after = first.next;
  if (
    scan.isWord(after) &&
    !FUNCTION_WORDS.has(scan.at(after)) &&
    !/^(?:today|tomorrow|tonight|next|total)$/.test(scan.at(after)) &&
    !WEEKDAYS.has(scan.at(after))
  )
    return false;
  if (bound !== null) return !/^(?:over|above|under|below|<|>)$/.test(scan.at(index)) || !scan.isWord(after);
  const before = scan.at(index - 1);
  if (scan.at(index) === "one" && before !== "it" && before !== "only" && before !== "just" && before !== "exactly")
    return false;
  if (!first.figures) return first.word === "dozen" || scan.at(after) !== "of";
  if (before === "for") return first.value.length <= 2 && seating(scan, index);
  return LEADS.test(before) || (before === "to" && /^(?:it|that|them|number|count|quantity)$/.test(scan.at(index - 2)));
}

function seating(scan: Scan, index: number): boolean {
  for (let back = 2; back <= 6; back += 1) if (SEATING.has(scan.at(index - back))) return true;
  return false;
}

function quantity(
  first: Count,
  second: Count | null,
  bound: Bound | null,
  unit: string | null,
  measure: boolean,
): QuantityValue | null {
  if (second !== null) return { type: "quantity", min: first.value, max: second.value, unit };
  if (bound === null) return { type: "quantity", min: first.value, max: first.value, unit };
  let figure: string | null = first.value;
  // Whole things are counted: fewer than 5 are at most 4. A measure has no such neighbour.
  if (bound.open)
    figure =
      unit !== null && !measure && /^\d{1,9}$/.test(figure)
        ? String(Number(figure) + (bound.side === "max" ? -1 : 1))
        : null;
  if (figure === null || Number(figure) < 0) return null;
  return {
    type: "quantity",
    min: bound.side === "min" ? figure : null,
    max: bound.side === "max" ? figure : null,
    unit,
  };
}

// Dates and months whose month is written as a word.
import { DOUBTFUL, MONTHS } from "../lexicon.ts";
import { cardinalWords, ordinal, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { type Ground, longest, type Period } from "./node.ts";
import { calendarPeriod, fullYear, readYear, trailingYear } from "./year.ts";

/** "3 May", "May 3rd, 2024", "the fourth of July 1995", "05-Aug-2016", "Oct/2". */
export function readMonthDate(ground: Ground, index: number): Period | null {
  return longest(triple(ground, index), monthFirst(ground, index), dayFirst(ground, index));
}

/** "May 2024", "August", "Dec-2018", "2017 April", "this September" without its "this". */
export function readMonth(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const leading = readYear(scan, index);
  if (leading !== null && scan.isDigits(index)) {
    const after = skipMarks(scan, leading.next, "-/");
    const name = monthAt(scan, after);
    return name === null || !scan.closes(name.next)
      ? null
      : calendarPeriod(ground, withoutDot(scan, name), leading.value, name.value, null);
  }
  const month = monthAt(scan, index);
  if (month === null || !scan.opens(index)) return null;
  const year =
    trailingYear(scan, month.next) ??
    (scan.at(month.next) === "-" || scan.at(month.next) === "/" ? readYear(scan, month.next + 1) : null);
  if (year !== null) return calendarPeriod(ground, year.next, year.value, month.value, null);
  if (!scan.closes(month.next) && scan.at(month.next) !== "-") return null;
  return isDoubtful(scan, index) ? null : calendarPeriod(ground, withoutDot(scan, month), null, month.value, null);
}

/** The dot of an abbreviation belongs to it only where the sentence goes on; nothing asks for it here. */
function withoutDot(scan: Scan, month: ReadNumber): number {
  return scan.at(month.next - 1) === "." ? month.next - 1 : month.next;
}

export function monthAt(scan: Scan, index: number): ReadNumber | null {
  const value = MONTHS.get(scan.at(index));
  if (value === undefined) return null;
  return { value, next: scan.at(index + 1) === "." && scan.joined(index + 1) ? index + 2 : index + 1 };
}

const NEAR_MONTH = new Set(
  "in of this next last since until till by before after from to through thru between during late early mid the every each coming past previous and - –".split(
    " ",
  ),
);

const MAY_LEADS = new Set("in of since until till by from early mid late last next".split(" "));

/** "may", "march" and short names are months only where something beside them says so. */
export function isDoubtful(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  if (!DOUBTFUL.has(word)) return false;
  const before = scan.at(index - 1);
  // "May to October" names two months.
  if (/^(?:to|-|–|through|until|till)$/.test(scan.at(index + 1)) && MONTHS.has(scan.at(index + 2))) return false;
  if (before === "$" || before === "#" || before === "@") return true;
  if (scan.isSecondEnd(index)) return false;
  // In small letters "may" is mostly the verb.
  if (word === "may" && !scan.capitalised(index)) return !MAY_LEADS.has(before);
  if (NEAR_MONTH.has(before)) return false;
  return !(scan.capitalised(index) && index > 0 && !scan.beginsSentence(index)) || word === "may";
}

function monthFirst(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const month = monthAt(scan, index);
  if (month === null || !scan.opens(index)) return null;
  let at = skipMarks(scan, month.next, "-/");
  const comma = scan.at(at) === ",";
  if (comma) at += 1;
  const article = scan.at(at) === "the";
  if (article) at += 1;
  const exact = ordinal(scan, at);
  const day = exact ?? (comma || article ? null : plainDay(scan, at));
  if (day === null || day.value < 1 || day.value > 31) return null;
  const year = yearAfterDay(scan, day.next);
  const next = year?.next ?? day.next;
  return scan.closes(next) || rangeMark(scan, next)
    ? calendarPeriod(ground, next, year?.value ?? null, month.value, day.value)
    : null;
}

function dayFirst(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  if (!scan.opens(index) || scan.at(index - 1) === "$") return null;
  const at = scan.at(index) === "the" ? index + 1 : index;
  const exact = ordinal(scan, at);
  const day = exact ?? plainDay(scan, at);
  if (day === null || day.value < 1 || day.value > 31) return null;
  let after = scan.at(day.next) === "day" && exact !== null ? day.next + 1 : day.next;
  if (scan.at(after) === "of") after += 1;
  else after = skipMarks(scan, after, "-/.");
  const month = monthAt(scan, scan.at(after) === "the" ? after + 1 : after);
  if (month === null || (!scan.isDigits(at) && exact === null && isDoubtful(scan, month.next - 1))) return null;
  const marked = scan.at(month.next) === "-" || scan.at(month.next) === "/" ? readYear(scan, month.next + 1) : null;
  const year = marked ?? trailingYear(scan, month.next);
  const next = year?.next ?? withoutDot(scan, month);
  return scan.closes(next) || rangeMark(scan, next)
    ? calendarPeriod(ground, next, year?.value ?? null, month.value, day.value)
    : null;
}

/** "2019/aug/01", "22-Jan-2019", "Sep-23-2020": month, day and year in any order around one mark. */
function triple(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const mark = scan.at(index + 1);
  if ((mark !== "-" && mark !== "/") || scan.at(index + 3) !== mark || !scan.joined(index + 1)) return null;
  if (!scan.opens(index) || !scan.closes(index + 5)) return null;
  let month = 0;
  let day = 0;
  let year = 0;
  for (const at of [index, index + 2, index + 4]) {
    const name = MONTHS.get(scan.at(at));
    if (name !== undefined) month = name;
    else if (scan.places(at) === 4) year = scan.figure(at, 4);
    else if (scan.places(at) <= 2 && day === 0) day = scan.figure(at, 2);
    else if (scan.places(at) === 2) year = fullYear(scan.figure(at, 2));
  }
  return month > 0 && day > 0 && year >= 1000 && year < 3000
    ? calendarPeriod(ground, index + 5, year, month, day)
    : null;
}

/** Figures or number words of a day, unless a clock time or a count begins there. */
function plainDay(scan: Scan, index: number): ReadNumber | null {
  const figure = scan.figure(index, 2);
  const read = figure >= 0 ? { value: figure, next: index + 1 } : cardinalWords(scan, index);
  if (read === null) return null;
  const after = scan.at(read.next);
  if (after === ":" && scan.joined(read.next) && scan.isDigits(read.next + 1)) return null;
  return /^(?:am|pm|a\.m|p\.m|o'clock|oclock)$/.test(after) ? null : read;
}

function yearAfterDay(scan: Scan, index: number): ReadNumber | null {
  const mark = scan.at(index);
  if ((mark === "-" || mark === "/") && scan.joined(index) && scan.joined(index + 1)) {
    const year = readYear(scan, index + 1);
    if (year !== null) return year;
  }
  // "April 9, 1500 people": a figure with a noun behind it is a count.
  return trailingYear(scan, index);
}

function rangeMark(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  return word === "-" || word === "–" || word === "/";
}

function skipMarks(scan: Scan, index: number, marks: string): number {
  const word = scan.at(index);
  return word.length === 1 && marks.includes(word) && scan.joined(index) && scan.joined(index + 1) ? index + 1 : index;
}

// Dates in figures alone.
import type { DateOrder } from "../../types/options.ts";
import { FUNCTION_WORDS, WEEKDAYS } from "../lexicon.ts";
import type { Scan } from "../tokens.ts";
import { DAY, weekdayOf } from "./calendar.ts";
import type { Ground, Period } from "./node.ts";
import { calendarPeriod, fullYear, inYear } from "./year.ts";

/** "2024-05-03", "3/5/24", "22/04", "23.04.2022", "20161016", "2015-12". */
export function readNumericDate(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const places = scan.places(index);
  if (places === 0 || !opensDate(scan, index)) return null;
  if (places === 8) return compact(scan, index);
  const mark = scan.at(index + 1);
  const second = scan.places(index + 2);
  const tight = scan.joined(index + 1) && scan.joined(index + 2);
  if (places === 4 && scan.isDigits(index + 1)) return spaced(scan, index);
  if ((mark !== "-" && mark !== "/" && mark !== ".") || !tight || second === 0) return null;
  const third =
    scan.at(index + 3) === mark && scan.joined(index + 3) && scan.joined(index + 4) ? scan.places(index + 4) : 0;
  if (third > 0) return threeParts(ground, index, places, second, third);
  return twoParts(ground, index, mark, places, second);
}

function threeParts(ground: Ground, index: number, first: number, second: number, third: number): Period | null {
  const { scan } = ground;
  const next = index + 5;
  if (!closesDate(scan, next)) return null;
  const [a, b, c] = [scan.figure(index, 4), scan.figure(index + 2, 4), scan.figure(index + 4, 4)];
  if (first === 4 && second <= 2 && third <= 2) return written(next, a, b, c);
  if (first > 2 || second > 2) return null;
  if (third === 4) return dayAndMonth(ground, next, a, b, c);
  if (third !== 2 || scan.at(index + 1) === "-")
    return ground.order === "YMD" && third <= 2 ? written(next, fullYear(a), b, c) : null;
  return ground.order === "YMD" ? written(next, fullYear(a), b, c) : dayAndMonth(ground, next, a, b, fullYear(c));
}

function twoParts(ground: Ground, index: number, mark: string, first: number, second: number): Period | null {
  const { scan } = ground;
  const next = index + 3;
  const [a, b] = [scan.figure(index, 4), scan.figure(index + 2, 4)];
  if (!closesDate(scan, next)) return null;
  if (mark !== "." && first === 4 && second <= 2)
    return a >= 1000 && a < 3000 && b >= 1 && b <= 12 ? inYear(next, a, b, null) : null;
  if (mark !== "." && second === 4 && first <= 2)
    return b >= 1000 && b < 3000 && a >= 1 && a <= 12 ? inYear(next, b, a, null) : null;
  if (first > 2 || second > 2 || a === 0 || b === 0) return null;
  // Two short figures are a date by themselves only around a slash; other marks need a neighbour.
  if (mark !== "/" && !hasNeighbour(scan, index)) return null;
  if (isFraction(scan, index, next)) return null;
  const date = dayAndMonth(ground, next, a, b, null);
  // "Monday 12-4" are hours, unless the 4th of December is that Monday.
  if (mark === "-" && WEEKDAYS.has(scan.at(index - 1)) && scan.at(index - 2) === "-") return null;
  const weekday = mark === "-" ? WEEKDAYS.get(scan.at(index - 1)) : undefined;
  return date !== null && weekday !== undefined && weekdayOf(date.from / DAY) !== weekday ? null : date;
}

const CONFIGURED = "as this instance is configured.";

/** Whether a note is about what the instance assumes, and not about what the time is counted from. */
export function isConfigured(note: string): boolean {
  return note.endsWith(CONFIGURED);
}

/** Day first or month first: as configured, as the figures allow, otherwise both. */
function dayAndMonth(ground: Ground, next: number, a: number, b: number, year: number | null): Period | null {
  const read = (order: DateOrder): Period | null => {
    const [month, day] = order === "DMY" ? [b, a] : [a, b];
    return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? calendarPeriod(ground, next, year, month, day) : null;
  };
  const [dayFirst, monthFirst] = [read("DMY"), read("MDY")];
  if (dayFirst === null || monthFirst === null || a === b) return dayFirst ?? monthFirst;
  const order = ground.order;
  if (order === "DMY" || order === "MDY" || order === "YMD") {
    const chosen = order === "DMY" ? dayFirst : monthFirst;
    const words = order === "DMY" ? "day first" : "month first";
    return { ...chosen, notes: [...chosen.notes, `The figures are read ${words}, ${CONFIGURED}`] };
  }
  return { ...dayFirst, others: [monthFirst] };
}

function compact(scan: Scan, index: number): Period | null {
  const value = scan.figure(index, 8);
  const year = Math.floor(value / 10_000);
  if (year < 1900 || year >= 2100 || !closesDate(scan, index + 1)) return null;
  const date = written(index + 1, year, Math.floor(value / 100) % 100, value % 100);
  return date?.impossible ? null : date;
}

/** "2016 10 16". */
function spaced(scan: Scan, index: number): Period | null {
  if (scan.places(index + 1) !== 2 || scan.places(index + 2) !== 2 || !scan.closes(index + 3)) return null;
  if (scan.isDigits(index + 3)) return null;
  const date = written(index + 3, scan.figure(index, 4), scan.figure(index + 1, 2), scan.figure(index + 2, 2));
  return date?.impossible ? null : date;
}

function written(next: number, year: number, month: number, day: number): Period | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1000 ? inYear(next, year, month, day) : null;
}

function opensDate(scan: Scan, index: number): boolean {
  if (scan.at(index - 1) === "$" || scan.at(index - 1) === "#") return false;
  return scan.opens(index);
}

/** A date may also be followed by a range mark: "10/1-11/7". */
function closesDate(scan: Scan, index: number): boolean {
  if (scan.closes(index)) return true;
  const mark = scan.at(index);
  return (
    (mark === "-" || mark === "t") && scan.joined(index) && scan.isDigits(index + 1) && scan.places(index + 1) <= 4
  );
}

const BEFORE_DATE = new Set(
  "on by until till before after since this next monday mon tuesday tue wednesday wed thursday thu friday fri saturday sat sunday sun".split(
    " ",
  ),
);

function hasNeighbour(scan: Scan, index: number): boolean {
  return BEFORE_DATE.has(scan.at(index - 1));
}

/** "1/2 cup", "3/4 of it", "24/7": a share of something, or an idiom. */
function isFraction(scan: Scan, index: number, next: number): boolean {
  if (scan.reads(index, "24", "/", "7")) return true;
  const after = scan.at(next);
  if (after === "of") return true;
  if (!scan.isWord(next) || FUNCTION_WORDS.has(after) || hasNeighbour(scan, index)) return false;
  return (
    scan.figure(index, 2) < scan.figure(index + 2, 2) && scan.figure(index + 2, 2) <= 10 && scan.places(index) === 1
  );
}

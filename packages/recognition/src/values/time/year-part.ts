// Parts of a longer period that are counted or numbered: quarters, halves, weeks, "the third month of 2021".
import { UNITS } from "../lexicon.ts";
import { cardinalWords, ordinal, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { addUnits, DAY, dayNumber, isoWeekStart, mondayOf, type Unit, yearMonthDay } from "./calendar.ts";
import { type Ground, longest, type Period, period } from "./node.ts";
import { readContainer } from "./period.ts";
import { readYear } from "./year.ts";

export function readYearPart(ground: Ground, index: number): Period | null {
  return longest(
    lettered(ground, index),
    ranked(ground, index),
    numberedWeek(ground, index),
    possessive(ground, index),
  );
}

interface Slice {
  unit: "quarter" | "half";
  rank: number;
  next: number;
}

/** "Q3 2025", "2019-H2", "q1 of 2017", "Q1". */
function lettered(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  if (!scan.opens(index)) return null;
  const year = scan.places(index) === 4 ? scan.figure(index, 4) : -1;
  if (year >= 1000 && year < 3000) {
    const mark = scan.at(index + 1) === "-" || scan.at(index + 1) === "/" ? index + 2 : index + 1;
    const slice = letterAt(scan, mark);
    return slice === null ? null : sliceOf(slice, slice.next, year);
  }
  const slice = letterAt(scan, index);
  return slice === null ? null : withYear(ground, slice);
}

function letterAt(scan: Scan, index: number): Slice | null {
  const letter = scan.at(index);
  const rank = scan.figure(index + 1, 1);
  if (!scan.joined(index + 1) || (!scan.closes(index + 2) && scan.at(index + 2) !== "-")) return null;
  if (letter === "q" && rank >= 1 && rank <= 4) return { unit: "quarter", rank, next: index + 2 };
  return letter === "h" && (rank === 1 || rank === 2) ? { unit: "half", rank, next: index + 2 } : null;
}

function withYear(ground: Ground, slice: Slice): Period {
  const { scan } = ground;
  const link = /^(?:of|in|-|,|\/)$/.test(scan.at(slice.next)) ? slice.next + 1 : slice.next;
  const container = yearAt(ground, link);
  if (container !== null) return { ...sliceOf(slice, container.next, container.value), relative: container.relative };
  const year = yearMonthDay(ground.today).year;
  const now = sliceOf(slice, slice.next, year);
  const read = now.to > ground.today * DAY ? now : sliceOf(slice, slice.next, year + 1);
  return {
    ...read,
    relative: true,
    notes: [`The year is read as ${yearMonthDay(read.from / DAY).year}, the next one from the reference day.`],
  };
}

interface FoundYear extends ReadNumber {
  relative: boolean;
}

/** "2019", "the year", "next year". */
function yearAt(ground: Ground, index: number): FoundYear | null {
  const year = readYear(ground.scan, index);
  if (year !== null) return { ...year, relative: false };
  if (ground.scan.reads(index, "the", "year") && !ground.scan.isDigits(index + 2))
    return { value: yearMonthDay(ground.today).year, next: index + 2, relative: true };
  const container = readContainer(ground, index);
  if (container === null || container.grain !== "year") return null;
  return {
    value: yearMonthDay(Math.floor(container.from / DAY)).year,
    next: container.next,
    relative: container.relative,
  };
}

function sliceOf(slice: Slice, next: number, year: number): Period {
  const months = slice.unit === "quarter" ? 3 : 6;
  const first = (slice.rank - 1) * months + 1;
  return period(next, dayNumber(year, first, 1) * DAY, dayNumber(year, first + months, 1) * DAY, "month");
}

/** "next year's first quarter". */
function possessive(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const word = scan.at(index);
  const shift = word === "next" ? 1 : word === "last" ? -1 : word === "this" ? 0 : null;
  if (shift === null || !scan.reads(index + 1, "year", "'s")) return null;
  const rank = rankAt(scan, index + 3);
  if (rank === null || scan.at(rank.next) !== "quarter") return null;
  const year = yearMonthDay(ground.today).year + shift;
  const value = rank.value < 0 ? 4 : rank.value;
  return value > 4
    ? null
    : { ...sliceOf({ unit: "quarter", rank: value, next: 0 }, rank.next + 1, year), relative: true };
}

/** "the second half of 2024", "the last 3 weeks of this year", "3rd week of Jan", "the first quarter". */
function ranked(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" ? index + 1 : index;
  if (!scan.opens(index)) return null;
  const rank = rankAt(scan, at);
  if (rank === null) return null;
  const figure = scan.figure(rank.next, 3);
  const several = figure > 0 ? { value: figure, next: rank.next + 1 } : cardinalWords(scan, rank.next);
  const amount = several !== null && (rank.value === 1 || rank.value === -1) ? several : { value: 1, next: rank.next };
  const word = scan.at(amount.next);
  const unit = word === "half" ? "half" : UNITS.get(word);
  if (unit === undefined || rank.value === 0) return null;
  const link = scan.at(amount.next + 1);
  const container = link === "of" || link === "in" ? containerAt(ground, amount.next + 2) : null;
  if (container === null) {
    if (unit !== "quarter" && unit !== "half") return null;
    if (rank.value < 0 || link === "of" || at === index || amount.value > 1) return null;
    return rank.value <= (unit === "quarter" ? 4 : 2)
      ? withYear(ground, { unit, rank: rank.value, next: amount.next + 1 })
      : null;
  }
  return partOf(container, rank.value, amount.value, unit);
}

function containerAt(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  if (scan.at(index) === "the" && /^(?:year|month)$/.test(scan.at(index + 1)) && !scan.isDigits(index + 2))
    return readContainer(ground, index) ?? bareContainer(ground, index);
  return readContainer(ground, index);
}

function bareContainer(ground: Ground, index: number): Period {
  const { year, month } = yearMonthDay(ground.today);
  const whole = ground.scan.at(index + 1) === "year";
  const from = dayNumber(year, whole ? 1 : month, 1) * DAY;
  return period(index + 2, from, addUnits(from, 1, whole ? "year" : "month"), whole ? "year" : "month", {
    relative: true,
  });
}

function rankAt(scan: Scan, index: number): ReadNumber | null {
  return scan.at(index) === "last" || scan.at(index) === "final"
    ? { value: -1, next: index + 1 }
    : ordinal(scan, index);
}

function partOf(whole: Period, rank: number, amount: number, unit: Unit | "half"): Period | null {
  const { relative, notes, next } = whole;
  const more = { relative, notes };
  if (unit === "half") {
    const middle =
      whole.grain === "year" ? addUnits(whole.from, 6, "month") : Math.floor((whole.from + whole.to) / 2 / DAY) * DAY;
    if (rank > 2 || amount > 1) return null;
    return rank === 1
      ? period(next, whole.from, middle, whole.grain === "year" ? "month" : "day", more)
      : period(next, middle, whole.to, whole.grain === "year" ? "month" : "day", more);
  }
  if (unit === "hour" || unit === "minute" || unit === "second" || unit === "decade" || unit === "century") return null;
  const grain =
    unit === "quarter"
      ? "month"
      : unit === "week"
        ? "week"
        : unit === "year"
          ? "year"
          : unit === "month"
            ? "month"
            : "day";
  const [first, end] = unit === "week" ? weeksOf(whole) : [whole.from, whole.to];
  const from = rank < 0 ? addUnits(end, -amount, unit) : addUnits(first, rank - 1, unit);
  const to = rank < 0 ? end : addUnits(from, amount, unit);
  return from >= first - 7 * DAY && to <= end + 7 * DAY && from < end ? period(next, from, to, grain, more) : null;
}

/** Weeks belong to the year or month that holds their Thursday. */
function weeksOf(whole: Period): [number, number] {
  const edge = (tick: number): number => mondayOf(Math.floor(tick / DAY) + 3) * DAY;
  return [edge(whole.from), edge(whole.to)];
}

/** "week 31", "week 3 of 2027". */
function numberedWeek(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" ? index + 1 : index;
  const week = scan.figure(at + 1, 2);
  if (scan.at(at) !== "week" || week < 1 || week > 53 || !scan.closes(at + 2)) return null;
  const link = scan.at(at + 2) === "of" || scan.at(at + 2) === "in" || scan.at(at + 2) === "," ? at + 3 : at + 2;
  const year = yearAt(ground, link);
  const from = isoWeekStart(year?.value ?? yearMonthDay(ground.today).year, week) * DAY;
  return period(year?.next ?? at + 2, from, from + 7 * DAY, "week", {
    relative: year?.relative ?? true,
    notes: year === null ? ["The week is read as one of the reference year."] : [],
  });
}

import { MONTHS } from "../lexicon.ts";
import { ordinal, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { DAY, dayNumber, yearMonthDay } from "./calendar.ts";
import { monthAt } from "./month-date.ts";
import { type Ground, type Moment, moment, type Period } from "./node.ts";
import { relativeUnit } from "./period.ts";
import { isSeparator, opener } from "./separator.ts";
import { calendarPeriod, inYear, trailingYear } from "./year.ts";

/** "between 3 and 12 of Sept", "November 19-20", "from 4-23 in next month", "April 9th through 17th". */
export function daysOfMonth(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const lead = scan.at(index);
  const start = opener(scan, scan.at(index) === "on" ? index + 1 : index);
  const month = MONTHS.has(scan.at(start)) ? monthAt(scan, start) : null;
  const first = dayFigure(scan, month?.next ?? start);
  if (first === null || !isSeparator(scan, first.next, lead)) return null;
  const second = dayFigure(scan, first.next + 1);
  if (second === null) return null;
  if (month !== null) {
    const year = trailingYear(scan, second.next);
    const from = calendarPeriod(ground, second.next, year?.value ?? null, month.value, first.value);
    const wraps = second.value < first.value ? 1 : 0;
    return scan.closes(year?.next ?? second.next)
      ? dayPair(
          ground,
          year?.value ?? null,
          month.value,
          first.value,
          second.value,
          year?.next ?? second.next,
          wraps,
          from,
        )
      : null;
  }
  const linked = scan.at(second.next) === "of" || scan.at(second.next) === "in" ? second.next + 1 : second.next;
  const named = monthAt(scan, linked);
  if (named !== null && scan.at(second.next) !== "in") {
    const year = trailingYear(scan, named.next);
    if (second.value < first.value) return null;
    return dayPair(
      ground,
      year?.value ?? null,
      named.value,
      first.value,
      second.value,
      year?.next ?? named.next,
      0,
      null,
    );
  }
  const whole = relativeUnit(ground, linked);
  if (whole === null || whole.grain !== "month" || second.value < first.value) return null;
  const from = whole.from + (first.value - 1) * DAY;
  return moment(whole.next, from, whole.from + second.value * DAY, "day", { relative: true, notes: whole.notes });
}

function dayPair(
  ground: Ground,
  year: number | null,
  month: number,
  first: number,
  second: number,
  next: number,
  wraps: number,
  known: Period | null,
): Moment {
  const end = calendarPeriod(ground, next, year, month, wraps ? first : second);
  const inThat = yearMonthDay(Math.floor(end.from / DAY)).year;
  const from = inYear(next, inThat, month, first);
  const to = wraps ? dayNumber(inThat, month + 1, second + 1) * DAY : end.to;
  return moment(next, from.from, to, "day", {
    relative: end.relative,
    notes: known?.notes ?? end.notes,
    impossible: from.impossible || end.impossible,
  });
}

function dayFigure(scan: Scan, index: number): ReadNumber | null {
  const at = scan.at(index) === "the" ? index + 1 : index;
  const exact = ordinal(scan, at);
  if (exact !== null) return exact.value >= 1 && exact.value <= 31 ? exact : null;
  const figure = scan.figure(at, 2);
  return figure >= 1 && figure <= 31 && scan.opens(at) ? { value: figure, next: at + 1 } : fromMark(scan, at);
}

/** The second figure of "4-23" does not open by itself. */
function fromMark(scan: Scan, index: number): ReadNumber | null {
  const figure = scan.figure(index, 2);
  return figure >= 1 && figure <= 31 && isSeparator(scan, index - 1, "") ? { value: figure, next: index + 1 } : null;
}

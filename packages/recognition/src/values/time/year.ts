import { cardinalWords, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { DAY, dayExists, dayNumber, yearMonthDay } from "./calendar.ts";
import { type Ground, type Period, period } from "./node.ts";

/** A year of four digits, or in words: "nineteen ninety six", "two thousand and five". */
export function readYear(scan: Scan, index: number): ReadNumber | null {
  const figure = scan.places(index) === 4 ? scan.figure(index, 4) : -1;
  if (figure >= 1000 && figure < 3000) return scan.closes(index + 1) ? { value: figure, next: index + 1 } : null;
  return figure < 0 ? yearWords(scan, index) : null;
}

function yearWords(scan: Scan, index: number): ReadNumber | null {
  const first = cardinalWords(scan, index);
  if (first === null) return null;
  if (first.value >= 1000 && first.value < 3000 && first.next > index + 1) {
    return first.value % 100 === 0 && first.value % 1000 !== 0 ? (tailOf(scan, first) ?? first) : first;
  }
  if (first.value < 11 || first.value > 20) return null;
  return tailOf(scan, { value: first.value * 100, next: first.next });
}

function tailOf(scan: Scan, base: ReadNumber): ReadNumber | null {
  const tail = cardinalWords(scan, base.next);
  return tail !== null && tail.value >= 10 && tail.value < 100
    ? { value: base.value + tail.value, next: tail.next }
    : null;
}

/** A year after a month or a day: "2019", ", 2019", "of 1995", "in 2020", "of 87", "'19". */
export function trailingYear(scan: Scan, index: number): ReadNumber | null {
  const link = scan.at(index);
  if (link === "'" || link === "’") return shortYear(scan, index + 1);
  const linked = link === "," || link === "of" || link === "in";
  const year = readYear(scan, linked ? index + 1 : index);
  if (year !== null) return year;
  if (link !== "of") return null;
  return shortYear(scan, index + 1);
}

function shortYear(scan: Scan, index: number): ReadNumber | null {
  const figure = scan.places(index) === 2 ? scan.figure(index, 2) : -1;
  return figure >= 0 && scan.closes(index + 1) ? { value: fullYear(figure), next: index + 1 } : null;
}

/** Two digits: from 40 on the century of the 1900s. */
export function fullYear(twoDigits: number): number {
  return twoDigits < 40 ? 2000 + twoDigits : 1900 + twoDigits;
}

/** A day, or a whole month where `day` is null; without a year the next one that has not passed. */
export function calendarPeriod(
  ground: Ground,
  next: number,
  year: number | null,
  month: number,
  day: number | null,
): Period {
  if (year !== null) return inYear(next, year, month, day);
  const thisYear = yearMonthDay(ground.today).year;
  for (let later = 0; later <= 8; later += 1) {
    const candidate = inYear(next, thisYear + later, month, day);
    if (!candidate.impossible && candidate.to > ground.today * DAY)
      return {
        ...candidate,
        relative: true,
        yearless: { month, day },
        notes: [`The year is read as ${thisYear + later}, the next one from the reference day.`],
      };
  }
  return { ...inYear(next, thisYear, month, day), relative: true, yearless: { month, day } };
}

export function inYear(next: number, year: number, month: number, day: number | null): Period {
  if (day === null) return period(next, dayNumber(year, month, 1) * DAY, dayNumber(year, month + 1, 1) * DAY, "month");
  const from = dayNumber(year, month, day) * DAY;
  return period(next, from, from + DAY, "day", { impossible: !dayExists(year, month, day) });
}

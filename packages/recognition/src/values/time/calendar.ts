// Plain arithmetic on the proleptic Gregorian calendar. A day is counted from 1970-01-01; a tick is a
// local second counted from that day's midnight, without any zone.
import type { Grain } from "../../types/names.ts";

export const DAY = 86_400;

interface YearMonthDay {
  year: number;
  month: number;
  day: number;
}

/** The day's number; months beyond 1 to 12 roll over into other years. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month - 1;
  const wholeYear = year + Math.floor(shifted / 12);
  const wholeMonth = (((shifted % 12) + 12) % 12) + 1;
  // Years begin in March here, so that the leap day is the last of its year.
  const y = wholeMonth <= 2 ? wholeYear - 1 : wholeYear;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (wholeMonth + (wholeMonth > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

export function yearMonthDay(dayCount: number): YearMonthDay {
  const z = dayCount + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

export function daysInMonth(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

export function dayExists(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && year >= 1 && year <= 9999 && day <= daysInMonth(year, month);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(dayCount: number): number {
  return ((((dayCount + 3) % 7) + 7) % 7) + 1;
}

export function mondayOf(dayCount: number): number {
  return dayCount - weekdayOf(dayCount) + 1;
}

/** First day of an ISO week. */
export function isoWeekStart(year: number, week: number): number {
  return mondayOf(dayNumber(year, 1, 4)) + (week - 1) * 7;
}

/** The same day of a later month, or that month's last day. */
export function addMonths(dayCount: number, months: number): number {
  const { year, month, day } = yearMonthDay(dayCount);
  const first = dayNumber(year, month + months, 1);
  return first + Math.min(day, dayNumber(year, month + months + 1, 1) - first) - 1;
}

export type Unit = Grain | "quarter" | "decade" | "century" | "weekend" | "fortnight" | "weekday";

const SECONDS: Partial<Record<Unit, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  weekend: 7 * DAY,
  fortnight: 14 * DAY,
};
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };

/** A tick moved by whole or fractional units; fractions of months are counted in days of 30. */
export function addUnits(tick: number, count: number, unit: Unit): number {
  const seconds = SECONDS[unit];
  if (seconds !== undefined) return tick + Math.round(count * seconds);
  if (unit === "weekday") return addWeekdays(tick, count);
  const months = count * (MONTHS[unit] ?? 1);
  const whole = Math.trunc(months);
  const day = Math.floor(tick / DAY);
  const moved = addMonths(day, whole) * DAY + (tick - day * DAY);
  return moved + Math.round((months - whole) * 30) * DAY;
}

function addWeekdays(tick: number, count: number): number {
  const step = count < 0 ? -1 : 1;
  const whole = Math.min(Math.abs(Math.trunc(count)), 10_000);
  let day = Math.floor(tick / DAY);
  const clock = tick - day * DAY;
  for (let left = whole; left > 0; ) {
    day += step;
    if (weekdayOf(day) <= 5) left -= 1;
  }
  return day * DAY + clock;
}

/** The calendar unit around a tick: the week from Monday, the month from its first day, and so on. */
export function unitStart(tick: number, unit: Unit): number {
  const day = Math.floor(tick / DAY);
  const { year, month } = yearMonthDay(day);
  if (unit === "second") return tick;
  if (unit === "minute") return Math.floor(tick / 60) * 60;
  if (unit === "hour") return Math.floor(tick / 3600) * 3600;
  if (unit === "week" || unit === "fortnight") return mondayOf(day) * DAY;
  if (unit === "weekend") return (mondayOf(day) + 5) * DAY;
  if (unit === "month") return dayNumber(year, month, 1) * DAY;
  if (unit === "quarter") return dayNumber(year, month - ((month - 1) % 3), 1) * DAY;
  if (unit === "year") return dayNumber(year, 1, 1) * DAY;
  if (unit === "decade") return dayNumber(year - (year % 10), 1, 1) * DAY;
  if (unit === "century") return dayNumber(year - (year % 100), 1, 1) * DAY;
  return day * DAY;
}

/** Its grain in a value: quarters are counted in months, decades in years. */
export function grainOf(unit: Unit): Grain {
  if (unit === "quarter") return "month";
  if (unit === "decade" || unit === "century") return "year";
  if (unit === "weekend" || unit === "weekday") return "day";
  return unit === "fortnight" ? "week" : unit;
}

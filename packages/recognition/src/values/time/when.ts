// Days with their times: the points from which ranges and bounds are made.
import { APPROXIMATE, WEEKDAYS } from "../lexicon.ts";
import { addUnits, DAY, mondayOf, yearMonthDay } from "./calendar.ts";
import { readDayWords } from "./day-words.ts";
import { readHoliday } from "./holiday.ts";
import { readMonthDate } from "./month-date.ts";
import {
  type Clock,
  type Ground,
  isDay,
  longest,
  type Moment,
  moment,
  oneDay,
  type Period,
  type Point,
} from "./node.ts";
import { readNumericDate } from "./numeric-date.ts";
import { readPart } from "./part-of-day.ts";
import { readPeriod } from "./period.ts";
import { readShade } from "./shade.ts";
import { readShift } from "./shift.ts";
import { clockText, halfNote, likelyHalf, readDayPart, readTimeOfDay } from "./time-of-day.ts";
import { inYear } from "./year.ts";

/** One day, however it is written. */
export function readDate(ground: Ground, index: number): Period | null {
  return ground.scan.once("date", index, () => longest(weekdayLed(ground, index), plainDate(ground, index)));
}

function plainDate(ground: Ground, index: number): Period | null {
  return longest(
    readMonthDate(ground, index),
    readNumericDate(ground, index),
    readDayWords(ground, index),
    readHoliday(ground, index),
  );
}

/** "Friday, 7 June", "this Friday (Jun 15)", "this 5/12": the date says which day, the weekday goes along. */
function weekdayLed(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const lead = scan.at(index);
  const led = lead === "this" || lead === "next";
  let at = led ? index + 1 : index;
  const weekday = WEEKDAYS.has(scan.at(at));
  if (weekday) at += 1;
  if (!weekday && !led) return null;
  const mark = scan.at(at);
  const inside = weekday && mark === "(";
  if (weekday && (mark === "," || mark === "-" || mark === "(" || mark === "." || mark === "the"))
    at += mark === "the" ? 0 : 1;
  const date = longest(readMonthDate(ground, at), readNumericDate(ground, at));
  if (date === null || !isDay(date)) return null;
  const next = inside && scan.at(date.next) === ")" ? date.next + 1 : date.next;
  if (lead === "this" && date.yearless !== null && date.yearless.day !== null)
    return { ...inYear(next, yearMonthDay(ground.today).year, date.yearless.month, date.yearless.day), relative: true };
  return { ...date, next };
}

/** Anything that is a point or a stretch by itself, without comparators. */
export function readWhen(ground: Ground, index: number, bareAllowed: boolean): Point | null {
  const { scan } = ground;
  return scan.once(bareAllowed ? "bare when" : "when", index, () => freshWhen(ground, index, bareAllowed));
}

function freshWhen(ground: Ground, index: number, bareAllowed: boolean): Point | null {
  const { scan } = ground;
  const start = APPROXIMATE.has(scan.at(index)) ? index + 1 : index;
  return longest<Point>(
    dayLed(ground, start),
    weekdayOfShift(ground, start),
    timeLed(ground, start, bareAllowed),
    readPeriod(ground, start),
    readShade(ground, start),
    readShift(ground, start),
  );
}

function dayLed(ground: Ground, index: number): Period | Moment | null {
  const date = nightBefore(ground, index) ?? readDate(ground, index);
  if (date === null || !isDay(date)) return date;
  const time = timeAfter(ground, date.next);
  return time === null ? date : onDay(ground, date, time, time.next);
}

/** "Monday two weeks from now", "in 3 days on Friday": that day of the ISO week that is reached. */
function weekdayOfShift(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const first = WEEKDAYS.get(scan.at(index));
  const shift = readShift(ground, first === undefined ? index : scan.at(index + 1) === "," ? index + 2 : index + 1);
  if (shift === null || shift.kind !== "period" || !isDay(shift)) return null;
  const at = scan.at(shift.next) === "on" ? shift.next + 1 : -1;
  const value = first ?? WEEKDAYS.get(scan.at(at));
  if (value === undefined) return null;
  const day = mondayOf(shift.from / DAY) + value - 1;
  return oneDay(first === undefined ? at + 1 : shift.next, day, { relative: shift.relative, notes: shift.notes });
}

/** "last night", "next evening": the day is the one beside the reference day. */
function nightBefore(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const lead = scan.at(index);
  if ((lead !== "last" && lead !== "next") || readPart(scan, index + 1)?.next !== index + 2) return null;
  if (!/^(?:morning|afternoon|evening|night)$/.test(scan.at(index + 1))) return null;
  return oneDay(index + 1, ground.today + (lead === "last" ? -1 : 1), { relative: true });
}

/** A time behind a day: "at 7", ", 7pm", "T17:00", "morning", "from 3 to 5". */
export function timeAfter(ground: Ground, index: number): Clock | null {
  const { scan } = ground;
  if (scan.at(index) === "t" && scan.joined(index))
    return scan.beginAt(index + 1, () => readTimeOfDay(ground, index + 1, false));
  let at = scan.at(index) === "," ? index + 1 : index;
  const link = scan.at(at);
  const linked = link === "at" || link === "@" || link === "for" || link === "-" || link === "around" || link === "on";
  if (linked) at += 1;
  if (link === "-" && !scan.isDigits(at)) return null;
  const bare = link === "at" || link === "@" || link === "around" || (link === "for" && scan.at(at + 1) === ":");
  const part = readDayPart(ground, at);
  const time = readTimeOfDay(ground, at, bare);
  const approximate = APPROXIMATE.has(scan.at(at)) ? readTimeOfDay(ground, at + 1, true) : null;
  const spread = link === "for" || linked ? null : readTimeOfDay(ground, at, true);
  const found = longest(
    part,
    time,
    approximate,
    spread !== null && spread.to !== null ? spread : spokenAfterDay(ground, at),
  );
  // "Friday for 2 hours" and "Friday for 3" are no times of day.
  return found !== null && link === "for" && found.bare ? null : found;
}

/** "march eighteenth nine thirty": hour and minutes in words right behind a day. */
function spokenAfterDay(ground: Ground, at: number): Clock | null {
  const found = ground.scan.isWord(at) ? readTimeOfDay(ground, at, true) : null;
  return found !== null && found.grain === "minute" ? found : null;
}

function timeLed(ground: Ground, index: number, bareAllowed: boolean): Clock | Moment | null {
  const { scan } = ground;
  const time = readTimeOfDay(ground, index, true);
  if (time === null) return null;
  const at = scan.at(time.next) === "," ? time.next + 1 : time.next;
  const link = scan.at(at);
  const start = link === "on" || link === "of" || link === "in" ? at + 1 : at;
  const date = nightBefore(ground, start) ?? readDate(ground, start);
  if (date !== null && isDay(date) && !(time.bare && (time.to === null || scan.at(index - 1) === "$"))) {
    const part = readDayPart(ground, date.next);
    const settled = part !== null && part.part !== null && part.to !== null ? insideBoth(time, part) : time;
    return onDay(ground, date, settled, part !== null && settled !== time ? part.next : date.next);
  }
  const evening = readPart(scan, start);
  const named = !time.bare || at > time.next || scan.at(index - 1) === "at";
  if (evening?.relative && time.part === null && named)
    return onDay(ground, oneDay(evening.next, ground.today, { relative: true }), half(time, evening), evening.next);
  if (time.relative) return onDay(ground, oneDay(time.next, ground.today, { relative: true }), time, time.next);
  return time.bare && !bareAllowed ? null : time;
}

function insideBoth(time: Clock, part: Clock): Clock {
  return time.fixed || part.part === null
    ? { ...time }
    : half(time, { clock: part.part === "morning" ? "am" : part.part === "night" ? "night" : "pm" });
}

function half(time: Clock, part: { clock: "am" | "pm" | "night" | "day" }): Clock {
  const late = part.clock === "pm" || (part.clock === "night" && time.from >= 4 * 3600);
  if (time.fixed || time.from >= 12 * 3600) return time;
  return { ...time, from: time.from + (late ? 12 * 3600 : 0), fixed: true, bare: false };
}

/** A time of day put onto a day. */
export function onDay(ground: Ground, date: Period, time: Clock, next: number): Moment {
  const notes = [...date.notes, ...time.notes];
  const from = settle(ground, date, time, notes);
  let base = date.from;
  // "Monday at 5", said on a Monday morning, is the same day.
  if (date.roll === "week" && base - 7 * DAY + from > ground.now && base - 7 * DAY <= ground.now) {
    base -= 7 * DAY;
    notes.splice(0, date.notes.length, "The day is the reference day, since a later time of it is written.");
  }
  return moment(next, base + from, time.to === null ? null : base + time.to, time.grain, {
    instant: time.to === null,
    relative: date.relative,
    zone: time.zone,
    notes,
    impossible: date.impossible,
    others: date.others.map((other) => onDay(ground, other, time, next)),
  });
}

function settle(ground: Ground, date: Period, time: Clock, notes: string[]): number {
  if (time.fixed) return time.from;
  const likely = likelyHalf(time.from);
  const today = date.from === ground.today * DAY;
  const later = time.from + 12 * 3600;
  const from =
    today && date.from + likely <= ground.now && later < DAY && date.from + later > ground.now ? later : likely;
  notes.push(halfNote(from));
  return from;
}

/** A time of day alone: its next occurrence. */
export function nextOccurrence(ground: Ground, time: Clock): Moment {
  const today = oneDay(time.next, ground.today, { relative: true });
  const found = onDay(ground, today, time, time.next);
  const passed = (found.to ?? found.from ?? 0) <= ground.now && found.from !== ground.now;
  const shift = passed ? DAY : 0;
  const day = yearMonthDay(ground.today + (passed ? 1 : 0));
  return {
    ...found,
    from: addUnits(found.from ?? 0, shift / DAY, "day"),
    to: found.to === null ? null : found.to + shift,
    dayAssumed: true,
    notes: [
      ...found.notes,
      `The next ${clockText(found.from ?? 0)} after the reference time, on ${day.year}-${day.month}-${day.day}.`,
    ],
  };
}

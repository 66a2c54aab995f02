// Days without a month name: "tomorrow", "next Friday", "the 14th", "the first Monday of May".
import { DOUBTFUL, FUNCTION_WORDS, ONES, UNITS, WEEKDAY_NAMES, WEEKDAYS } from "../lexicon.ts";
import { ordinal, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { addMonths, DAY, dayNumber, daysInMonth, mondayOf, weekdayOf, yearMonthDay } from "./calendar.ts";
import { readMonth } from "./month-date.ts";
import { type Ground, longest, oneDay, type Period } from "./node.ts";
import { NEXT_WORDS, PAST_WORDS, THIS_WORDS } from "./relative-words.ts";

export function readDayWords(ground: Ground, index: number): Period | null {
  return longest(
    namedDay(ground, index),
    weekday(ground, index),
    weekdayOfWeek(ground, index),
    dayOfMonth(ground, index),
    nthWeekday(ground, index),
  );
}

const NAMED: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tomorrow", 1],
  ["tmrw", 1],
  ["tmr", 1],
  ["tomorow", 1],
  ["yesterday", -1],
]);

function namedDay(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const article = scan.at(index) === "the" ? 1 : 0;
  const at = index + article;
  let shift = article === 0 ? NAMED.get(scan.at(at)) : undefined;
  let next = at + 1;
  if (scan.reads(at, "day", "after", "tomorrow")) [shift, next] = [2, at + 3];
  else if (scan.reads(at, "day", "before", "yesterday")) [shift, next] = [-2, at + 3];
  else if (article === 1 && scan.reads(at, "next", "day")) [shift, next] = [1, at + 2];
  else if (article === 1 && scan.at(at) === "day" && !/^(?:of|after|before)$/.test(scan.at(next)) && isBare(scan, next))
    shift = 0;
  else if (scan.reads(at, "current", "date")) [shift, next] = [0, at + 2];
  if (shift === undefined || !scan.closes(next)) return null;
  return relativeDay(ground, next, ground.today + shift, scan.at(next - 1));
}

function relativeDay(ground: Ground, next: number, day: number, said: string, more: Partial<Period> = {}): Period {
  return oneDay(next, day, {
    relative: true,
    notes: [`"${said}" is read as ${stamp(day)}, counted from ${stamp(ground.today)}.`],
    ...more,
  });
}

/** The contract's rules: the next one after today, of the following ISO week with "next", of the one before with "last". */
function weekday(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  let at = index;
  const words: string[] = [];
  while (
    words.length < 3 &&
    (NEXT_WORDS.has(scan.at(at)) || PAST_WORDS.has(scan.at(at)) || THIS_WORDS.has(scan.at(at)))
  ) {
    words.push(scan.at(at));
    at += 1;
  }
  const value = WEEKDAYS.get(scan.at(at));
  if (value === undefined || !scan.opens(index) || (!scan.closes(at + 1) && scan.at(at + 1) !== "-")) return null;
  if (words.length === 0 && DOUBTFUL.has(scan.at(at)) && !weekdayNeighbour(scan, at)) return null;
  const next = scan.at(at + 1) === "." && scan.joined(at + 1) && scan.isDigits(at + 2) ? at + 2 : at + 1;
  const [day, rule] = weekdayRule(ground, value, words);
  const numbered = words.length === 0 ? weekdayAndDay(ground, next, value) : null;
  if (numbered !== null) return numbered;
  return oneDay(next, day, {
    relative: true,
    roll: words.length === 0 ? "week" : null,
    notes: [`"${[...words, WEEKDAY_NAMES[value - 1]].join(" ")}" is read as ${stamp(day)}: ${rule}.`],
  });
}

function weekdayRule(ground: Ground, value: number, words: readonly string[]): [number, string] {
  const monday = mondayOf(ground.today);
  const after = ground.today + (((value - weekdayOf(ground.today) + 6) % 7) + 1);
  const soon = words.includes("coming") || words.includes("upcoming") || words.includes("this");
  if (words.includes("past"))
    return [after - (after - 7 === ground.today ? 14 : 7), "the last one before the reference day"];
  if (words.some((word) => PAST_WORDS.has(word))) return [monday - 7 + value - 1, "that day of the ISO week before"];
  if (!soon && words.some((word) => NEXT_WORDS.has(word)))
    return [monday + 7 + value - 1, "that day of the following ISO week"];
  return [after, "the next one after the reference day"];
}

/** "Monday 21", "Friday the 13th": the next day that is both. */
function weekdayAndDay(ground: Ground, index: number, value: number): Period | null {
  const { scan } = ground;
  const comma = scan.at(index) === "," ? 1 : 0;
  const article = scan.at(index + comma) === "the" ? 1 : 0;
  const at = index + comma + article;
  const exact = ordinal(scan, at);
  const figure = scan.places(at) === 2 && comma === 0 && isBare(scan, at + 1) ? scan.figure(at, 2) : -1;
  const day = exact ?? (figure > 12 ? { value: figure, next: at + 1 } : null);
  if (day === null || day.value < 1 || day.value > 31 || !isBare(scan, day.next)) return null;
  const start = yearMonthDay(ground.today);
  for (let month = 0; month < 60; month += 1) {
    const first = dayNumber(start.year, start.month + month, 1);
    const found = first + day.value - 1;
    const { year, month: inMonth } = yearMonthDay(first);
    if (found < ground.today || day.value > daysInMonth(year, inMonth) || weekdayOf(found) !== value) continue;
    return relativeDay(ground, day.next, found, `${WEEKDAY_NAMES[value - 1]} the ${day.value}`);
  }
  return null;
}

/** "Tuesday of next week", "next week on Tuesday", "Wednesday next week". */
function weekdayOfWeek(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const first = weekIn(scan, index);
  if (first !== null) {
    const link = scan.at(first.next) === "on" || scan.at(first.next) === "-" ? first.next + 1 : first.next;
    const value = WEEKDAYS.get(scan.at(link));
    if (value === undefined || !scan.closes(link + 1)) return null;
    return ofWeek(ground, link + 1, first.value, value);
  }
  const value = WEEKDAYS.get(scan.at(index));
  if (value === undefined) return null;
  const link =
    scan.at(index + 1) === "of" || scan.at(index + 1) === "in" || scan.at(index + 1) === "," ? index + 2 : index + 1;
  const week = weekIn(scan, link);
  return week === null ? null : ofWeek(ground, week.next, week.value, value);
}

function ofWeek(ground: Ground, next: number, weeks: number, value: number): Period {
  return relativeDay(
    ground,
    next,
    mondayOf(ground.today) + weeks * 7 + value - 1,
    `${WEEKDAY_NAMES[value - 1]} of that week`,
  );
}

function weekIn(scan: Scan, index: number): ReadNumber | null {
  const at = scan.at(index) === "the" ? index + 1 : index;
  const word = scan.at(at);
  if (scan.at(at + 1) !== "week") return null;
  if (NEXT_WORDS.has(word)) return { value: 1, next: at + 2 };
  if (PAST_WORDS.has(word)) return { value: -1, next: at + 2 };
  return THIS_WORDS.has(word) ? { value: 0, next: at + 2 } : null;
}

const BEFORE_DAY = new Set("on by until till before after since from to through the and around for than of".split(" "));

/** "the 14th", "the twenty-sixth day of the month": the next such day, or of the month that is named. */
function dayOfMonth(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const article = scan.at(index) === "the" ? 1 : 0;
  const at = index + article;
  const suffixed = scan.isDigits(at);
  const bare = suffixed && article === 1 && scan.places(at) <= 2 && /^(?:from|between|at)$/.test(scan.at(at + 1));
  const day = ordinal(scan, at) ?? (bare ? { value: scan.figure(at, 2), next: at + 1 } : null);
  if (day === null || day.value < 1 || day.value > 31 || !scan.opens(index)) return null;
  const month = monthAfterDay(ground, day.next);
  if (month !== null) {
    const from = Math.floor(month.from / DAY) + day.value - 1;
    return from * DAY < month.to ? relativeDay(ground, month.next, from, `day ${day.value} of that month`) : null;
  }
  if (!isBare(scan, day.next) || !scan.closes(day.next)) return null;
  // Without an article, or in words, only a preposition makes an ordinal a day.
  const led = BEFORE_DAY.has(scan.at(index - 1));
  if (article === 0 ? !led || !suffixed : !suffixed && !led) return null;
  return nextDayOfMonth(ground, day);
}

function nextDayOfMonth(ground: Ground, day: ReadNumber): Period | null {
  const start = yearMonthDay(ground.today);
  for (let later = 0; later <= 12; later += 1) {
    const first = dayNumber(start.year, start.month + later, 1);
    const found = first + day.value - 1;
    if (found <= ground.today || found >= dayNumber(start.year, start.month + later + 1, 1)) continue;
    return oneDay(day.next, found, {
      relative: true,
      roll: "month",
      notes: [`Day ${day.value} is read as ${stamp(found)}, the next such day after the reference day.`],
    });
  }
  return null;
}

/** "of next month", "this month", "day of the month". */
function monthAfterDay(ground: Ground, index: number): { from: number; to: number; next: number } | null {
  const { scan } = ground;
  let at = scan.at(index) === "day" ? index + 1 : index;
  if (scan.at(at) === "of" || scan.at(at) === "in") at += 1;
  else if (at > index) return null;
  const word = scan.at(at);
  const shift = NEXT_WORDS.has(word)
    ? 1
    : PAST_WORDS.has(word)
      ? -1
      : THIS_WORDS.has(word) || word === "the"
        ? 0
        : null;
  if (shift === null || scan.at(at + 1) !== "month" || (word === "the" && at === index)) return null;
  const { year, month } = yearMonthDay(ground.today);
  const from = dayNumber(year, month + shift, 1);
  return { from: from * DAY, to: addMonths(from, 1) * DAY, next: at + 2 };
}

/** "the first Monday of next month", "the last Friday in March 2025". */
function nthWeekday(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" ? index + 1 : index;
  const last = scan.at(at) === "last";
  const rank = last ? { value: -1, next: at + 1 } : ordinal(scan, at);
  const value = rank === null ? undefined : WEEKDAYS.get(scan.at(rank.next));
  if (rank === null || value === undefined || !/^(?:of|in)$/.test(scan.at(rank.next + 1))) return null;
  const month = monthAfterDay(ground, rank.next + 1) ?? readMonth(ground, rank.next + 2);
  if (month === null || rank.value > 5) return null;
  const first = Math.floor(month.from / DAY);
  const end = Math.floor(month.to / DAY);
  const earliest = first + ((value - weekdayOf(first) + 7) % 7);
  const latest = end - 1 - ((weekdayOf(end - 1) - value + 7) % 7);
  const found = last ? latest : earliest + (rank.value - 1) * 7;
  return found < end ? relativeDay(ground, month.next, found, `that ${WEEKDAY_NAMES[value - 1]}`) : null;
}

/** Nothing that the figure could count stands behind it. */
function isBare(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  if (!scan.isWord(index)) return true;
  return (
    FUNCTION_WORDS.has(word) ||
    ONES.has(word) ||
    NAMED.has(word) ||
    THIS_WORDS.has(word) ||
    (UNITS.get(word) === undefined && /^(?:around|sometime|morning|afternoon|evening|night)$/.test(word))
  );
}

function weekdayNeighbour(scan: Scan, index: number): boolean {
  if (/^(?:-|–|to)$/.test(scan.at(index + 1)) && WEEKDAYS.has(scan.at(index + 2))) return true;
  if (scan.isSecondEnd(index) || (scan.capitalised(index) && !scan.beginsSentence(index))) return true;
  if (/^(?:on|every|each|by|until|till|before|after|since|from|or|and|to)$/.test(scan.at(index - 1))) return true;
  return (
    scan.isDigits(index + 1) ||
    /^(?:at|the|morning|afternoon|evening|night)$/.test(scan.at(index + 1)) ||
    scan.at(index + 1) === ","
  );
}

export function stamp(day: number): string {
  const { year, month, day: date } = yearMonthDay(day);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

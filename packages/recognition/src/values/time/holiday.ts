// Holidays whose day follows from the calendar alone.
import { ordinal } from "../numbers.ts";
import { dayNumber, weekdayOf, yearMonthDay } from "./calendar.ts";
import { type Ground, oneDay, type Period } from "./node.ts";
import { NEXT_WORDS, PAST_WORDS } from "./relative-words.ts";
import { trailingYear } from "./year.ts";

type Rule = (year: number) => number;

const fixed =
  (month: number, day: number): Rule =>
  (year) =>
    dayNumber(year, month, day);

/** The nth weekday of a month. */
const nth =
  (month: number, weekday: number, rank: number): Rule =>
  (year) => {
    const first = dayNumber(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + (rank - 1) * 7;
  };

/** Western Easter by the anonymous Gregorian computus. */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayNumber(year, Math.floor(f / 31), (f % 31) + 1);
}

const fromEaster =
  (days: number): Rule =>
  (year) =>
    easter(year) + days;

const RULES: readonly (readonly [string, Rule])[] = [
  ["christmas eve", fixed(12, 24)],
  ["christmas day", fixed(12, 25)],
  ["christmas", fixed(12, 25)],
  ["boxing day", fixed(12, 26)],
  ["new year 's eve", fixed(12, 31)],
  ["new years eve", fixed(12, 31)],
  ["new year 's day", fixed(1, 1)],
  ["new year day", fixed(1, 1)],
  ["new years day", fixed(1, 1)],
  ["new year", fixed(1, 1)],
  ["valentine 's day", fixed(2, 14)],
  ["saint patrick", fixed(3, 17)],
  ["saint patrick 's day", fixed(3, 17)],
  ["st patrick 's day", fixed(3, 17)],
  ["earth day", fixed(4, 22)],
  ["international workers' day", fixed(5, 1)],
  ["may day", fixed(5, 1)],
  ["juneteenth", fixed(6, 19)],
  ["independence day", fixed(7, 4)],
  ["halloween", fixed(10, 31)],
  ["labor day", nth(9, 1, 1)],
  ["thanksgiving", nth(11, 4, 4)],
  ["thanksgiving day", nth(11, 4, 4)],
  ["black friday", (year) => nth(11, 4, 4)(year) + 1],
  ["good friday", fromEaster(-2)],
  ["easter sunday", easter],
  ["easter monday", fromEaster(1)],
  ["easter", easter],
];

/** First words of the names, so that most tokens cost one look-up. */
const BY_FIRST = new Map<string, { words: string[]; rule: Rule; name: string }[]>();
for (const [name, rule] of RULES) {
  const words = name.split(" ");
  const first = words[0] ?? "";
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), { words, rule, name }]);
}

/** The words with which a holiday may begin. */
export const HOLIDAY_STARTS: readonly string[] = [...BY_FIRST.keys()];

/** "Christmas Eve", "Easter 2018", "next Thanksgiving", "independence day of this year". */
export function readHoliday(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const lead = NEXT_WORDS.has(scan.at(index)) ? 1 : PAST_WORDS.has(scan.at(index)) ? -1 : 0;
  const at = lead === 0 ? index : index + 1;
  let found: { words: string[]; rule: Rule; name: string } | null = null;
  for (const holiday of BY_FIRST.get(scan.at(at)) ?? [])
    if (holiday.words.length > (found?.words.length ?? 0) && matches(ground, at, holiday.words)) found = holiday;
  if (found === null || ordinal(scan, at) !== null) return null;
  const next = at + found.words.reduce((sum, word) => sum + (word.endsWith("s'") ? 2 : 1), 0);
  const today = yearMonthDay(ground.today).year;
  if (scan.reads(next, "of", "this", "year")) return oneDay(next + 3, found.rule(today), { relative: true });
  const year = trailingYear(scan, next);
  if (year !== null) return oneDay(year.next, found.rule(year.value));
  const { rule, name } = found;
  const candidates = [today - 1, today, today + 1].map(rule);
  const day =
    lead < 0
      ? candidates.filter((candidate) => candidate < ground.today).at(-1)
      : candidates.find((candidate) => (lead > 0 ? candidate > ground.today : candidate >= ground.today));
  if (day === undefined) return null;
  const { year: inYear, month, day: date } = yearMonthDay(day);
  return oneDay(next, day, {
    relative: true,
    yearless: name.startsWith("easter") || name === "good friday" ? null : { month, day: date },
    notes: [`"${name}" is read as that of ${inYear}.`],
  });
}

/** "workers'" is two tokens: the word and its apostrophe. */
function matches(ground: Ground, index: number, words: readonly string[]): boolean {
  let at = index;
  for (const word of words) {
    const bare = word.endsWith("s'") ? word.slice(0, -1) : word;
    if (ground.scan.at(at) !== bare) return false;
    at += 1;
    if (bare !== word) {
      if (ground.scan.at(at) !== "'" && ground.scan.at(at) !== "’") return false;
      at += 1;
    }
  }
  return ground.scan.closes(at);
}

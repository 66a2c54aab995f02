// Recurrences, as the parts of an RRULE: "every Tuesday at 9", "weekly", "the 19th of every month".
import { UNITS, WEEKDAY_CODES, WEEKDAY_PLURALS, WEEKDAYS } from "../lexicon.ts";
import { cardinalWords, ordinal } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import type { Unit } from "./calendar.ts";
import type { Clock, Ground, Recurrence } from "./node.ts";
import { isMeal, partClock, readPart } from "./part-of-day.ts";
import { halfNote, likelyHalf, readTimeOfDay } from "./time-of-day.ts";
import { timeAfter } from "./when.ts";

interface Rule {
  freq: string;
  interval: number;
  days: string[];
  monthDay: number | null;
  part: Clock | null;
  next: number;
}

export function readRecurrence(ground: Ground, index: number): Recurrence | null {
  const before = readTimeOfDay(ground, index, false);
  const led = before !== null && before.part === null ? core(ground, before.next) : null;
  if (led !== null && before !== null && /^(?:every|each|everyday|daily)$/.test(ground.scan.at(before.next)))
    return written(led, before, led.next);
  const rule = core(ground, index);
  if (rule === null) return null;
  const time = rule.freq === "HOURLY" || rule.freq === "MINUTELY" ? null : timeAfter(ground, rule.next);
  if (time !== null && !(time.bare && ground.scan.at(rule.next) !== "at"))
    return written(rule, inPart(time, rule.part), time.next);
  return written(rule, rule.part, rule.next);
}

const FREQUENCIES: Partial<Record<Unit, readonly [string, number]>> = {
  minute: ["MINUTELY", 1],
  hour: ["HOURLY", 1],
  day: ["DAILY", 1],
  week: ["WEEKLY", 1],
  fortnight: ["WEEKLY", 2],
  month: ["MONTHLY", 1],
  quarter: ["MONTHLY", 3],
  year: ["YEARLY", 1],
};

const ADVERBS: ReadonlyMap<string, readonly [string, number]> = new Map([
  ["hourly", ["HOURLY", 1]],
  ["daily", ["DAILY", 1]],
  ["everyday", ["DAILY", 1]],
  ["weekly", ["WEEKLY", 1]],
  ["biweekly", ["WEEKLY", 2]],
  ["fortnightly", ["WEEKLY", 2]],
  ["monthly", ["MONTHLY", 1]],
  ["bimonthly", ["MONTHLY", 2]],
  ["quarterly", ["MONTHLY", 3]],
  ["semiannual", ["MONTHLY", 6]],
  ["semiannually", ["MONTHLY", 6]],
  ["yearly", ["YEARLY", 1]],
  ["annual", ["YEARLY", 1]],
  ["annually", ["YEARLY", 1]],
]);

function core(ground: Ground, index: number): Rule | null {
  const { scan } = ground;
  return (
    every(ground, index) ?? adverb(scan, index) ?? once(scan, index) ?? plural(scan, index) ?? dayOfEvery(scan, index)
  );
}

function rule(next: number, freq: string, interval: number, more: Partial<Rule> = {}): Rule {
  return { freq, interval, days: [], monthDay: null, part: null, next, ...more };
}

function every(ground: Ground, index: number): Rule | null {
  const { scan } = ground;
  const lead = scan.at(index);
  if (lead !== "every" && lead !== "each") return null;
  let at = index + 1;
  if (scan.at(at) === "single") at += 1;
  let interval = 1;
  const other = scan.at(at) === "other";
  const rank = other ? null : ordinal(scan, at);
  const figure = scan.figure(at, 3);
  const amount = rank ?? (figure > 0 ? { value: figure, next: at + 1 } : cardinalWords(scan, at));
  if (other) [interval, at] = [2, at + 1];
  else if (amount !== null && amount.value > 0 && amount.value <= 999) [interval, at] = [amount.value, amount.next];
  const word = scan.at(at);
  const days = weekdayList(scan, at, WEEKDAYS);
  if (days !== null) return rule(days.next, "WEEKLY", interval, { days: days.codes });
  if (word === "weekday" || word === "weekdays")
    return rule(at + 1, "WEEKLY", interval, { days: WEEKDAY_CODES.slice(0, 5) });
  if (word === "business" && scan.at(at + 1) === "day")
    return rule(at + 2, "WEEKLY", interval, { days: WEEKDAY_CODES.slice(0, 5) });
  if (word === "weekend" || word === "weekends")
    return rule(at + 1, "WEEKLY", interval, { days: WEEKDAY_CODES.slice(5) });
  const part = readPart(scan, at);
  if (part !== null && !part.relative && part.next === at + 1 && !isMeal(part.name))
    return rule(part.next, "DAILY", interval, { part: partClock(part) });
  const unit = UNITS.get(word);
  const frequency = unit === undefined ? undefined : FREQUENCIES[unit];
  if (frequency === undefined || !scan.closes(at + 1)) return null;
  const found = rule(at + 1, frequency[0], frequency[1] * interval);
  return onDays(scan, found);
}

/** "every month on the 19th", "every week on Monday and Friday". */
function onDays(scan: Scan, found: Rule): Rule {
  if (scan.at(found.next) !== "on") return found;
  const at = found.next + 1;
  if (found.freq === "WEEKLY") {
    const days = weekdayList(scan, at, WEEKDAYS) ?? weekdayList(scan, at, WEEKDAY_PLURALS);
    if (days !== null) return { ...found, days: days.codes, next: days.next };
  }
  const day = found.freq === "MONTHLY" ? ordinal(scan, scan.at(at) === "the" ? at + 1 : at) : null;
  return day !== null && day.value >= 1 && day.value <= 31 ? { ...found, monthDay: day.value, next: day.next } : found;
}

function weekdayList(
  scan: Scan,
  index: number,
  names: ReadonlyMap<string, number>,
): { codes: string[]; next: number } | null {
  const codes: string[] = [];
  let next = index;
  for (let at = index; codes.length < 7; ) {
    const day = names.get(scan.at(at));
    if (day === undefined) break;
    codes.push(WEEKDAY_CODES[day - 1] ?? "MO");
    next = at + 1;
    at = scan.at(next) === "," ? next + 1 : next;
    if (scan.at(at) === "and") at += 1;
    else if (at === next) break;
  }
  return codes.length === 0 ? null : { codes, next };
}

function adverb(scan: Scan, index: number): Rule | null {
  const dashed = /^(?:bi|semi)$/.test(scan.at(index)) && scan.at(index + 1) === "-";
  const word = dashed ? `${scan.at(index)}${scan.at(index + 2)}` : scan.at(index);
  const frequency = ADVERBS.get(word);
  if (frequency === undefined || !scan.opens(index)) return null;
  const found = rule(index + (dashed ? 3 : 1), frequency[0], frequency[1]);
  return onDays(scan, found);
}

/** "once a week". */
function once(scan: Scan, index: number): Rule | null {
  if (scan.at(index) !== "once" && scan.at(index) !== "one") return null;
  if (!/^(?:a|per|every|each)$/.test(scan.at(index + 1))) return null;
  const unit = UNITS.get(scan.at(index + 2));
  const frequency = unit === undefined ? undefined : FREQUENCIES[unit];
  return frequency === undefined ? null : rule(index + 3, frequency[0], frequency[1]);
}

/** "Tuesdays", "Mondays and Fridays", "weekends", "Friday mornings", "mornings". */
function plural(scan: Scan, index: number): Rule | null {
  const days = weekdayList(scan, index, WEEKDAY_PLURALS);
  if (days !== null) return rule(days.next, "WEEKLY", 1, { days: days.codes });
  const word = scan.at(index);
  if (word === "weekends")
    return /^(?:two|three|few|\d+)$/.test(scan.at(index - 1))
      ? null
      : rule(index + 1, "WEEKLY", 1, { days: WEEKDAY_CODES.slice(5) });
  if (word === "weekdays") return rule(index + 1, "WEEKLY", 1, { days: WEEKDAY_CODES.slice(0, 5) });
  const day = WEEKDAYS.get(word);
  const part = readPart(scan, day === undefined ? index : index + 1);
  if (part === null || !part.plural || isMeal(part.name) || scan.at(part.next - 1) !== `${part.name}s`) return null;
  if (day === undefined && (part.next !== index + 1 || part.name === "night")) return null;
  return rule(part.next, day === undefined ? "DAILY" : "WEEKLY", 1, {
    days: day === undefined ? [] : [WEEKDAY_CODES[day - 1] ?? "MO"],
    part: partClock(part),
  });
}

/** "the 19th of every month", "the first Monday of each month". */
function dayOfEvery(scan: Scan, index: number): Rule | null {
  const at = scan.at(index) === "the" ? index + 1 : index;
  const last = scan.at(at) === "last";
  const rank = last ? { value: -1, next: at + 1 } : ordinal(scan, at);
  if (rank === null) return null;
  const weekday = WEEKDAYS.get(scan.at(rank.next));
  const link = weekday === undefined ? rank.next : rank.next + 1;
  if (!/^(?:of|in)$/.test(scan.at(link)) || !/^(?:every|each|the)$/.test(scan.at(link + 1))) return null;
  if (scan.at(link + 2) !== "month" || scan.at(link + 1) === "the") return null;
  if (weekday !== undefined && rank.value <= 5)
    return rule(link + 3, "MONTHLY", 1, { days: [`${rank.value}${WEEKDAY_CODES[weekday - 1] ?? "MO"}`] });
  return weekday === undefined && rank.value >= 1 && rank.value <= 31
    ? rule(link + 3, "MONTHLY", 1, { monthDay: rank.value })
    : null;
}

function inPart(time: Clock, part: Clock | null): Clock {
  if (time.fixed || part === null) return time;
  const late = part.from >= 12 * 3600 && time.from < 12 * 3600;
  return { ...time, from: time.from + (late ? 12 * 3600 : 0), fixed: true };
}

function written(found: Rule, time: Clock | null, next: number): Recurrence {
  const parts = [`FREQ=${found.freq}`];
  if (found.interval > 1) parts.push(`INTERVAL=${found.interval}`);
  if (found.days.length > 0) parts.push(`BYDAY=${found.days.join(",")}`);
  if (found.monthDay !== null) parts.push(`BYMONTHDAY=${found.monthDay}`);
  const notes = [...(time?.notes ?? [])];
  if (time !== null) {
    const from = time.fixed ? time.from : likelyHalf(time.from);
    if (!time.fixed) notes.push(halfNote(from));
    parts.push(`BYHOUR=${Math.floor(from / 3600) % 24}`, `BYMINUTE=${Math.floor(from / 60) % 60}`);
    if (from % 60 > 0) parts.push(`BYSECOND=${from % 60}`);
  }
  const grain = time !== null ? time.grain : (GRAINS[found.freq] ?? "day");
  return {
    kind: "recurrence",
    next,
    rule: parts.join(";"),
    grain,
    seconds: time === null || time.to === null ? null : time.to - time.from,
    notes,
  };
}

const GRAINS: Record<string, Recurrence["grain"]> = {
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "day",
  MONTHLY: "day",
  YEARLY: "day",
};

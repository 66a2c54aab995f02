// Pieces of the calendar longer than a day.
import { UNITS } from "../lexicon.ts";
import { count } from "../numbers.ts";
import { addUnits, DAY, dayNumber, grainOf, mondayOf, type Unit, unitStart, yearMonthDay } from "./calendar.ts";
import { readLength, shifted } from "./duration.ts";
import { readEra } from "./era.ts";
import { readMonth } from "./month-date.ts";
import { type Ground, isDay, longest, type Period, period } from "./node.ts";
import { NEXT_WORDS, PAST_WORDS, THIS_WORDS } from "./relative-words.ts";
import { readDate } from "./when.ts";
import { readYear } from "./year.ts";
import { readYearPart } from "./year-part.ts";

export function readPeriod(ground: Ground, index: number): Period | null {
  return ground.scan.once("period", index, () => freshPeriod(ground, index));
}

function freshPeriod(ground: Ground, index: number): Period | null {
  return longest(
    readMonth(ground, index),
    namedMonth(ground, index),
    relativeUnit(ground, index),
    countedUnits(ground, index),
    weekOf(ground, index),
    readYearPart(ground, index),
    readEra(ground, index),
  );
}

const SAME = new Set(["same", "that"]);
const LED = new Set("in for of during over until till by before after since this".split(" "));

/** "this week", "next month", "last quarter", "the weekend", "the week after next". */
export function relativeUnit(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const article = scan.at(index) === "the" ? 1 : 0;
  let at = index + article;
  const word = scan.at(at);
  const shift = NEXT_WORDS.has(word)
    ? 1
    : PAST_WORDS.has(word)
      ? -1
      : THIS_WORDS.has(word) || SAME.has(word)
        ? 0
        : null;
  if (shift !== null) at += 1;
  const working = /^(?:working|work|calendar|business)$/.test(scan.at(at)) ? scan.at(at) : "";
  if (working !== "") at += 1;
  const joined = scan.at(at) === "workweek";
  const unit: Unit | undefined = joined ? "week" : UNITS.get(scan.at(at));
  if (unit === undefined || scan.at(at).endsWith("s") || !scan.closes(at + 1)) return null;
  if (
    unit === "day" ||
    unit === "second" ||
    (shift === null && (article === 0 ? unit !== "weekend" : !LED.has(scan.at(index - 1)) && unit !== "weekend"))
  )
    return shift === null && article === 1 ? afterNext(ground, at, unit) : null;
  if (shift === null) {
    const skipped = afterNext(ground, at, unit);
    if (skipped !== null) return skipped;
    if (unit === "hour" || unit === "minute" || scan.at(at + 1) === "of" || scan.at(at + 1) === "to") return null;
  }
  const found = unitAt(ground, at + 1, unit, shift ?? 0, scan.at(at - 1));
  return (joined || (working !== "" && working !== "calendar")) && unit === "week"
    ? { ...found, to: found.from + 5 * DAY }
    : found;
}

/** "the week after next", "the month before last". */
function afterNext(ground: Ground, at: number, unit: Unit): Period | null {
  const { scan } = ground;
  if (scan.reads(at + 1, "after", "next")) return unitAt(ground, at + 3, unit, 2, "after next");
  return scan.reads(at + 1, "before", "last") ? unitAt(ground, at + 3, unit, -2, "before last") : null;
}

function unitAt(ground: Ground, next: number, unit: Unit, shift: number, said: string): Period {
  const small = unit === "hour" || unit === "minute";
  const base = small ? ground.now : unitStart(ground.now, unit);
  const from = small ? (shift < 0 ? addUnits(base, -1, unit) : base) : addUnits(base, shift, unit);
  const to = unit === "weekend" ? from + 2 * DAY : addUnits(from, 1, unit);
  return period(next, from, to, grainOf(unit), {
    relative: true,
    notes: shift === 0 ? [] : [`"${said} ${unit}" is counted from the reference time, with weeks from Monday.`],
  });
}

/** "the next 3 days", "5 past years", "the last two quarters and a half". */
function countedUnits(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  let at = scan.at(index) === "the" ? index + 1 : index;
  const lead = scan.at(at);
  if (NEXT_WORDS.has(lead) || PAST_WORDS.has(lead)) {
    // "it will last two hours" has a verb.
    if (
      lead === "last" &&
      /^(?:will|would|should|shouldn't|may|might|can|could|must|to|not|won't|doesn't|didn't|it'll)$/.test(
        scan.at(at - 1),
      )
    )
      return null;
    at += 1;
    let length = readLength(scan, at) ?? coupleOf(ground, at);
    if (length === null || /^(?:a|an)$/.test(scan.at(at))) return null;
    if (length.parts.length > 1 && /^(?:ago|later|from)$/.test(scan.at(length.next)))
      length = coupleOf(ground, at) ?? length;
    return lengthFrom(ground, length.next, length.parts, NEXT_WORDS.has(lead));
  }
  const amount = count(scan, at);
  const side = amount === null ? "" : scan.at(amount.next);
  if (amount === null || (!NEXT_WORDS.has(side) && !PAST_WORDS.has(side))) return null;
  const unit = UNITS.get(scan.at(amount.next + 1));
  // "only 3 next week" counts no weeks.
  if (unit === undefined || !scan.opens(at) || (amount.value !== 1 && !scan.at(amount.next + 1).endsWith("s")))
    return null;
  return lengthFrom(ground, amount.next + 2, [{ count: amount.value, unit }], NEXT_WORDS.has(side));
}

interface CountedLength {
  parts: { count: number; unit: Unit }[];
  next: number;
}

function coupleOf(ground: Ground, at: number): CountedLength | null {
  const amount = count(ground.scan, at);
  const unit = amount === null ? undefined : UNITS.get(ground.scan.at(amount.next));
  return amount === null || unit === undefined
    ? null
    : { parts: [{ count: amount.value, unit }], next: amount.next + 1 };
}

const ALIGNED = new Set<Unit>(["quarter", "decade", "century", "fortnight", "weekend"]);

function lengthFrom(ground: Ground, next: number, parts: CountedLength["parts"], forward: boolean): Period {
  const unit = parts.at(-1)?.unit ?? "day";
  const small = parts.some((part) => part.unit === "hour" || part.unit === "minute" || part.unit === "second");
  const aligned = ALIGNED.has(unit) && parts.length === 1;
  const today = ground.today * DAY;
  const base = small
    ? ground.now
    : aligned
      ? addUnits(unitStart(ground.now, unit), forward ? 1 : 0, unit)
      : forward
        ? today + DAY
        : today;
  const length = { kind: "length" as const, next, parts };
  let other = shifted(base, length, forward ? 1 : -1);
  if (unit === "weekday") other = forward ? shifted(today, length, 1) + DAY : other;
  const [from, to] = forward ? [base, other] : [other, base];
  return period(next, from, to, grainOf(unit), {
    relative: true,
    notes: [`Counted ${forward ? "forward from" : "back to"} the reference ${small ? "time" : "day"}.`],
  });
}

/** "the week of April 10th", "week beginning 4 February", "w/c Feb 4". */
function weekOf(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  let at = scan.at(index) === "the" ? index + 1 : index;
  if (scan.reads(at, "w", "/", "c")) at += 3;
  else if (scan.at(at) === "week" && /^(?:of|beginning|starting|commencing)$/.test(scan.at(at + 1))) {
    at += scan.at(at + 2) === "on" ? 3 : 2;
  } else return null;
  const day = readDate(ground, at);
  if (day === null || !isDay(day)) return null;
  const from = mondayOf(Math.floor(day.from / DAY)) * DAY;
  return period(day.next, from, from + 7 * DAY, "week", { relative: day.relative, notes: day.notes });
}

/** "this September", "next June", "last August". */
function namedMonth(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const word = scan.at(index);
  const shift = NEXT_WORDS.has(word) ? 1 : PAST_WORDS.has(word) ? -1 : THIS_WORDS.has(word) ? 0 : null;
  const month = shift === null ? null : readMonth(ground, index + 1);
  if (month === null || month.yearless === null) return null;
  const { year } = yearMonthDay(ground.today);
  for (const candidate of [year - 1, year, year + 1]) {
    const from = addUnits(month.from, 12 * (candidate - yearMonthDay(month.from / DAY).year), "month");
    const to = addUnits(from, 1, "month");
    const fits = shift === 0 ? candidate === year : shift === 1 ? from > ground.today * DAY : false;
    if (fits)
      return period(month.next, from, to, "month", { relative: true, notes: [`The year is read as ${candidate}.`] });
  }
  const past = addUnits(month.from, month.to > ground.today * DAY ? -12 : 0, "month");
  return period(month.next, past, addUnits(past, 1, "month"), "month", {
    relative: true,
    notes: ["Read as the last such month."],
  });
}

/** A year, or a month or year counted from now, as what another phrase is a part of. */
export function readContainer(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const start =
    scan.at(index) === "the" && scan.at(index + 1) === "year" && scan.isDigits(index + 2) ? index + 2 : index;
  const year = readYear(scan, start);
  const whole = year === null ? null : period(year.next, yearTick(year.value), yearTick(year.value + 1), "year");
  return longest(
    whole,
    readMonth(ground, index),
    namedMonth(ground, index),
    relativeUnit(ground, index),
    readEra(ground, index),
  );
}

function yearTick(year: number): number {
  return dayNumber(year, 1, 1) * DAY;
}

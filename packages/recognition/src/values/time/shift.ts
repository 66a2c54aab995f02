// Points counted from another one: "in 3 days", "two weeks ago", "an hour from now", "2 weeks before May 13".
import { DAY, dayNumber, grainOf, type Unit } from "./calendar.ts";
import { readLength, shifted, smallestUnit } from "./duration.ts";
import { readHoliday } from "./holiday.ts";
import { type Ground, isDay, type Length, longest, type Moment, moment, oneDay, type Period, period } from "./node.ts";
import { readDate } from "./when.ts";
import { readYear } from "./year.ts";

export function readShift(ground: Ground, index: number): Period | Moment | null {
  return ground.scan.once("shift", index, () => freshShift(ground, index));
}

function freshShift(ground: Ground, index: number): Period | Moment | null {
  return longest<Period | Moment>(
    inLength(ground, index),
    within(ground, index),
    afterLength(ground, index),
    present(ground, index),
  );
}

const PRESENT: readonly (readonly string[])[] = [
  ["right", "now"],
  ["now"],
  ["at", "the", "moment"],
  ["at", "present"],
  ["at", "the", "present", "time"],
  ["at", "this", "time"],
];

/** "now", "right now", "at the moment". */
function present(ground: Ground, index: number): Moment | null {
  const words = PRESENT.find((phrase) => ground.scan.reads(index, ...phrase));
  if (words === undefined || ground.scan.at(index + words.length) === "that") return null;
  return moment(index + words.length, ground.now, null, "second", { instant: true, relative: true });
}

/** "in 3 days", "in half an hour". */
function inLength(ground: Ground, index: number): Period | Moment | null {
  const { scan } = ground;
  if (scan.at(index) !== "in") return null;
  const length = readLength(scan, index + 1);
  if (length === null || /^(?:all|whole)$/.test(scan.at(index + 1)) || scan.at(length.next) === "of") return null;
  if (scan.at(length.next) === "since") {
    const year = readYear(scan, scan.at(length.next + 1) === "the" ? length.next + 3 : length.next + 1);
    if (year !== null) return counted(ground, length, 1, dayNumber(year.value, 1, 1) * DAY, year.next, false);
  }
  const from = afterNow(ground, length.next);
  return counted(ground, length, 1, null, from ?? length.next, true);
}

function afterNow(ground: Ground, index: number): number | null {
  const { scan } = ground;
  if (!/^(?:from|after)$/.test(scan.at(index))) return null;
  return scan.at(index + 1) === "now" || scan.at(index + 1) === "today" ? index + 2 : null;
}

/** "within 9 months", "within the next hour". */
function within(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  if (scan.at(index) !== "within") return null;
  let at = scan.at(index + 1) === "the" ? index + 2 : index + 1;
  if (scan.at(at) === "next") at += 1;
  const length = readLength(scan, at) ?? oneOf(ground, at);
  if (length === null) return null;
  const small = isSmall(length);
  const base = small ? ground.now : ground.today * DAY;
  return period(length.next, base, shifted(base, length, 1), grainOf(smallestUnit(length)), {
    relative: true,
    notes: [`Counted from the reference ${small ? "time" : "day"}.`],
  });
}

/** "the next day and 5 hours": the figure one is left out. */
function oneOf(ground: Ground, at: number): Length | null {
  const unit = ground.scan.at(at);
  if (!/^(?:hour|day|week|month|year|minute)$/.test(unit)) return null;
  const rest = ground.scan.at(at + 1) === "and" ? readLength(ground.scan, at + 2) : null;
  const first = { count: 1, unit: unit as Unit };
  return rest === null ? { kind: "length", next: at + 1, parts: [first] } : { ...rest, parts: [first, ...rest.parts] };
}

/** "3 days ago", "30 minutes later", "two weeks from tomorrow", "3 days after January 12th". */
function afterLength(ground: Ground, index: number): Period | Moment | null {
  const { scan } = ground;
  const length = readLength(scan, index);
  if (length === null || scan.at(index) === "all") return null;
  const { next } = length;
  const word = scan.at(next);
  if (word === "ago" || word === "back" || (word === "earlier" && !aboutAPeriod(ground, next + 1)))
    return counted(ground, length, -1, null, next + 1, true);
  if (word === "later" && !aboutAPeriod(ground, next + 1)) return counted(ground, length, 1, null, next + 1, true);
  if (word === "hence") return counted(ground, length, 1, null, next + 1, true);
  if (word !== "from" && word !== "after" && word !== "before") return null;
  if (scan.at(next + 1) === "now") return counted(ground, length, word === "before" ? -1 : 1, null, next + 2, true);
  if (scan.at(index - 1) === "for" && word === "from") return null;
  const base = readDate(ground, next + 1) ?? readHoliday(ground, next + 1);
  if (base === null || !isDay(base) || isSmall(length)) return null;
  const found = counted(ground, length, word === "before" ? -1 : 1, base.from, base.next, base.relative);
  return { ...found, notes: [...base.notes, ...found.notes], others: [] };
}

/** "later this week" belongs to the week, not to the length before it. */
function aboutAPeriod(ground: Ground, index: number): boolean {
  return /^(?:this|in|today|tonight|the)$/.test(ground.scan.at(index));
}

function isSmall(length: Length): boolean {
  return length.parts.some(({ unit }) => unit === "second" || unit === "minute" || unit === "hour");
}

function counted(
  ground: Ground,
  length: Length,
  sign: 1 | -1,
  base: number | null,
  next: number,
  relative: boolean,
): Period | Moment {
  const small = isSmall(length);
  const from = base ?? (small ? ground.now : ground.today * DAY);
  const notes = relative ? [`Counted from the reference ${small ? "time" : "day"}.`] : [];
  const found = shifted(from, length, sign);
  if (small) {
    const unit = smallestUnit(length);
    return moment(next, found, null, unit === "second" ? "second" : "minute", { instant: true, relative, notes });
  }
  return oneDay(next, Math.floor(found / DAY), { relative, notes });
}

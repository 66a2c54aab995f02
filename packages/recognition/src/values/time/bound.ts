// Deadlines and starts: a comparator and the point that it takes.
import type { Scan } from "../tokens.ts";
import { DAY, dayNumber } from "./calendar.ts";
import { type Ground, isDay, longest, type Moment, moment, type Period, type Point, period } from "./node.ts";
import { standsAlone } from "./time-of-day.ts";
import { nextOccurrence, onDay, readDate, readWhen } from "./when.ts";
import { readYear } from "./year.ts";

/** before: up to its beginning; by: up to its end; after: from its end; since: from its beginning. */
type Side = "before" | "by" | "after" | "since";

const COMPARATORS: readonly (readonly [string, Side])[] = [
  ["before", "before"],
  ["prior to", "before"],
  ["earlier than", "before"],
  ["ahead of", "before"],
  ["by", "by"],
  ["until", "by"],
  ["till", "by"],
  ["up until", "by"],
  ["up to", "by"],
  ["no later than", "by"],
  ["not later than", "by"],
  ["not after", "by"],
  ["nothing after", "by"],
  ["none after", "by"],
  ["never after", "by"],
  ["as late as", "by"],
  ["on or before", "by"],
  ["at or before", "by"],
  ["after", "after"],
  ["later than", "after"],
  ["greater than", "after"],
  ["more recent than", "after"],
  ["since", "since"],
  ["starting", "since"],
  ["starting on", "since"],
  ["starting from", "since"],
  ["starting at", "since"],
  ["beginning", "since"],
  ["beginning on", "since"],
  ["beginning at", "since"],
  ["as of", "since"],
  ["from", "since"],
  ["as early as", "since"],
  ["any time from", "since"],
  ["anytime from", "since"],
  ["any time after", "after"],
  ["anytime after", "after"],
  ["any time before", "before"],
  ["anytime before", "before"],
  ["sometime after", "after"],
  ["sometime before", "before"],
  ["no earlier than", "since"],
  ["not earlier than", "since"],
  ["no sooner than", "since"],
  ["not before", "since"],
  ["nothing before", "since"],
  ["none before", "since"],
  ["never before", "since"],
  ["on or after", "since"],
  ["at or after", "since"],
  ["> =", "since"],
  ["< =", "by"],
];

const BY_FIRST = new Map<string, { words: string[]; side: Side }[]>();
for (const [phrase, side] of COMPARATORS) {
  const words = phrase.split(" ");
  const first = words[0] ?? "";
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), { words, side }]);
}

function comparatorAt(scan: Scan, index: number): { side: Side; next: number } | null {
  let best: { side: Side; next: number } | null = null;
  for (const { words, side } of BY_FIRST.get(scan.at(index)) ?? [])
    if (scan.reads(index, ...words) && index + words.length > (best?.next ?? 0))
      best = { side, next: index + words.length };
  return best;
}

const CHANGES =
  /^(?:increase|increased|reduce|reduced|raise|raised|lower|lowered|multiply|divide|cut|drop|grow|shrink|rise|fall|change|scale)$/;

/** "by Friday", "before 5pm", "no later than", "after 6", "since August", and a day with such a time behind it. */
export function readBound(ground: Ground, index: number): Moment | null {
  return longest(leading(ground, index), dayWithBound(ground, index), trailing(ground, index));
}

function leading(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const comparator = comparatorAt(scan, index);
  if (comparator === null) return null;
  const point = readWhen(ground, comparator.next, true);
  if (point === null) return null;
  if (point.kind === "clock" && point.bare && (CHANGES.test(scan.at(index - 1)) || CHANGES.test(scan.at(index - 2))))
    return null;
  if (point.kind === "clock" && point.bare && !standsAlone(scan, point.next)) return null;
  if (point.kind === "moment" && !point.instant && point.from === null) return null;
  // "sales from last week" are those of it.
  if (scan.at(index) === "from" && isStretch(point)) return null;
  // "from 3 to 5" is a stretch, not a start.
  if (point.kind === "clock" && point.to !== null && point.part === null) return null;
  return bounded(ground, comparator.side, point, point.next);
}

function isStretch(point: Point): boolean {
  return point.kind === "period" ? !isDay(point) : point.kind === "moment" && !point.instant;
}

/** "tomorrow before 5pm", "next Wednesday later than 10 in the morning". */
function dayWithBound(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const date = readDate(ground, index);
  if (date === null || !isDay(date)) return null;
  const comparator = comparatorAt(scan, date.next);
  if (comparator === null || scan.at(date.next) === "from") return null;
  const point = readWhen(ground, comparator.next, true);
  if (point === null || point.kind !== "clock" || point.part !== null) return null;
  if (point.bare && !standsAlone(scan, point.next)) return null;
  return bounded(ground, comparator.side, onDay(ground, date, point, point.next), point.next);
}

const SUFFIXES: readonly (readonly [readonly string[], Side])[] = [
  [["or", "later"], "since"],
  [["and", "later"], "since"],
  [["or", "after"], "since"],
  [["and", "after"], "since"],
  [["and", "greater"], "since"],
  [["onwards"], "since"],
  [["onward"], "since"],
  [["or", "earlier"], "by"],
  [["or", "before"], "by"],
  [["and", "before"], "by"],
  [["at", "the", "latest"], "by"],
  [["at", "the", "earliest"], "since"],
];

/** "3 pm or later on Monday", "2012 or later", "Friday at the latest". */
function trailing(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const start = scan.at(index) === "from" ? index + 1 : index;
  const point = readWhen(ground, start, false) ?? bareYear(ground, start);
  if (point === null) return null;
  const suffix = SUFFIXES.find(([words]) => scan.reads(point.next, ...words));
  if (suffix === undefined) return null;
  const [words, side] = suffix;
  const next = point.next + words.length;
  // "on 1/1/2016 and after my work is done" bounds something else.
  if (words[0] === "and" && (scan.isWord(next) || scan.isDigits(next))) return null;
  if (point.kind !== "clock") return bounded(ground, side, point, next);
  const at = scan.at(next) === "on" ? next + 1 : next;
  const date = readDate(ground, at);
  return date === null || !isDay(date)
    ? bounded(ground, side, point, next)
    : bounded(ground, side, onDay(ground, date, point, date.next), date.next);
}

/** A year that only its suffix makes one: "2018 or later". */
function bareYear(ground: Ground, index: number): Period | null {
  const year = ground.scan.isDigits(index) && ground.scan.opens(index) ? readYear(ground.scan, index) : null;
  return year === null
    ? null
    : period(year.next, dayNumber(year.value, 1, 1) * DAY, dayNumber(year.value + 1, 1, 1) * DAY, "year");
}

function bounded(ground: Ground, side: Side, written: Point, next: number): Moment | null {
  const point = written.kind === "clock" ? nextOccurrence(ground, written) : written;
  const { relative, notes, impossible, grain } = point;
  const past = side === "since" ? lastPast(ground, point) : point;
  const { from } = past;
  if (from === null) return null;
  const to = endOf(past);
  const edge = past.kind === "period" ? past.edge : null;
  const more = {
    relative,
    notes,
    impossible,
    zone: point.kind === "moment" ? point.zone : null,
    dayAssumed: point.kind === "moment" && point.dayAssumed,
    others: point.others.flatMap((other) => bounded(ground, side, other, next) ?? []),
  };
  if (side === "before") return moment(next, null, edge ?? from, grain, more);
  if (side === "by") return moment(next, null, edge ?? to, grain, more);
  if (side === "after") return moment(next, edge ?? to, null, grain, more);
  return moment(next, from, null, grain, more);
}

function endOf(point: Period | Moment): number {
  if (point.kind === "period") return point.to;
  const from = point.from ?? 0;
  // The last second of a day stands for its end.
  if (point.instant) return point.grain === "second" && (from + 1) % DAY === 0 ? from + 1 : from;
  return point.to ?? from;
}

/** "since Friday", "since August": what repeats is the last one that has begun. */
function lastPast(ground: Ground, point: Period | Moment): Period | Moment {
  if (point.kind !== "period" || point.from <= ground.now) return point;
  if (point.roll === "week") return { ...point, from: point.from - 7 * DAY, to: point.to - 7 * DAY };
  return point;
}

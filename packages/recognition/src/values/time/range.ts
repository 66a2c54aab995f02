// Stretches between two points: "from Monday to Thursday", "May to Oct 2020", "between now and Friday".
import { MONTHS } from "../lexicon.ts";
import { ordinal, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { DAY, dayNumber, yearMonthDay } from "./calendar.ts";
import { readLength, shifted } from "./duration.ts";
import { monthAt } from "./month-date.ts";
import { type Clock, type Ground, isDay, longest, type Moment, moment, type Period, type Point } from "./node.ts";
import { relativeUnit } from "./period.ts";
import { lastingClock } from "./time-of-day.ts";
import { onDay, readDate, readWhen } from "./when.ts";
import { calendarPeriod, inYear, trailingYear } from "./year.ts";

const SEPARATORS = new Set(["to", "-", "–", "—", "~", "until", "till", "through", "thru"]);

export function readRange(ground: Ground, index: number): Moment | null {
  return longest(
    betweenPoints(ground, index),
    daysOfMonth(ground, index),
    lengthFrom(ground, index),
    pointForLength(ground, index),
  );
}

function opener(scan: Scan, index: number): number {
  const word = scan.at(index);
  return word === "from" || word === "between" ? index + 1 : index;
}

function isSeparator(scan: Scan, index: number, lead: string): boolean {
  return SEPARATORS.has(scan.at(index)) || (lead === "between" && scan.at(index) === "and");
}

function betweenPoints(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const start = opener(scan, index);
  const first = readWhen(ground, start, start > index);
  if (first === null) return null;
  const lead = scan.at(index);
  const at = scan.at(first.next) === "up" && scan.at(first.next + 1) === "to" ? first.next + 1 : first.next;
  if (!isSeparator(scan, at, lead)) return null;
  const after = scan.at(at + 1) === "and" ? at + 2 : at + 1;
  const second = readWhen(ground, after, true) ?? dateWord(ground, after);
  if (second === null) return null;
  return join(ground, first, second);
}

/** "from March to date". */
function dateWord(ground: Ground, index: number): Moment | null {
  const at = ground.scan.at(index) === "date" && ground.scan.at(index - 1) === "to" ? index + 1 : -1;
  return at < 0 ? null : moment(at, ground.today * DAY, null, "day", { instant: true, relative: true });
}

function join(ground: Ground, first: Point, second: Point): Moment | null {
  if (first.kind === "clock" && second.kind === "clock") return null;
  if (first.kind === "clock") return clockThenMoment(ground, first, second as Period | Moment);
  if (second.kind === "clock") return momentThenClock(first, second);
  const [a, b] = agreeOnYears(ground, first, second);
  const from = (a.kind === "period" ? a.edge : null) ?? a.from;
  const to = (b.kind === "period" ? b.edge : null) ?? (b.kind === "moment" && b.instant ? b.from : b.to);
  if (from === null || to === null || to <= from) return null;
  return moment(b.next, from, to, b.grain, {
    relative: a.relative || b.relative,
    notes: [...new Set([...a.notes, ...b.notes])],
    zone: (b.kind === "moment" ? b.zone : null) ?? (a.kind === "moment" ? a.zone : null),
    impossible: a.impossible || b.impossible,
    others: pairOthers(ground, first, second),
  });
}

/** Figures that could be day first or month first are read the same way at both ends. */
function pairOthers(ground: Ground, first: Point, second: Point): Moment[] {
  if (first.kind === "clock" || second.kind === "clock") return [];
  const [a, b] = [first.others[0], second.others[0]];
  if (a === undefined && b === undefined) return [];
  const other = join(ground, a ?? first, b ?? second);
  return other === null ? [] : [{ ...other, others: [], next: second.next }];
}

/** "2pm till tomorrow 4pm": the first time is of the reference day. */
function clockThenMoment(ground: Ground, first: Clock, second: Period | Moment): Moment | null {
  if (second.kind !== "moment" || !second.instant || second.from === null) return null;
  const sameDay = Math.floor(second.from / DAY) === ground.today || second.grain === "second";
  const day = sameDay ? Math.floor(second.from / DAY) : ground.today;
  const begin = onDay(ground, { ...dayAt(first.next, day), relative: true }, first, first.next);
  if (begin.from === null || begin.from >= second.from) return null;
  return moment(second.next, begin.from, second.from, second.grain === "second" ? first.grain : second.grain, {
    relative: true,
    notes: [...begin.notes, ...second.notes],
    zone: second.zone ?? begin.zone,
  });
}

/** "2:00 tomorrow and 4:00", "now and eight o'clock": the second time is the next one after the first. */
function momentThenClock(first: Period | Moment, second: Clock): Moment | null {
  if (first.kind !== "moment" || !first.instant || first.from === null) return null;
  const day = Math.floor(first.from / DAY);
  const choices = second.fixed ? [second.from] : [second.from % (DAY / 2), (second.from % (DAY / 2)) + DAY / 2];
  const ticks = [...choices, ...choices.map((choice) => choice + DAY)].map((choice) => day * DAY + choice);
  const to = ticks.sort((a, b) => a - b).find((tick) => tick > (first.from ?? 0));
  if (to === undefined) return null;
  return moment(second.next, first.from, to, second.grain, {
    relative: first.relative,
    notes: first.notes,
    zone: second.zone ?? first.zone,
  });
}

function dayAt(next: number, day: number): Period {
  const { year, month, day: date } = yearMonthDay(day);
  return inYear(next, year, month, date);
}

/** A year that one end has holds for both; with none, the first such stretch that has not passed. */
function agreeOnYears(ground: Ground, a: Period | Moment, b: Period | Moment): [Period | Moment, Period | Moment] {
  if (b.kind === "period" && b.roll !== null && a.from !== null) return [a, rolled(b, a.from)];
  const [left, right] = [yearless(a), yearless(b)];
  if (a.kind !== "period" || b.kind !== "period") {
    return right !== null && a.from !== null && b.kind === "period" ? [a, notBefore(b, right, a.from)] : [a, b];
  }
  if (left !== null && right === null && !b.relative) {
    const year = yearMonthDay(Math.floor((b.to - 1) / DAY)).year;
    const same = restated(a, left, year);
    return [same.from < b.to ? same : restated(a, left, year - 1), b];
  }
  if (left === null && right !== null) return [a, notBefore(b, right, a.from)];
  if (left === null || right === null) return [a, b];
  const today = yearMonthDay(ground.today).year;
  for (let year = today - 1; year <= today + 8; year += 1) {
    const begin = restated(a, left, year);
    const end = notBefore(b, right, begin.from);
    if (!begin.impossible && !end.impossible && end.to > ground.today * DAY) return [begin, end];
  }
  return [a, b];
}

function yearless(node: Period | Moment): { month: number; day: number | null } | null {
  return node.kind === "period" ? node.yearless : null;
}

function restated(node: Period, parts: { month: number; day: number | null }, year: number): Period {
  const fresh = inYear(node.next, year, parts.month, parts.day);
  const shift = fresh.from - calendarStart(node, parts);
  return {
    ...node,
    from: node.edge === null ? fresh.from : node.from + shift,
    to: node.edge === null ? fresh.to : node.to + shift,
    edge: node.edge === null ? null : edgeIn(node, fresh, parts),
    impossible: fresh.impossible,
  };
}

function calendarStart(node: Period, parts: { month: number; day: number | null }): number {
  return inYear(node.next, yearMonthDay(Math.floor(node.from / DAY)).year, parts.month, parts.day).from;
}

function edgeIn(node: Period, fresh: Period, parts: { month: number; day: number | null }): number {
  const start = calendarStart(node, parts);
  const edge = node.edge ?? start;
  if (edge <= start) return fresh.from;
  return edge - start > 20 * DAY ? fresh.to : fresh.from + (edge - start);
}

function notBefore(node: Period, parts: { month: number; day: number | null }, from: number): Period {
  const year = yearMonthDay(Math.floor(from / DAY)).year;
  const same = restated(node, parts, year);
  return same.to > from && (same.edge ?? same.to) > from ? same : restated(node, parts, year + 1);
}

function rolled(node: Period, from: number): Period {
  let { from: start, to } = node;
  if (node.roll === "week") {
    const weeks = Math.floor((start - from) / (7 * DAY));
    start -= weeks * 7 * DAY;
    to -= weeks * 7 * DAY;
    if (start <= from) [start, to] = [start + 7 * DAY, to + 7 * DAY];
    return { ...node, from: start, to, notes: start === node.from ? node.notes : [] };
  }
  const { day } = yearMonthDay(Math.floor(start / DAY));
  const base = yearMonthDay(Math.floor(from / DAY));
  const later = day > base.day ? 0 : 1;
  const found = dayNumber(base.year, base.month + later, day) * DAY;
  return { ...node, from: found, to: found + DAY, notes: [] };
}

/** "between 3 and 12 of Sept", "November 19-20", "from 4-23 in next month", "April 9th through 17th". */
function daysOfMonth(ground: Ground, index: number): Moment | null {
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
  return figure >= 1 && figure <= 31 && SEPARATORS.has(scan.at(index - 1)) ? { value: figure, next: index + 1 } : null;
}

const STARTS = /^(?:from|starting|beginning)$/;

/** "3 days starting from next Monday", "for 1 week, from 20th Dec", "for 2 hours from 9". */
function lengthFrom(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const led = scan.at(index) === "for";
  const length = readLength(scan, led ? index + 1 : index);
  if (length === null) return null;
  let at = scan.at(length.next) === "," ? length.next + 1 : length.next;
  const word = scan.at(at);
  if (!STARTS.test(word) || (word === "from" && !led)) return null;
  at += 1;
  if (/^(?:from|on|at)$/.test(scan.at(at))) at += 1;
  const point = readWhen(ground, at, true);
  if (point === null) return null;
  const seconds = shifted(0, length, 1);
  if (point.kind === "clock")
    return seconds > 0 && seconds < DAY
      ? { ...onToday(ground, lastingClock(point, seconds, point.next)), dayAssumed: true }
      : null;
  if (point.from === null || (point.kind === "period" && !isDay(point))) return null;
  return moment(point.next, point.from, shifted(point.from, length, 1), point.kind === "period" ? "day" : point.grain, {
    relative: point.relative,
    notes: point.notes,
    zone: point.kind === "moment" ? point.zone : null,
  });
}

function onToday(ground: Ground, time: Clock): Moment {
  const found = onDay(ground, { ...dayAt(time.next, ground.today), relative: true }, time, time.next);
  const passed = (found.to ?? 0) <= ground.now ? DAY : 0;
  return { ...found, from: (found.from ?? 0) + passed, to: (found.to ?? 0) + passed };
}

/** "14th Feb from 9:30am for 7 hours", "14th Feb for 7 hours from 9:30am", "tomorrow at 7pm for 2 hours". */
function pointForLength(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const date = readDate(ground, index);
  if (date !== null && isDay(date)) {
    const inner = lengthFrom(ground, date.next) ?? null;
    const plain = scan.at(date.next) === "from" ? readWhen(ground, date.next + 1, true) : null;
    if (inner?.dayAssumed && inner.from !== null && inner.to !== null) {
      const day = Math.floor(inner.from / DAY) * DAY;
      return moment(inner.next, date.from + inner.from - day, date.from + inner.to - day, "minute", {
        relative: date.relative,
        notes: date.notes,
      });
    }
    if (plain?.kind === "clock") return forLength(ground, onDay(ground, date, plain, plain.next));
  }
  const point = readWhen(ground, index, false);
  return point !== null && point.kind === "moment" && point.instant ? forLength(ground, point) : null;
}

function forLength(ground: Ground, point: Moment): Moment | null {
  const { scan } = ground;
  const length = scan.at(point.next) === "for" ? readLength(scan, point.next + 1) : null;
  if (length === null || point.from === null) return null;
  return moment(length.next, point.from, shifted(point.from, length, 1), point.grain, {
    relative: point.relative,
    notes: point.notes,
    zone: point.zone,
  });
}

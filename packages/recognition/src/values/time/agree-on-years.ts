import { DAY, dayNumber, yearMonthDay } from "./calendar.ts";
import type { Ground, Moment, Period } from "./node.ts";
import { inYear } from "./year.ts";

/** A year that one end has holds for both; with none, the first such stretch that has not passed. */
export function agreeOnYears(
  ground: Ground,
  a: Period | Moment,
  b: Period | Moment,
): [Period | Moment, Period | Moment] {
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

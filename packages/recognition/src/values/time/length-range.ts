// Stretches that are a point and a length: "for 2 hours from 9", "3 days starting tomorrow".
import { DAY, yearMonthDay } from "./calendar.ts";
import { readLength, shifted } from "./duration.ts";
import { type Clock, type Ground, isDay, type Moment, moment, type Period } from "./node.ts";
import { lastingClock } from "./time-of-day.ts";
import { onDay, readDate, readWhen } from "./when.ts";
import { inYear } from "./year.ts";

const STARTS = /^(?:from|starting|beginning)$/;

/** "3 days starting from next Monday", "for 1 week, from 20th Dec", "for 2 hours from 9". */
export function lengthFrom(ground: Ground, index: number): Moment | null {
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
export function pointForLength(ground: Ground, index: number): Moment | null {
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

function dayAt(next: number, day: number): Period {
  const { year, month, day: date } = yearMonthDay(day);
  return inYear(next, year, month, date);
}

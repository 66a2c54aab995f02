// Stretches between two points: "from Monday to Thursday", "May to Oct 2020", "between now and Friday".
import { WEEKDAYS } from "../lexicon.ts";
import { agreeOnYears } from "./agree-on-years.ts";
import { DAY } from "./calendar.ts";
import { daysOfMonth } from "./days-of-month.ts";
import { lengthFrom, pointForLength } from "./length-range.ts";
import { type Clock, type Ground, longest, type Moment, moment, type Period, type Point } from "./node.ts";
import { isSeparator, opener } from "./separator.ts";
import { readDate, readWhen } from "./when.ts";

export function readRange(ground: Ground, index: number): Moment | null {
  return longest(
    daysOfMonth(ground, index),
    betweenPoints(ground, index),
    lengthFrom(ground, index),
    pointForLength(ground, index),
  );
}

function betweenPoints(ground: Ground, index: number): Moment | null {
  const { scan } = ground;
  const start = opener(scan, index);
  const first = scan.beforeMark(() => readWhen(ground, start, start > index));
  if (first === null) return null;
  const lead = scan.at(index);
  const at = scan.at(first.next) === "up" && scan.at(first.next + 1) === "to" ? first.next + 1 : first.next;
  if (!isSeparator(scan, at, lead)) return null;
  const after = scan.at(at + 1) === "and" ? at + 2 : at + 1;
  const second = scan.beginAt(after, () => secondEnd(ground, first, after)) ?? dateWord(ground, after);
  if (second === null) return null;
  return join(ground, first, second);
}

/** "Monday to Friday, 9 to 5": hours behind the second day are those of every day, not the end of the range. */
function secondEnd(ground: Ground, first: Point, index: number): Point | null {
  const second = readWhen(ground, index, true);
  if (first.kind !== "period" || second?.kind !== "moment" || second.from === null) return second;
  if (!second.instant) return readDate(ground, index) ?? second;
  const weeks = second.from <= first.from && WEEKDAYS.has(ground.scan.at(index)) ? 7 * DAY : 0;
  return { ...second, from: second.from + weeks };
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

/** "2pm till tomorrow 4pm": the first time is of the reference day; before "now" it is the last such time. */
function clockThenMoment(ground: Ground, first: Clock, second: Period | Moment): Moment | null {
  if (second.kind !== "moment" || !second.instant || second.from === null) return null;
  const end = second.from;
  const choices = first.fixed ? [first.from] : [first.from % (DAY / 2), (first.from % (DAY / 2)) + DAY / 2];
  const day = second.grain === "second" ? Math.floor(end / DAY) : ground.today;
  const from = choices.map((choice) => day * DAY + choice).findLast((tick) => tick < end);
  if (from === undefined) return null;
  return moment(second.next, from, end, second.grain === "second" ? first.grain : second.grain, {
    relative: true,
    notes: second.notes,
    zone: second.zone ?? first.zone,
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

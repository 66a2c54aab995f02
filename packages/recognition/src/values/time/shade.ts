// Ends and middles of periods: "end of the month", "mid-November", "later this week", "year to date".
import { addUnits, DAY, type Unit, unitStart } from "./calendar.ts";
import { type Ground, isDay, longest, type Moment, moment, type Period, period } from "./node.ts";
import { readContainer, readPeriod } from "./period.ts";
import { readDate } from "./when.ts";

type Side = "start" | "middle" | "end";

export function readShade(ground: Ground, index: number): Period | Moment | null {
  return longest<Period | Moment>(
    prefixed(ground, index),
    edgeOf(ground, index),
    laterThis(ground, index),
    letters(ground, index),
    toDate(ground, index),
  );
}

const PREFIXES: ReadonlyMap<string, Side> = new Map([
  ["early", "start"],
  ["mid", "middle"],
  ["late", "end"],
]);

/** "mid-November", "early 1989", "late July". */
function prefixed(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const side = PREFIXES.get(scan.at(index));
  if (side === undefined) return null;
  const at = scan.at(index + 1) === "-" ? index + 2 : index + 1;
  const whole = scan.beginAt(at, () => readContainer(ground, at));
  return whole === null || whole.to - whole.from < 7 * DAY ? null : partOf(whole, side, false, ground);
}

const EDGES: ReadonlyMap<string, Side> = new Map([
  ["beginning", "start"],
  ["start", "start"],
  ["middle", "middle"],
  ["end", "end"],
]);

/** "the end of June", "end of day", "the middle of 2007". */
function edgeOf(ground: Ground, index: number): Period | Moment | null {
  const { scan } = ground;
  const article = scan.at(index) === "the" ? 1 : 0;
  const side = EDGES.get(scan.at(index + article));
  if (side === undefined || scan.at(index + article + 1) !== "of") return null;
  const at = index + article + 2;
  const bare = scan.at(at) === "the" ? at + 1 : at;
  if (scan.at(bare) === "day" && side === "end") return endOfDay(bare + 1, ground.today * DAY + DAY);
  const unit = scan.at(bare);
  if (unit === "week" || unit === "month" || unit === "quarter" || unit === "year") {
    const from = unitStart(ground.now, unit);
    const whole = period(bare + 1, from, addUnits(from, 1, unit), unit === "quarter" ? "month" : unit, {
      relative: true,
    });
    if (!scan.isDigits(bare + 1)) return partOf(whole, side, true, ground);
  }
  const day = readDate(ground, bare);
  if (day !== null && isDay(day) && side === "end") return endOfDay(day.next, day.to, day);
  const whole = readPeriod(ground, at);
  return whole === null || isDay(whole) ? null : partOf(whole, side, true, ground);
}

function endOfDay(
  next: number,
  to: number,
  of: Pick<Period, "relative" | "notes"> = { relative: true, notes: [] },
): Moment {
  return moment(next, to - 1, null, "second", { instant: true, relative: of.relative, notes: of.notes });
}

function partOf(whole: Period, side: Side, edged: boolean, ground: Ground): Period {
  const [from, to] = bounds(whole, side);
  const middle =
    whole.grain === "year"
      ? addUnits(whole.from, 6, "month") + (whole.relative ? 0 : DAY)
      : whole.from + Math.floor((whole.to - whole.from) / 2 / DAY) * DAY;
  const point = side === "start" ? whole.from : side === "end" ? whole.to : middle;
  const grain = whole.grain === "year" ? "month" : "day";
  const running =
    side === "end" && edged && whole.grain === "week" && from < ground.today * DAY && ground.today * DAY < to;
  return {
    ...whole,
    from: running ? ground.today * DAY : from,
    to,
    grain,
    yearless: edged ? whole.yearless : null,
    edge: edged ? point : null,
    notes: edged ? whole.notes : [...whole.notes, `The ${side} of it is read as a part of its days.`],
  };
}

function bounds(whole: Period, side: Side): [number, number] {
  const { from, to } = whole;
  if (whole.grain === "month" && to - from <= 31 * DAY) {
    if (side === "middle") return [from + 9 * DAY, from + 20 * DAY];
    return side === "start" ? [from, from + 15 * DAY] : [from + 15 * DAY, to];
  }
  if (whole.grain === "week")
    return side === "end"
      ? [from + 3 * DAY, to]
      : side === "start"
        ? [from, from + 3 * DAY]
        : [from + 2 * DAY, from + 4 * DAY];
  if (whole.grain !== "year" || (whole.relative && side !== "middle")) {
    const middle = whole.grain === "year" ? addUnits(from, 6, "month") : from + Math.floor((to - from) / 2 / DAY) * DAY;
    return side === "start" ? [from, middle] : side === "end" ? [middle, to] : [from, to];
  }
  const first = addUnits(from, 4, "month");
  const second = addUnits(from, 8, "month");
  return side === "start" ? [from, first] : side === "middle" ? [first, second] : [second, to];
}

/** "later this month", "earlier in the week": the half, as far as the reference day leaves it. */
function laterThis(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const later = scan.at(index) === "later";
  if (!later && scan.at(index) !== "earlier") return null;
  const at = scan.at(index + 1) === "in" ? index + 2 : index + 1;
  const unit = scan.at(at + 1);
  if (!/^(?:this|the)$/.test(scan.at(at)) || !/^(?:week|month|year|quarter)$/.test(unit)) return null;
  const from = unitStart(ground.now, unit as Unit);
  const to = addUnits(from, 1, unit as Unit);
  const middle =
    unit === "week"
      ? from + 3 * DAY
      : unit === "month"
        ? from + 15 * DAY
        : addUnits(from, unit === "year" ? 6 : 1.5, "month");
  const today = ground.today * DAY;
  const grain = unit === "year" || unit === "quarter" ? "month" : "day";
  const [begin, end] = later ? [Math.max(middle, today), to] : [from, today > from ? Math.min(middle, today) : middle];
  return period(at + 2, begin, end, grain, {
    relative: true,
    notes: [`Counted from the reference day within the ${unit}.`],
  });
}

/** "EOD", "EOM", "EOY". */
function letters(ground: Ground, index: number): Period | Moment | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" ? index + 1 : index;
  const word = scan.at(at);
  if (!/^eo[dmyw]$/.test(word) || !scan.closes(at + 1)) return null;
  if (word === "eod") return endOfDay(at + 1, ground.today * DAY + DAY);
  const unit: Unit = word === "eom" ? "month" : word === "eoy" ? "year" : "week";
  const from = unitStart(ground.now, unit);
  return partOf(
    period(at + 1, from, addUnits(from, 1, unit), unit as Period["grain"], { relative: true }),
    "end",
    true,
    ground,
  );
}

/** "year to date", "the rest of the week". */
function toDate(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" ? index + 1 : index;
  const unit = scan.at(at);
  const today = ground.today * DAY;
  if (/^(?:year|month|week)$/.test(unit) && scan.reads(at + 1, "to", "date"))
    return period(at + 3, unitStart(ground.now, unit as Unit), today, "day", { relative: true });
  if (!/^(?:rest|remainder|remaining)$/.test(unit) || scan.at(at + 1) !== "of") return null;
  const named = /^(?:the|this)$/.test(scan.at(at + 2)) ? at + 3 : at + 2;
  const whole = scan.at(named);
  if (!/^(?:day|week|month|quarter|year)$/.test(whole)) return null;
  const end = addUnits(unitStart(ground.now, whole as Unit), 1, whole as Unit);
  return period(named + 1, whole === "day" ? ground.now : today, end, whole === "day" ? "hour" : "day", {
    relative: true,
  });
}

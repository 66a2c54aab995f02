import type { Grain } from "../../types/names.ts";
import type { DateOrder } from "../../types/options.ts";
import type { Scan } from "../tokens.ts";
import { DAY, type Unit } from "./calendar.ts";

/** What every rule of the grammar works on. `now` is a tick of the local calendar. */
export interface Ground {
  readonly scan: Scan;
  readonly now: number;
  readonly today: number;
  readonly order: DateOrder | null;
}

interface Base {
  /** Index of the token after it. */
  next: number;
  grain: Grain;
  /** Counted from the reference time. */
  relative: boolean;
  /** Assumptions, as sentences. */
  notes: string[];
}

/** A day or a longer piece of the calendar, half-open in ticks. */
export interface Period extends Base {
  kind: "period";
  from: number;
  to: number;
  /** Month and day as written when the year was not. */
  yearless: { month: number; day: number | null } | null;
  /** What it repeats with when the text left that open: "Friday" weekly, "the 14th" monthly. */
  roll: "week" | "month" | null;
  /** "the end of June": the point that a bound or a range takes from it. */
  edge: number | null;
  /** Further readings of the same figures. */
  others: Period[];
  /** Written like a date that no calendar has: 30 February. */
  impossible: boolean;
}

/** A time of day, or a piece of a day when `to` is set; seconds from midnight. */
export interface Clock extends Base {
  kind: "clock";
  from: number;
  to: number | null;
  /** Which half of the day is known. */
  fixed: boolean;
  /** Only a figure: needs a neighbour to be a time. */
  bare: boolean;
  /** "morning" and its like. */
  part: string | null;
  zone: string | null;
}

/** A stretch or a point on the calendar and the clock; an open end is null. */
export interface Moment extends Base {
  kind: "moment";
  from: number | null;
  to: number | null;
  instant: boolean;
  zone: string | null;
  others: Moment[];
  impossible: boolean;
  /** Only a time of day was written; its day is assumed. */
  dayAssumed: boolean;
}

/** A length of time. */
export interface Length {
  kind: "length";
  next: number;
  parts: { count: number; unit: Unit }[];
}

/** A recurrence, as the parts of an RRULE. */
export interface Recurrence {
  kind: "recurrence";
  next: number;
  rule: string;
  grain: Grain;
  /** Of each time, where a stretch was written. */
  seconds: number | null;
  notes: string[];
}

export type Point = Period | Clock | Moment;
export type TimeNode = Point | Length | Recurrence;

export function period(next: number, from: number, to: number, grain: Grain, more: Partial<Period> = {}): Period {
  return {
    kind: "period",
    next,
    from,
    to,
    grain,
    relative: false,
    notes: [],
    yearless: null,
    roll: null,
    edge: null,
    others: [],
    impossible: false,
    ...more,
  };
}

export function oneDay(next: number, day: number, more: Partial<Period> = {}): Period {
  return period(next, day * DAY, (day + 1) * DAY, "day", more);
}

export function moment(
  next: number,
  from: number | null,
  to: number | null,
  grain: Grain,
  more: Partial<Moment> = {},
): Moment {
  return {
    kind: "moment",
    next,
    from,
    to,
    grain,
    instant: false,
    relative: false,
    notes: [],
    zone: null,
    others: [],
    impossible: false,
    dayAssumed: false,
    ...more,
  };
}

export function clock(next: number, from: number, to: number | null, grain: Grain, more: Partial<Clock> = {}): Clock {
  return {
    kind: "clock",
    next,
    from,
    to,
    grain,
    fixed: true,
    bare: false,
    part: null,
    zone: null,
    relative: false,
    notes: [],
    ...more,
  };
}

/** The one that reaches furthest; of equals the first. */
export function longest<T extends { next: number }>(...nodes: (T | null)[]): T | null {
  let best: T | null = null;
  for (const node of nodes) if (node !== null && (best === null || node.next > best.next)) best = node;
  return best;
}

export function isDay(node: Period): boolean {
  return node.grain === "day" && node.to - node.from === DAY;
}

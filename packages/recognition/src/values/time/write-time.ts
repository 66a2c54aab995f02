import { Temporal } from "temporal-polyfill";
import type { Grain } from "../../types/names.ts";
import type { TimeValue } from "../../types/values.ts";
import { DAY, grainOf, yearMonthDay } from "./calendar.ts";
import { isoLength, smallestUnit } from "./duration.ts";
import { isDay, type Moment, type Period, type TimeNode } from "./node.ts";

interface Place {
  offset: string;
  /** Seconds by which a clock time that summer time leaves out is put off: 02:30 of that night is 03:30. */
  skipped: number;
}

/** Writes ticks as RFC 3339 in one zone, and remembers the zone's offset day by day. */
export class TimeWriter {
  readonly #zone: string | null;
  readonly #places = new Map<string, Place>();

  /** An IANA name, an offset, or null where none is known. */
  constructor(zone: string | null) {
    this.#zone = zone;
  }

  /** The value of what was read; null where it has no single one in the calendar. */
  value(node: TimeNode): TimeValue | null {
    if (node.kind === "length")
      return {
        type: "time",
        form: "duration",
        duration: isoLength(node),
        grain: grainOf(smallestUnit(node)),
        zone: null,
      };
    if (node.kind === "recurrence")
      return {
        type: "time",
        form: "recurrence",
        ...(node.seconds === null ? {} : { duration: isoSeconds(node.seconds) }),
        rrule: node.rule,
        grain: node.grain,
        zone: node.rule.includes("BYHOUR") ? this.#zone : null,
      };
    if (node.kind === "clock" || node.impossible) return null;
    if (!inCalendar(node.from) || !inCalendar(node.to)) return null;
    return node.kind === "period" ? this.#period(node) : this.#moment(node);
  }

  #period(node: Period): TimeValue | null {
    if (isDay(node)) return { type: "time", form: "date", start: dateText(node.from), grain: "day", zone: this.#zone };
    return this.#interval(node.from, node.to, node.grain, this.#zone);
  }

  #moment(node: Moment): TimeValue | null {
    const zone = node.zone ?? this.#zone;
    if (!node.instant) return this.#interval(node.from, node.to, node.grain, zone);
    const start = node.from === null ? null : this.#stamp(node.from, zone);
    return start === null ? null : { type: "time", form: "instant", start, grain: node.grain, zone };
  }

  #interval(from: number | null, to: number | null, grain: Grain, zone: string | null): TimeValue | null {
    const start = from === null ? undefined : this.#edge(from, zone);
    const end = to === null ? undefined : this.#edge(to, zone);
    if (start === null || end === null) return null;
    return {
      type: "time",
      form: "interval",
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      grain,
      zone,
    };
  }

  /** Without a zone a whole day is still a date. */
  #edge(tick: number, zone: string | null): string | null {
    return zone === null && tick % DAY === 0 ? dateText(tick) : this.#stamp(tick, zone);
  }

  #stamp(tick: number, zone: string | null): string | null {
    if (zone === null) return null;
    const { offset, skipped } = this.#place(tick, zone);
    return `${dateText(tick + skipped)}T${clockText(tick + skipped)}${offset}`;
  }

  #place(tick: number, zone: string): Place {
    if (/^[+-]/.test(zone)) return { offset: zone, skipped: 0 };
    if (zone === "UTC") return { offset: "Z", skipped: 0 };
    const day = Math.floor(tick / DAY);
    const [begin, end] = [this.#placeIn(day * DAY, zone), this.#placeIn(day * DAY + DAY, zone)];
    return begin.offset === end.offset && begin.skipped === 0 ? begin : this.#placeIn(tick, zone);
  }

  #placeIn(tick: number, zone: string): Place {
    const key = `${zone} ${tick}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const { year, month, day } = yearMonthDay(Math.floor(tick / DAY));
    const seconds = tick - Math.floor(tick / DAY) * DAY;
    const local = Temporal.PlainDateTime.from({
      year,
      month,
      day,
      hour: Math.floor(seconds / 3600),
      minute: Math.floor(seconds / 60) % 60,
      second: seconds % 60,
    });
    const zoned = local.toZonedDateTime(zone);
    const skipped = local.until(zoned.toPlainDateTime()).total("seconds");
    const place = { offset: zoned.offset.slice(0, 6), skipped };
    this.#places.set(key, place);
    return place;
  }
}

function inCalendar(tick: number | null): boolean {
  if (tick === null) return true;
  if (!Number.isFinite(tick)) return false;
  const { year } = yearMonthDay(Math.floor(tick / DAY));
  return year >= 1 && year <= 9999;
}

function dateText(tick: number): string {
  const { year, month, day } = yearMonthDay(Math.floor(tick / DAY));
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

function clockText(tick: number): string {
  const seconds = tick - Math.floor(tick / DAY) * DAY;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}

function isoSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `PT${hours > 0 ? `${hours}H` : ""}${minutes > 0 || hours === 0 ? `${minutes}M` : ""}`;
}

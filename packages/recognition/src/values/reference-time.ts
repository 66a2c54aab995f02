import { Temporal } from "temporal-polyfill";

/** The moment from which relative times are counted, with its local calendar day. */
export interface ReferenceTime {
  /** As sent. */
  readonly text: string;
  readonly epochMs: number;
  /** IANA name when one was given. */
  readonly zone: string | null;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
  /** Written with "Z": the moment is known, the local offset is not. */
  readonly utcOnly: boolean;
  readonly local: LocalTime;
}

/** `weekday` counts from Monday, 1 to 7. */
interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

const SHAPE =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})(?:\[!?([A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,31}){0,3})\])?$/;

/** RFC 3339 with an offset, optionally with an IANA zone in brackets that agrees with it; null for anything else. */
export function readReferenceTime(text: string): ReferenceTime | null {
  if (text.length > 128) return null;
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, date, minutes, seconds, fraction = "", offset = "", zone] = match;
  // A leap second is read as the last second of its minute, as calendars do.
  const clock = `${date}T${minutes}:${seconds === "60" ? "59" : seconds}${fraction}`;
  const utcOnly = offset === "Z" || offset === "z";
  try {
    // "reject" is Temporal's rule for an offset that its zone does not have at that moment.
    const place = zone ?? (utcOnly ? "UTC" : offset);
    const zoned = Temporal.ZonedDateTime.from(`${clock}${offset.toUpperCase()}[${place}]`, { offset: "reject" });
    return {
      text,
      epochMs: zoned.epochMilliseconds,
      zone: zone === undefined ? null : zoned.timeZoneId,
      offsetMinutes: Math.round(zoned.offsetNanoseconds / 60e9),
      utcOnly,
      local: localTime(zoned),
    };
  } catch {
    // The calendar refuses days, clock times and zones that do not exist.
    return null;
  }
}

/** The same moment on the calendar of another zone. */
export function inZone(reference: ReferenceTime, zone: string): ReferenceTime {
  const zoned = Temporal.Instant.fromEpochMilliseconds(reference.epochMs).toZonedDateTimeISO(zone);
  return {
    ...reference,
    zone,
    offsetMinutes: Math.round(zoned.offsetNanoseconds / 60e9),
    local: localTime(zoned),
  };
}

function localTime(zoned: Temporal.ZonedDateTime): LocalTime {
  return {
    year: zoned.year,
    month: zoned.month,
    day: zoned.day,
    hour: zoned.hour,
    minute: zoned.minute,
    second: zoned.second,
    weekday: zoned.dayOfWeek,
  };
}

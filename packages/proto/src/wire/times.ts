import { create, protoInt64 } from "@bufbuild/protobuf";
import { type Duration, DurationSchema, type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";

/** What JSON Schema says beside `format: date-time`: a fraction has no digit but 0 after the third. */
export const TIME_SCHEMA_PATTERN = "^[0-9Tt:-]+(\\.[0-9]{1,3}0*)?([Zz]|[+-][0-9:]+)$";
export const MAX_DURATION_SECONDS = 315_576_000_000;

const TIME_FORM =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,3}0*)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const TIME_PARTS = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i;
const FIRST_MS = -62_135_596_800_000; // 0001-01-01T00:00:00.000Z
const LAST_MS = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z
const NANOS_PER_MS = 1_000_000;

/** Milliseconds since 1970 of an RFC 3339 text; undefined when it is none, or finer than a millisecond. */
export function parseTime(text: string): number | undefined {
  if (!TIME_FORM.test(text)) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] =
    TIME_PARTS.exec(text) ?? [];
  const date = new Date(0);
  // Unlike Date.UTC, this takes years below 100 as they are.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCDate() !== Number(day)) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  // A leap second exists only as the last second of a UTC day; it counts as the one after.
  if (second === "60" && ((minutes % 1440) + 1440) % 1440 !== 1439) return undefined;
  const ms =
    date.getTime() + minutes * 60_000 + Number(second) * 1000 + Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : undefined;
}

export function timestampOf(ms: number): Timestamp {
  return timestampFromMs(ms);
}

/** Why a timestamp cannot travel, or undefined when it can. */
export function timestampComplaint(time: Timestamp): string | undefined {
  const seconds = Number(time.seconds);
  if (time.nanos < 0 || time.nanos > 999_999_999 || seconds * 1000 < FIRST_MS || seconds * 1000 > LAST_MS) {
    return "must be a time between the years 1 and 9999";
  }
  return time.nanos % NANOS_PER_MS === 0 ? undefined : "must not be finer than a millisecond";
}

/** RFC 3339 in UTC with milliseconds; the timestamp must be free of complaints. */
export function printTime(time: Timestamp): string {
  return new Date(Number(time.seconds) * 1000 + time.nanos / NANOS_PER_MS).toISOString();
}

export function durationOf(seconds: number): Duration {
  return create(DurationSchema, { seconds: protoInt64.parse(seconds) });
}

export function durationComplaint(duration: Duration): string | undefined {
  if (Math.abs(Number(duration.seconds)) > MAX_DURATION_SECONDS) return "must be at most 10000 years";
  return duration.nanos === 0 ? undefined : "must be whole seconds";
}

export function isDurationSeconds(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= MAX_DURATION_SECONDS;
}

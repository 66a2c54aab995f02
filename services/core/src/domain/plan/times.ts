// A time in the text against the time that the shop promises.
import { type Fulfillment, TimeForm, TimeGrain, type TimeValue } from "@openintents/proto";
import { msOf } from "../values.ts";

export type Verdict = "kept" | "broken" | "open";

/** Half-open, epoch ms; null: without a bound. */
type Span = { start: number | null; end: number | null };

/** Whether the order's fulfillment keeps a time; `open` when that cannot be told. */
export function judgeTime(value: TimeValue, fulfillment: Fulfillment | undefined): Verdict {
  const from = msOf(fulfillment?.startsAt);
  const span = spanOf(value);
  if (from === null || span === null) return "open";
  const to = msOf(fulfillment?.endsAt) ?? from;
  if (value.form === TimeForm.INSTANT) {
    return span.start !== null && span.start >= from && span.start <= to ? "kept" : "broken";
  }
  const late = span.end !== null && from >= span.end;
  const early = span.start !== null && (to > from ? to <= span.start : to < span.start);
  if (late || early) return "broken";
  const within = (span.start === null || from >= span.start) && (span.end === null || to <= span.end);
  return within ? "kept" : "open";
}

function spanOf(value: TimeValue): Span | null {
  const { form, grain } = value;
  if (form === TimeForm.DURATION || form === TimeForm.RECURRENCE) return null;
  const start = value.start === undefined ? null : instantOf(value.start, value.zone);
  const end = value.end === undefined ? null : instantOf(value.end, value.zone);
  if (Number.isNaN(start) || Number.isNaN(end) || (start === null && end === null)) return null;
  if (form === TimeForm.DATE && end === null && value.start !== undefined) {
    const after = dateAfter(value.start, grain);
    return after === null ? null : { start, end: instantOf(after, value.zone) };
  }
  return { start, end };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Epoch ms of an RFC 3339 time, of a local one, or of the start of a date; NaN when it is none. */
function instantOf(text: string, zone: string | undefined): number {
  const bare = text.replace(/\[[^\]]*\]$/, "");
  const local = DATE.test(bare) ? `${bare}T00:00:00` : bare;
  if (OFFSET.test(local)) return Date.parse(local);
  return localInstant(Date.parse(`${local}Z`), zone ?? "UTC");
}

/** The first day after a day, week, month or year that begins on the date. */
function dateAfter(date: string, grain: TimeGrain): string | null {
  if (!DATE.test(date)) return null;
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const next =
    grain === TimeGrain.YEAR
      ? Date.UTC(year + 1, month - 1, day)
      : grain === TimeGrain.MONTH
        ? Date.UTC(year, month, day)
        : Date.UTC(year, month - 1, day + (grain === TimeGrain.WEEK ? 7 : 1));
  return new Date(next).toISOString().slice(0, 10);
}

/** The instant at which clocks of the zone show the wall time that `wall` is in UTC. */
function localInstant(wall: number, zone: string): number {
  if (Number.isNaN(wall)) return Number.NaN;
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

/** Milliseconds that clocks of the zone are ahead of UTC; NaN for no zone. */
export function offsetAt(at: number, zone: string): number {
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000;
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }).formatToParts(at);
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
    const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return shown - Math.trunc(at / 1000) * 1000;
  } catch {
    return Number.NaN;
  }
}

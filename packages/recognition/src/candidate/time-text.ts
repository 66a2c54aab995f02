import type { TimeValue } from "../types/values.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/;
const CLOCK = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})?$/;
const DURATION =
  /^P(?=\d|T\d)(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}W)?(?:\d{1,9}D)?(?:T(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?)?$/;
const DAY_MS = 86_400_000;

/** Whether a string is written as a date, a moment, a time of day or a duration. */
export function isTimeText(text: string): boolean {
  return DATE.test(text) || MOMENT.test(text) || CLOCK.test(text) || DURATION.test(text);
}

/** Whether such a string names a day, which only a reference time or the words themselves can give. */
export function namesDay(text: string): boolean {
  return DATE.test(text) || MOMENT.test(text);
}

/** Whether such a string says what the value grammar read: a start, an end, or a duration. */
export function saysTime(text: string, value: TimeValue): boolean {
  const { start, end, duration } = value;
  if (DURATION.test(text)) return duration !== undefined && sameDuration(text, duration);
  const moments = [start, end].filter((moment) => moment !== undefined);
  if (DATE.test(text)) return start?.slice(0, 10) === text || (end !== undefined && lastDay(end) === text);
  if (CLOCK.test(text)) return moments.some((one) => one.length > 10 && one.slice(11, 16) === text.slice(0, 5));
  return moments.some((one) => sameMoment(text, one));
}

/** The last day of a half-open interval: the day before, when it ends at a midnight. */
function lastDay(end: string): string {
  const day = end.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if ((end.length > 10 && end.slice(11, 16) !== "00:00") || Number.isNaN(midnight)) return day;
  return new Date(midnight - DAY_MS).toISOString().slice(0, 10);
}

function sameMoment(text: string, moment: string): boolean {
  if (moment.length <= 10) return false;
  const zoned = (one: string) => /(?:[Zz]|[+-]\d{2}:\d{2})$/.test(one.slice(16));
  // Without an offset a moment is a local one, and then the written clock times are compared.
  if (!zoned(text) || !zoned(moment))
    return text.slice(0, 10) === moment.slice(0, 10) && text.slice(11, 16) === moment.slice(11, 16);
  return Date.parse(text) === Date.parse(moment);
}

function sameDuration(a: string, b: string): boolean {
  return a === b || (fixedSeconds(a) !== null && fixedSeconds(a) === fixedSeconds(b));
}

/** Seconds of a duration of weeks, days and clock units; null when months or years are in it. */
function fixedSeconds(duration: string): number | null {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (match === null) return null;
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match;
  return ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
}

// Whether one value of ours says what one listed value of the date and time data says. Ours is half-open and has a
// zone; theirs is local text with conventions of its own, each translated here by name:
// - a stretch "from A to B" ends, in theirs, where B begins, in ours where B ends: with two named ends, theirs may lie
//   one grain before ours;
// - "by", "until" and "no later than" a day end, in theirs, where that day begins, in ours where it ends; "after" a day
//   begins, in theirs, with that day itself, in ours where it ends;
// - the last second of a day is, in theirs, the end of it: midnight in ours;
// - a recurrence is compared as a TIMEX: the figures of the RRULE under its name for them.
import type { TimeValue } from "@openintents/recognition";

export interface Listed {
  timex?: string;
  Mod?: string;
  value?: string;
  start?: string;
  end?: string;
}

export function sayTheSame(type: string, ours: TimeValue | null, listed: Listed, text: string): boolean {
  if (type === "set") return ours?.rrule !== undefined && timexOf(ours) === listed.timex;
  if (listed.value === "not resolved") return ours === null;
  if (ours === null) return false;
  if (type === "duration")
    return ours.form === "duration" && listed.Mod === undefined && sameLength(ours.duration, listed.timex);
  if (type === "date") return ours.form === "date" && ours.start?.slice(0, 10) === listed.value;
  if (type === "datetime") return ours.form === "instant" && local(ours.start) === listed.value;
  if (type === "time") return ours.form === "instant" && local(ours.start).slice(11) === listed.value;
  if (ours.form !== "interval") return false;
  const clockOnly = type === "timerange";
  return (
    sameStart(ours, full(listed.start), listed, clockOnly) && sameEnd(ours, full(listed.end), listed, text, clockOnly)
  );
}

function sameStart(ours: TimeValue, theirs: string | undefined, listed: Listed, clockOnly: boolean): boolean {
  if (theirs === undefined || ours.start === undefined) return theirs === ours.start;
  if (clockOnly) return local(ours.start).slice(11) === theirs;
  if (local(ours.start) === theirs) return true;
  return listed.Mod === "after" && ours.grain === "day" && moved(local(ours.start), ours.grain) === theirs;
}

function sameEnd(
  ours: TimeValue,
  theirs: string | undefined,
  listed: Listed,
  text: string,
  clockOnly: boolean,
): boolean {
  if (theirs === undefined || ours.end === undefined) return theirs === ours.end;
  const end = local(ours.end);
  if (clockOnly) return end.slice(11) === theirs || (theirs === "23:59:59" && end.slice(11) === "00:00:00");
  if (end === theirs || lastSecond(end) === theirs) return true;
  const twoEnds = listed.timex?.startsWith("(") === true && / ?(?:to|-|–|~|and|until|till|through) ?/.test(text);
  const included = /^(?:by|until|till|no later than|as late as)\b/.test(text) && listed.Mod !== undefined;
  return (twoEnds || included) && moved(end, ours.grain) === theirs;
}

/** "2016-11-07T16:00:00+00:00" as "2016-11-07 16:00:00". */
function local(stamp: string | undefined): string {
  return full(stamp?.slice(0, 19).replace("T", " ")) ?? "";
}

function full(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
}

function lastSecond(stamp: string): string {
  const at = new Date(`${stamp.replace(" ", "T")}Z`);
  return new Date(at.getTime() - 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** One grain earlier. */
function moved(stamp: string, grain: TimeValue["grain"]): string {
  const at = new Date(`${stamp.replace(" ", "T")}Z`);
  if (grain === "year") at.setUTCFullYear(at.getUTCFullYear() - 1);
  else if (grain === "month") at.setUTCMonth(at.getUTCMonth() - 1);
  else if (grain === "week") at.setUTCDate(at.getUTCDate() - 7);
  else if (grain === "day") at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 19).replace("T", " ");
}

/** Both as months and seconds: a week is seven days, a fraction of a year so many months. */
function sameLength(ours: string | undefined, theirs: string | undefined): boolean {
  const [a, b] = [lengthOf(ours), lengthOf(theirs)];
  return a !== null && b !== null && Math.abs(a.months - b.months) < 1e-9 && Math.abs(a.seconds - b.seconds) < 1e-6;
}

function lengthOf(text: string | undefined): { months: number; seconds: number } | null {
  const match =
    /^P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(
      text ?? "",
    );
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { months: years * 12 + months, seconds: ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds };
}

const UNITS: Record<string, string> = { DAILY: "D", WEEKLY: "W", MONTHLY: "M", YEARLY: "Y" };
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const PARTS: Record<string, string> = { "8 PT4H": "MO", "12 PT4H": "AF", "16 PT4H": "EV", "20 PT4H": "NI" };

function timexOf(ours: TimeValue): string {
  const parts = new Map((ours.rrule ?? "").split(";").map((part) => part.split("=") as [string, string]));
  const days = parts.get("BYDAY") ?? "";
  const interval = parts.get("INTERVAL") ?? "1";
  const hour = parts.get("BYHOUR");
  const minute = Number(parts.get("BYMINUTE") ?? 0);
  const part = ours.duration === undefined ? undefined : PARTS[`${hour} ${ours.duration}`];
  const two = (figure: string | number): string => String(figure).padStart(2, "0");
  const clock =
    hour === undefined ? "" : `T${part ?? two(hour)}${part === undefined && minute > 0 ? `:${two(minute)}` : ""}`;
  if (days === "MO,TU,WE,TH,FR") return `P${interval}WD`;
  if (days === "SA,SU") return `P${interval}WE`;
  if (DAYS.includes(days)) return `XXXX-WXX-${DAYS.indexOf(days) + 1}${clock}`;
  const monthDay = parts.get("BYMONTHDAY");
  if (monthDay !== undefined) return `XXXX-XX-${two(monthDay)}${clock}`;
  const freq = parts.get("FREQ") ?? "";
  if (clock !== "" && freq === "DAILY") return clock;
  if (freq === "MONTHLY" && interval === "6") return "P0.5Y";
  return `P${interval}${UNITS[freq] ?? "?"}`;
}

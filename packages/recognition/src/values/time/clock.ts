// Times of day: "7:30 pm", "half past seven", "noon", "5 in the afternoon", "1140 a.m.".
import { APPROXIMATE } from "../lexicon.ts";
import { cardinalWords } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { type Clock, clock, type Ground } from "./node.ts";
import { inHalf, type PartOfDay, readPart } from "./part-of-day.ts";
import { readZone } from "./zones.ts";

const HOUR = 3600;

/** A clock time; a bare figure only where the caller's surroundings make it one. */
export function readClock(ground: Ground, index: number, bareAllowed: boolean): Clock | null {
  const { scan } = ground;
  if (!scan.opens(index)) return null;
  const start = APPROXIMATE.has(scan.at(index)) ? index + 1 : index;
  const read = named(scan, start) ?? past(scan, start) ?? figures(scan, start, bareAllowed) ?? words(scan, start);
  if (read === null || (read.bare && !bareAllowed)) return null;
  return withTail(ground, read);
}

function named(scan: Scan, index: number): Clock | null {
  const word = scan.at(index);
  const twelve = word === "12" && (scan.at(index + 1) === "noon" || scan.at(index + 1) === "midnight");
  const name = twelve ? scan.at(index + 1) : word;
  const next = index + (twelve ? 2 : 1);
  if (name === "noon" || name === "midday" || name === "noonish") return clock(next, 12 * HOUR, null, "hour");
  if (name === "midnight") return clock(next, 0, null, "hour");
  if (name === "mid" && scan.at(index + 1) === "night") return clock(next + 1, 0, null, "hour");
  return null;
}

/** "half past seven", "20 min past eight", "quarter to 9". */
function past(scan: Scan, index: number): Clock | null {
  const article = scan.at(index) === "a" ? index + 1 : index;
  const word = scan.at(article);
  let minutes = word === "half" ? 30 : word === "quarter" ? 15 : -1;
  let at = article + 1;
  if (minutes < 0) {
    const figure = scan.figure(index, 2);
    const spoken = figure >= 0 ? { value: figure, next: index + 1 } : cardinalWords(scan, index);
    if (spoken === null || spoken.value > 59) return null;
    minutes = spoken.value;
    at = /^min(?:ute)?s?$/.test(scan.at(spoken.next)) ? spoken.next + 1 : spoken.next;
  }
  const link = scan.at(at);
  const after = link === "past" || link === "after";
  if (!after && link !== "to" && link !== "till") return null;
  const hour = hourAt(scan, at + 1);
  // "five to seven" is a stretch unless the minutes are named as such.
  if (hour === null || (!after && word !== "quarter" && !/^min/.test(scan.at(at - 1)))) return null;
  if (link === "after" && word !== "half" && word !== "quarter" && !/^min/.test(scan.at(at - 1))) return null;
  const total = hour.value * HOUR + (after ? minutes : -minutes) * 60;
  return clock(oClock(scan, hour.next), (total + 24 * HOUR) % (24 * HOUR), null, "minute", {
    fixed: hour.value > 12,
  });
}

function figures(scan: Scan, index: number, bareAllowed: boolean): Clock | null {
  const places = scan.places(index);
  const hour = scan.figure(index, 4);
  if (hour < 0) return null;
  if (places >= 3) return compact(scan, index, hour, places, bareAllowed);
  const mark = scan.at(index + 1);
  const pair = (mark === ":" || mark === ".") && scan.joined(index + 1) && scan.joined(index + 2);
  const minute = pair && scan.places(index + 2) === 2 ? scan.figure(index + 2, 2) : -1;
  if (minute >= 0 && minute < 60 && hour <= 24) {
    const exact = secondsAfter(scan, index + 3, mark);
    const half = meridiem(scan, exact.next);
    if (mark === "." && half === null && !bareAllowed) return null;
    if (!validHour(hour, half) || (half === null && !scan.closes(exact.next) && readZone(scan, exact.next) === null))
      return null;
    const grain = exact.next > index + 3 ? "second" : "minute";
    const found = timed(
      hour,
      minute * 60 + exact.seconds,
      half,
      half?.next ?? exact.next,
      grain,
      places === 2 && hour < 10,
    );
    return mark === "." && half === null ? { ...found, bare: true } : found;
  }
  if (mark === ":" && pair) return null;
  const half = meridiem(scan, mark === "." && scan.joined(index + 2) ? index + 2 : index + 1);
  if (half !== null) return validHour(hour, half) ? timed(hour, 0, half, half.next, "hour", false) : null;
  const named = oClock(scan, index + 1);
  if (named > index + 1 && hour <= 24) return timed(hour, 0, null, named, "hour", false);
  if (scan.at(index + 1) === "ish" && scan.joined(index + 1) && hour <= 24 && hour > 0)
    return timed(hour, 0, null, index + 2, "hour", false);
  if (hour > 24 || (places === 2 && hour === 0) || !scan.closes(index + 1)) return null;
  return { ...timed(hour, 0, null, index + 1, "hour", false), bare: true };
}

/** "1140 a.m."; "0730" where a time is expected. */
function compact(scan: Scan, index: number, value: number, places: number, bareAllowed: boolean): Clock | null {
  if (places > 4) return null;
  const hour = Math.floor(value / 100);
  const half = meridiem(scan, index + 1);
  const leading = places === 4 && scan.at(index).startsWith("0");
  if (value % 100 > 59 || !validHour(hour, half)) return null;
  if (half === null && !(bareAllowed && leading)) return null;
  return { ...timed(hour, (value % 100) * 60, half, half?.next ?? index + 1, "minute", leading), bare: half === null };
}

/** "seven p.m.", "five-thirty", "nine thirty", "seven o'clock". */
function words(scan: Scan, index: number): Clock | null {
  const hour = hourAt(scan, index);
  if (hour === null || scan.isDigits(index)) return null;
  const dash = scan.at(hour.next) === "-" ? hour.next + 1 : hour.next;
  const minutes = cardinalWords(scan, dash);
  if (minutes !== null && minutes.value >= 10 && minutes.value <= 59) {
    const named = /^minutes?$/.test(scan.at(minutes.next)) ? minutes.next + 1 : minutes.next;
    const half = meridiem(scan, named);
    return {
      ...timed(hour.value, minutes.value * 60, half, half?.next ?? named, "minute", false),
      bare: half === null && dash === hour.next,
    };
  }
  const half = meridiem(scan, hour.next);
  if (half !== null) return timed(hour.value, 0, half, half.next, "hour", false);
  const named = oClock(scan, hour.next);
  return { ...timed(hour.value, 0, null, named, "hour", false), bare: named === hour.next };
}

function withTail(ground: Ground, read: Clock): Clock {
  const { scan } = ground;
  let at = read.next;
  let settled = read;
  const joiner = scan.at(at) === "in" || scan.at(at) === "at" ? 1 : 0;
  const tail: PartOfDay | null =
    joiner > 0 && scan.reads(at, "at", "night") ? readPart(scan, at + 1) : readPart(scan, at);
  if (tail !== null && !tail.relative && (joiner > 0 || !read.bare) && tail.clock !== "day") {
    settled = { ...inHalf(read, tail), next: tail.next };
    at = tail.next;
  }
  const zone = readZone(scan, at);
  return zone === null ? settled : { ...settled, zone: zone.zone, next: zone.next };
}

function timed(
  hour: number,
  seconds: number,
  half: Meridiem | null,
  next: number,
  grain: Clock["grain"],
  written24: boolean,
): Clock {
  const known = half?.pm ?? null;
  const base = known === null ? hour : (hour % 12) + (known ? 12 : 0);
  const from = (hour > 12 ? hour : base) * HOUR + seconds;
  return clock(next, from, null, grain, { fixed: known !== null || hour > 12 || hour === 0 || written24 });
}

interface Meridiem {
  /** Null for "ampm": either. */
  pm: boolean | null;
  next: number;
}

/** "am", "p.m.", "a m", "p . m .", or one letter written onto the figure. */
function meridiem(scan: Scan, index: number): Meridiem | null {
  const word = scan.at(index);
  if (word === "am" || word === "pm" || word === "ampm")
    return scan.closes(index + 1) ? { pm: word === "ampm" ? null : word === "pm", next: index + 1 } : null;
  if (word !== "a" && word !== "p") return null;
  const dot = scan.at(index + 1) === "." ? 1 : 0;
  if (scan.at(index + 1 + dot) === "m" && (dot === 1 || !scan.joined(index + 1))) {
    const end = index + 2 + dot;
    return { pm: word === "p", next: dot === 1 && scan.at(end) === "." ? end + 1 : end };
  }
  return scan.joined(index) && scan.isDigits(index - 1) && scan.closes(index + 1)
    ? { pm: word === "p", next: index + 1 }
    : null;
}

function secondsAfter(scan: Scan, index: number, mark: string): { seconds: number; next: number } {
  const seconds =
    mark === ":" && scan.at(index) === ":" && scan.joined(index) && scan.places(index + 1) === 2
      ? scan.figure(index + 1, 2)
      : -1;
  if (seconds < 0 || seconds > 60) return { seconds: 0, next: index };
  const fraction =
    scan.at(index + 2) === "." && scan.joined(index + 2) && scan.joined(index + 3) && scan.isDigits(index + 3);
  return { seconds, next: fraction ? index + 4 : index + 2 };
}

function hourAt(scan: Scan, index: number): { value: number; next: number } | null {
  const figure = scan.figure(index, 2);
  if (figure >= 1 && figure <= 24) return { value: figure, next: index + 1 };
  const word = cardinalWords(scan, index);
  if (word === null || word.value < 1 || word.value > 12 || word.next !== index + 1) return null;
  return { value: word.value, next: word.next };
}

function oClock(scan: Scan, index: number): number {
  return scan.at(index) === "o'clock" || scan.at(index) === "oclock" ? index + 1 : index;
}

function validHour(hour: number, half: Meridiem | null): boolean {
  return half === null ? hour <= 24 : hour >= 1 && hour <= 23;
}

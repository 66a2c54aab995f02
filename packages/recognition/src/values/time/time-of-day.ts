// Stretches of a day and what surrounds a clock time: "from 3 to 5 pm", "in the morning at 7", "9 for 2 hours".
import { FUNCTION_WORDS, MONTHS, UNITS, WEEKDAYS } from "../lexicon.ts";
import type { Scan } from "../tokens.ts";
import { DAY } from "./calendar.ts";
import { readClock } from "./clock.ts";
import { readLength, shifted } from "./duration.ts";
import { type Clock, clock, type Ground, longest } from "./node.ts";
import { inHalf, isMeal, partClock, readPart } from "./part-of-day.ts";

const HALF = 12 * 3600;

/** A clock time, a stretch between two, or a part of the day; bare figures only where `bareAllowed`. */
export function readTimeOfDay(ground: Ground, index: number, bareAllowed: boolean): Clock | null {
  return ground.scan.once(bareAllowed ? "bare time" : "time", index, () => freshTime(ground, index, bareAllowed));
}

function freshTime(ground: Ground, index: number, bareAllowed: boolean): Clock | null {
  return longest(
    stretch(ground, index, bareAllowed),
    lasting(ground, index),
    withPart(ground, index),
    single(ground, index, bareAllowed),
  );
}

function single(ground: Ground, index: number, bareAllowed: boolean): Clock | null {
  const found = readClock(ground, index, bareAllowed);
  return found?.bare && !standsAlone(ground.scan, found.next) ? null : found;
}

/** A bare figure counts nothing: no noun, unit, share or currency stands behind it. */
export function standsAlone(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  if (word === "%" || word === "€" || word === "$" || word === "£") return false;
  if (!scan.isWord(index)) return !scan.isDigits(index);
  if (UNITS.has(word)) return false;
  return (
    FUNCTION_WORDS.has(word) ||
    WEEKDAYS.has(word) ||
    MONTHS.has(word) ||
    /^(?:today|tomorrow|tonight|yesterday|sharp|next|last|every|each|o|hahaha|exactly|local)$/.test(word)
  );
}

const SEPARATORS = new Set(["to", "-", "–", "—", "~", "until", "till", "through"]);

function stretch(ground: Ground, index: number, bareAllowed: boolean): Clock | null {
  const { scan } = ground;
  const lead = scan.at(index);
  const opened = lead === "from" || lead === "between";
  const start = opened || lead === "at" ? index + 1 : index;
  const first = scan.beforeMark(() => readClock(ground, start, true));
  if (first === null) return null;
  const mark = scan.at(first.next);
  const marked = SEPARATORS.has(mark) || (lead === "between" && mark === "and");
  const at = first.next + 1;
  const second = marked ? scan.beginAt(at, () => readClock(ground, at, true)) : null;
  if (second === null || second.to !== null) return null;
  if (first.bare && second.bare && (!standsAlone(scan, second.next) || !(opened || bareAllowed))) return null;
  if (first.bare && second.bare && !opened && mark === "and") return null;
  if (second.bare && !standsAlone(scan, second.next)) return null;
  const joined = joinClocks(first, second);
  return opened && !SCALED.test(`${scan.at(index - 2)} ${scan.at(index - 1)}`) ? { ...joined, bare: false } : joined;
}

/** "rate it from 1 to 5": figures of a scale. */
const SCALED = /\b(?:rate|rated|rating|scale|score|count|counting|pick|choose|number|numbers|grade|rank)\b/;

/** Two times of one stretch: what is known of one half of the day settles the other. */
function joinClocks(first: Clock, second: Clock): Clock {
  let from = first.from;
  let to = second.from;
  const notes = [...first.notes, ...second.notes];
  if (!first.fixed && second.fixed) from = latestBefore(from, to);
  else if (!first.fixed) {
    from = likelyHalf(from);
    notes.push(halfNote(from));
  }
  if (!second.fixed)
    to =
      [to, to + HALF]
        .map((tick) => tick % DAY)
        .sort((a, b) => a - b)
        .find((tick) => tick > from) ?? to;
  if (to <= from) to += DAY;
  const grain =
    first.grain === "hour" && second.grain === "hour" ? "hour" : second.grain === "hour" ? first.grain : second.grain;
  return clock(second.next, from, to, grain, {
    notes,
    zone: second.zone ?? first.zone,
    fixed: true,
    bare: first.bare && second.bare,
  });
}

function latestBefore(from: number, to: number): number {
  const both = [from % HALF, (from % HALF) + HALF].filter((tick) => tick < to);
  return both.at(-1) ?? from;
}

/** Written without a half of the day: 7 to 11 is the morning, 12 to 6 the afternoon. */
export function likelyHalf(seconds: number): number {
  const hour = Math.floor(seconds / 3600);
  return hour >= 1 && hour <= 6 ? seconds + HALF : seconds;
}

export function halfNote(seconds: number): string {
  return `The hour is read as ${clockText(seconds)}, since its half of the day is not written.`;
}

export function clockText(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}`;
}

/** "from 9 for 2.5 hours", "2pm for 2 hours". */
function lasting(ground: Ground, index: number): Clock | null {
  const { scan } = ground;
  const opened = scan.at(index) === "from" || scan.at(index) === "at";
  const first = readClock(ground, opened ? index + 1 : index, opened);
  if (first === null || scan.at(first.next) !== "for") return null;
  const length = readLength(scan, first.next + 1);
  if (length === null || length.parts.some(({ unit }) => unit !== "hour" && unit !== "minute")) return null;
  return lastingClock(first, shifted(0, length, 1), length.next);
}

export function lastingClock(first: Clock, seconds: number, next: number): Clock {
  const from = first.fixed ? first.from : likelyHalf(first.from);
  return clock(next, from, from + seconds, "minute", {
    zone: first.zone,
    notes: first.fixed ? first.notes : [...first.notes, halfNote(from)],
  });
}

/** "in the morning at 7", "this evening from 7 to 7:30", or the part alone. */
function withPart(ground: Ground, index: number): Clock | null {
  const { scan } = ground;
  const part = readPart(scan, index);
  if (part === null) return null;
  const inner = isMeal(part.name) ? null : insidePart(ground, part.next, part);
  if (inner === null) {
    if (part.plural || (isMeal(part.name) && !/^(?:at|after|before|around|by|until)$/.test(scan.at(index - 1))))
      return null;
    return part.next - index > 1 ||
      part.relative ||
      /^(?:after|before|by|until|till|at|around)$/.test(scan.at(index - 1))
      ? partClock(part)
      : null;
  }
  return { ...inner, relative: part.relative };
}

/** A part of the day that follows a day: "tomorrow morning", "Friday in the evening at 8". */
export function readDayPart(ground: Ground, index: number): Clock | null {
  const { scan } = ground;
  const pm = scan.at(index);
  if (pm === "pm" || pm === "am")
    return partClock({
      name: pm === "am" ? "morning" : "afternoon",
      from: pm === "am" ? 8 : 12,
      to: pm === "am" ? 12 : 16,
      clock: pm,
      relative: false,
      plural: false,
      next: index + 1,
    });
  const part = readPart(scan, index);
  if (part === null || part.plural || isMeal(part.name)) return null;
  const inner = insidePart(ground, part.next, part);
  return inner ?? partClock(part);
}

/** A time after a part of the day lies inside it, a stretch by both its ends. */
function insidePart(ground: Ground, index: number, part: { clock: "am" | "pm" | "night" | "day" }): Clock | null {
  const { scan } = ground;
  const link = scan.at(index);
  const opened = link === "from" || link === "between" || link === "at";
  const start = opened || link === "around" || link === "," ? index + 1 : index;
  const first = scan.beforeMark(() => readClock(ground, start, true));
  if (first === null) return null;
  const mark = scan.at(first.next);
  const at = first.next + 1;
  const separated = SEPARATORS.has(mark) || (link === "between" && mark === "and");
  const second = separated ? scan.beginAt(at, () => readClock(ground, at, true)) : null;
  if (second !== null) return joinClocks(second.fixed ? first : inHalf(first, part), second);
  return first.bare && !(opened || link === "around") ? null : inHalf(first, part);
}

import { FUNCTION_WORDS, GLUED_UNITS, UNITS } from "../lexicon.ts";
import { count, type ReadNumber } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { addUnits, type Unit } from "./calendar.ts";
import type { Length } from "./node.ts";

const MOST_PARTS = 6;
const RANK: readonly Unit[] = [
  "century",
  "decade",
  "year",
  "quarter",
  "month",
  "fortnight",
  "week",
  "weekend",
  "weekday",
  "day",
  "hour",
  "minute",
  "second",
];

/** A length of time: "two hours", "3.5 days", "2 years 1 month and 21 days", "half an hour", "3h". */
export function readLength(scan: Scan, index: number): Length | null {
  return scan.once("length", index, () => freshLength(scan, index));
}

function freshLength(scan: Scan, index: number): Length | null {
  const whole = scan.at(index) === "all" || scan.at(index) === "whole" ? UNITS.get(scan.at(index + 1)) : undefined;
  if (whole !== undefined && scan.at(index) === "all" && scan.closes(index + 2))
    return { kind: "length", next: index + 2, parts: [{ count: 1, unit: whole }] };
  const parts: Length["parts"] = [];
  let next = index;
  for (let at = index; parts.length < MOST_PARTS; ) {
    const part = readPiece(scan, at);
    if (part === null) break;
    // The parts of one length go from the longer unit to the shorter.
    if (parts.some(({ unit }) => RANK.indexOf(unit) >= RANK.indexOf(part.unit))) break;
    parts.push({ count: part.count, unit: part.unit });
    next = part.next;
    at = scan.at(next) === "and" || scan.at(next) === "," ? next + 1 : next;
    // Articles begin a new thought: "a week and a day" is one length, "two hours, a day" is two.
    if (scan.at(next) === "," && !scan.isDigits(at)) break;
  }
  return parts.length === 0 ? null : { kind: "length", next, parts };
}

function readPiece(scan: Scan, index: number): { count: number; unit: Unit; next: number } | null {
  const number: ReadNumber | null = count(scan, index);
  if (number === null || number.value > 1_000_000) return null;
  const at = scan.at(number.next) === "-" && scan.joined(number.next) ? number.next + 1 : number.next;
  const word = scan.at(at);
  const unit = UNITS.get(word) ?? (scan.joined(at) && scan.isDigits(at - 1) ? GLUED_UNITS.get(word) : undefined);
  if (unit === undefined || !scan.closes(at + 1)) return business(scan, at, number);
  // "a second time" is the next one.
  if (
    word === "second" &&
    /^(?:a|an|another)$/.test(scan.at(index)) &&
    scan.isWord(at + 1) &&
    !FUNCTION_WORDS.has(scan.at(at + 1))
  )
    return null;
  const half = halfAfter(scan, at + 1);
  return half === null
    ? { count: number.value, unit, next: at + 1 }
    : { count: number.value + half.value, unit, next: half.next };
}

function business(scan: Scan, index: number, number: ReadNumber): { count: number; unit: Unit; next: number } | null {
  const word = scan.at(index);
  const day = scan.at(index + 1) === "day" || scan.at(index + 1) === "days";
  return (word === "business" || word === "working") && day
    ? { count: number.value, unit: "weekday", next: index + 2 }
    : null;
}

/** "an hour and a half", "one year and a quarter". */
function halfAfter(scan: Scan, index: number): ReadNumber | null {
  if (scan.at(index) !== "and") return null;
  const at = scan.at(index + 1) === "a" ? index + 2 : index + 1;
  const word = scan.at(at);
  if (word !== "half" && word !== "quarter") return null;
  // "two hours and half a day" is a further piece.
  if (scan.at(at + 1) === "a" || scan.at(at + 1) === "an") return null;
  return { value: word === "half" ? 0.5 : 0.25, next: at + 1 };
}

/** The tick that lies so far from another one. */
export function shifted(tick: number, length: Length, sign: 1 | -1): number {
  return length.parts.reduce((at, part) => addUnits(at, sign * part.count, part.unit), tick);
}

export function smallestUnit(length: Length): Unit {
  return length.parts.at(-1)?.unit ?? "day";
}

const LETTERS: Record<string, [number, string, boolean]> = {
  second: [1, "S", true],
  minute: [1, "M", true],
  hour: [1, "H", true],
  day: [1, "D", false],
  weekday: [1, "D", false],
  week: [1, "W", false],
  weekend: [2, "D", false],
  fortnight: [2, "W", false],
  month: [1, "M", false],
  quarter: [3, "M", false],
  year: [1, "Y", false],
  decade: [10, "Y", false],
  century: [100, "Y", false],
};

/** ISO 8601. Weeks stand alone there, so beside other units they become days. */
export function isoLength(length: Length): string {
  const days = new Map<string, number>();
  const clock = new Map<string, number>();
  for (const { count: amount, unit } of length.parts) {
    const [factor, letter, timed] = LETTERS[unit] ?? [1, "D", false];
    const into = timed ? clock : days;
    into.set(letter, (into.get(letter) ?? 0) + amount * factor);
  }
  const weeks = days.get("W");
  if (weeks !== undefined && (days.size > 1 || clock.size > 0)) {
    days.delete("W");
    days.set("D", (days.get("D") ?? 0) + weeks * 7);
  }
  return `P${printed(days, "YMWD")}${clock.size > 0 ? `T${printed(clock, "HMS")}` : ""}`;
}

function printed(parts: Map<string, number>, order: string): string {
  return [...order].map((letter) => (parts.has(letter) ? `${decimal(parts.get(letter) ?? 0)}${letter}` : "")).join("");
}

function decimal(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

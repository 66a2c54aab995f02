import { CURRENCY_CODES, NAMES_OF_CURRENCIES, SIGNS } from "../amount/currencies.ts";
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
  if (number === null || number.value > 1_000_000 || isRate(scan, index)) return null;
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

/** "80 EUR a night", "twice a week": how often, not how long. */
function isRate(scan: Scan, index: number): boolean {
  if (scan.at(index) !== "a" && scan.at(index) !== "an") return false;
  const before = scan.at(index - 1);
  return (
    scan.isDigits(index - 1) ||
    RATED.has(before) ||
    CURRENCY_CODES.has(before) ||
    NAMES_OF_CURRENCIES.has(before) ||
    SIGNS.has(before)
  );
}

const RATED = new Set(["once", "twice", "thrice", "times", "time", "%", "percent"]);

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

/** Units as whole numbers of a smaller one, for the fractions of them. */
const SMALLER: Partial<Record<Unit, readonly [number, Unit]>> = {
  century: [100, "year"],
  decade: [10, "year"],
  year: [12, "month"],
  quarter: [3, "month"],
  month: [30, "day"],
  fortnight: [2, "week"],
  week: [7, "day"],
  weekend: [2, "day"],
  weekday: [1, "day"],
  day: [24, "hour"],
  hour: [60, "minute"],
  minute: [60, "second"],
};
const WHOLE_ONLY: ReadonlySet<Unit> = new Set(["century", "decade", "quarter", "fortnight", "weekend", "weekday"]);
const LETTERS: Partial<Record<Unit, string>> = {
  year: "Y",
  month: "M",
  week: "W",
  day: "D",
  hour: "H",
  minute: "M",
  second: "S",
};

/** ISO 8601 in whole units, since few readers take fractions: "PT1H30M". Weeks stand alone, beside others they are days. */
export function isoLength(length: Length): string {
  const sums = new Map<Unit, number>();
  const add = (count: number, unit: Unit): void => {
    const smaller = SMALLER[unit];
    const whole = Math.trunc(count + 1e-9);
    const rest = Math.round((count - whole) * 1e9) / 1e9;
    if (smaller !== undefined && WHOLE_ONLY.has(unit)) add(count * smaller[0], smaller[1]);
    else if (smaller === undefined || rest === 0) sums.set(unit, (sums.get(unit) ?? 0) + count);
    else {
      if (whole > 0) sums.set(unit, (sums.get(unit) ?? 0) + whole);
      add(rest * smaller[0], smaller[1]);
    }
  };
  for (const { count, unit } of length.parts) add(count, unit);
  const weeks = sums.get("week");
  if (weeks !== undefined && sums.size > 1) {
    sums.delete("week");
    sums.set("day", (sums.get("day") ?? 0) + weeks * 7);
  }
  const clock = printed(sums, ["hour", "minute", "second"]);
  return `P${printed(sums, ["year", "month", "week", "day"])}${clock === "" ? "" : `T${clock}`}`;
}

function printed(sums: ReadonlyMap<Unit, number>, units: readonly Unit[]): string {
  return units
    .map((unit) => (sums.has(unit) ? `${Math.round((sums.get(unit) ?? 0) * 1e6) / 1e6}${LETTERS[unit]}` : ""))
    .join("");
}

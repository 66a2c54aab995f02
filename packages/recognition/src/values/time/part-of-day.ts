// Parts of a day and what they say of a clock time beside them. The hours are those of the public test
// data for date recognisers, since no other convention is written down; every use of them is noted.
import type { Scan } from "../tokens.ts";
import { type Clock, clock } from "./node.ts";

const HOUR = 3600;

interface PartHours {
  from: number;
  to: number;
  clock: "am" | "pm" | "night" | "day";
}

const PARTS: ReadonlyMap<string, PartHours> = new Map([
  ["morning", { from: 8, to: 12, clock: "am" }],
  ["afternoon", { from: 12, to: 16, clock: "pm" }],
  ["evening", { from: 16, to: 20, clock: "pm" }],
  ["night", { from: 20, to: 24, clock: "night" }],
  ["breakfast", { from: 8, to: 12, clock: "am" }],
  ["lunch", { from: 11, to: 13, clock: "day" }],
  ["lunchtime", { from: 11, to: 13, clock: "day" }],
  ["dinner", { from: 16, to: 20, clock: "pm" }],
  ["dinnertime", { from: 16, to: 20, clock: "pm" }],
  ["daytime", { from: 8, to: 18, clock: "day" }],
  ["nighttime", { from: 0, to: 8, clock: "night" }],
]);
const PLURALS: ReadonlyMap<string, string> = new Map([
  ["mornings", "morning"],
  ["afternoons", "afternoon"],
  ["evenings", "evening"],
  ["nights", "night"],
]);
const TONIGHT = new Set(["tonight", "tonite"]);
const MEALS = new Set(["breakfast", "lunch", "dinner"]);

export interface PartOfDay extends PartHours {
  name: string;
  /** "this morning", "tonight": of the reference day. */
  relative: boolean;
  plural: boolean;
  next: number;
}

/** "morning", "in the early evening", "late this morning", "tonight", "later in the afternoon". */
export function readPart(scan: Scan, index: number): PartOfDay | null {
  let at = index;
  if (scan.at(at) === "in" || scan.at(at) === "during") at += 1;
  const shade = /^(?:early|earlier|late|later)$/.test(scan.at(at)) ? scan.at(at) : "";
  if (shade !== "") at += 1;
  if (shade !== "" && scan.at(at) === "in") at += 1;
  const article = scan.at(at) === "the" || scan.at(at) === "this" ? scan.at(at) : "";
  if (article !== "") at += 1;
  const inner = shade === "" && (scan.at(at) === "early" || scan.at(at) === "late") ? scan.at(at) : "";
  if (inner !== "") at += 1;
  const word = scan.at(at);
  if (TONIGHT.has(word) && article === "")
    return { ...hours("night", shade || inner), name: "tonight", relative: true, plural: false, next: at + 1 };
  const dashed = word === "night" && scan.at(at + 1) === "-" && scan.at(at + 2) === "time";
  const name = dashed ? "nighttime" : (PLURALS.get(word) ?? word);
  if (!PARTS.has(name)) return null;
  // A meal is a time of day only where a preposition makes it one; the caller sees to that.
  if (MEALS.has(name) && (shade !== "" || article === "this")) return null;
  const next = dashed ? at + 3 : at + 1;
  return { ...hours(name, shade || inner), name, relative: article === "this", plural: PLURALS.has(word), next };
}

export function isMeal(name: string): boolean {
  return MEALS.has(name);
}

function hours(name: string, shade: string): PartHours {
  const part = PARTS.get(name) ?? { from: 0, to: 24, clock: "day" as const };
  const middle = (part.from + part.to) / 2;
  if (shade.startsWith("early") || shade === "earlier") return { ...part, to: middle };
  return shade.startsWith("late") ? { ...part, from: middle } : part;
}

/** The part as a stretch of the day. */
export function partClock(part: PartOfDay): Clock {
  return clock(part.next, part.from * HOUR, part.to * HOUR, "hour", {
    part: part.name,
    relative: part.relative,
    notes: [`"${part.name}" is read as ${two(part.from)}:00 to ${two(part.to)}:00.`],
  });
}

/** A clock time put into the half of the day that a part of the day names. */
export function inHalf(time: Clock, part: Pick<PartOfDay, "clock">): Clock {
  if (time.fixed) return time;
  const hour = Math.floor(time.from / HOUR) % 12;
  const late = part.clock === "pm" || (part.clock === "night" && hour >= 4) || (part.clock === "day" && hour < 7);
  return { ...time, from: (time.from % (12 * HOUR)) + (late ? 12 * HOUR : 0), fixed: true, bare: false };
}

function two(hour: number): string {
  return String(hour).padStart(2, "0");
}

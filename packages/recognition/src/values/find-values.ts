import type { NormalValue } from "../types/values.ts";
import { fitsCurrency } from "./amount/fits-currency.ts";
import { type ReadAmount, readAmount } from "./amount/read-amount.ts";
import { type ReadQuantity, readQuantity } from "./amount/read-quantity.ts";
import type { FoundValue, ValueContext, ValueNote } from "./found-value.ts";
import { inZone, type ReferenceTime } from "./reference-time.ts";
import { DAY, dayNumber } from "./time/calendar.ts";
import type { Ground, Moment, TimeNode } from "./time/node.ts";
import { isConfigured } from "./time/numeric-date.ts";
import { readTime } from "./time/read-time.ts";
import { NEXT_WORDS, PAST_WORDS } from "./time/relative-words.ts";
import { TimeWriter } from "./time/write-time.ts";
import { Scan } from "./tokens.ts";

export type { FoundValue, ValueContext } from "./found-value.ts";

/** Every time, amount and quantity of a text, in text order and without overlap; cost is linear in the text. */
export function findValues(text: string, context: ValueContext): FoundValue[] {
  const scan = new Scan(text);
  const clock = readClockOf(context);
  const ground: Ground = { scan, ...clock.now, order: context.defaults.dateOrder ?? null };
  const writer = new TimeWriter(clock.zone);
  const found: FoundValue[] = [];
  const times: { value: FoundValue; node: TimeNode; at: number }[] = [];
  for (let at = 0; at < scan.tokens.length; ) {
    const time = readTime(ground, at);
    const amount = readAmount(scan, at);
    const quantity = time === null && amount === null ? readQuantity(scan, at) : null;
    const next = Math.max(time?.next ?? 0, amount?.next ?? 0, quantity?.next ?? 0);
    if (next <= at) {
      at += 1;
      continue;
    }
    const first = time !== null && time.next === next ? at + leadingWords(scan, at, time) : at;
    const span = { start: scan.tokens[first]?.start ?? 0, end: scan.tokens[next - 1]?.end ?? 0 };
    const base = { ...span, text: text.slice(span.start, span.end) };
    if (amount !== null && amount.next === next) found.push(amountValue(base, amount, context));
    else if (time !== null && time.next === next) {
      const value = timeValue(base, time, writer, clock);
      times.push({ value, node: time, at });
      found.push(value);
    } else if (quantity !== null) found.push(quantityValue(base, quantity));
    at = next;
  }
  lendDays(scan, times, writer, clock);
  return context.language.toLowerCase().startsWith("en") ? found : found.filter((value) => isFigures(value.text));
}

/** "the last quarter", "how about Friday": words that lead to a time without being of it. */
function leadingWords(scan: Scan, at: number, node: TimeNode): number {
  if (scan.at(at) === "about" && /^(?:how|what)$/.test(scan.at(at - 1))) return 1;
  if (scan.at(at) === "about" && node.kind === "period") return 1;
  if (node.kind !== "period" || scan.at(at) !== "the" || (node.grain === "day" && node.to - node.from === DAY))
    return 0;
  const word = scan.at(at + 1);
  const numbered = (word === "week" || word === "year") && scan.isDigits(at + 2);
  const ofUnits =
    NEXT_WORDS.has(word) ||
    PAST_WORDS.has(word) ||
    word === "current" ||
    word === "same" ||
    word === "rest" ||
    word === "remaining";
  const rankOf = (word === "last" && /^(?:of|in)$/.test(scan.at(at + 3))) || scan.at(at + 4) === "of";
  return numbered || (ofUnits && !rankOf) || scan.isDigits(at + 1) || scan.reads(at + 1, "year", "to") ? 1 : 0;
}

interface ReferenceClock {
  now: { now: number; today: number };
  zone: string | null;
  anchored: boolean;
  zoneNote: ValueNote[];
}

/** The local calendar that relative times count on: the reference's own zone, else the instance's where it agrees. */
function readClockOf({ reference, defaults }: ValueContext): ReferenceClock {
  if (reference === null) {
    const zoneNote: ValueNote[] =
      defaults.zone === undefined
        ? []
        : [{ kind: "default", statement: `Clock times are read in ${defaults.zone}, the zone of this instance.` }];
    // Any day will do: what is counted from it is not given out.
    return { now: { now: 0, today: 0 }, zone: defaults.zone ?? null, anchored: false, zoneNote };
  }
  if (reference.zone !== null) return clockAt(reference, reference.zone, []);
  const assumed = defaults.zone === undefined ? null : inZone(reference, defaults.zone);
  if (assumed !== null && (reference.utcOnly || assumed.offsetMinutes === reference.offsetMinutes))
    return clockAt(assumed, defaults.zone ?? null, [
      { kind: "default", statement: `Clock times are read in ${defaults.zone}, the zone of this instance.` },
    ]);
  return clockAt(reference, offsetName(reference.offsetMinutes), []);
}

function clockAt(reference: ReferenceTime, zone: string | null, zoneNote: ValueNote[]): ReferenceClock {
  const { year, month, day, hour, minute, second } = reference.local;
  const today = dayNumber(year, month, day);
  return { now: { now: today * DAY + hour * 3600 + minute * 60 + second, today }, zone, anchored: true, zoneNote };
}

function offsetName(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

type Base = Pick<FoundValue, "start" | "end" | "text">;

function timeValue(base: Base, node: TimeNode, writer: TimeWriter, clock: ReferenceClock): FoundValue {
  const relative = "relative" in node && node.relative;
  const notes: ValueNote[] =
    "notes" in node
      ? node.notes.map((statement) => ({ kind: isConfigured(statement) ? "default" : "relative_time", statement }))
      : [];
  if (relative && !clock.anchored)
    return { ...base, kind: "time", value: null, alternatives: [], anchored: false, notes: [] };
  const value = writer.value(node);
  const others = "others" in node ? node.others.flatMap((other) => writer.value(other) ?? []) : [];
  // A clock time on a known day still needs a zone to be a moment.
  const unplaced = value === null && !("impossible" in node && node.impossible);
  const readings: NormalValue[] = value === null ? [] : [value, ...others];
  return {
    ...base,
    kind: "time",
    value: others.length === 0 ? value : null,
    alternatives: others.length === 0 ? [] : readings,
    anchored: !unplaced,
    notes: [...notes, ...(node.kind === "moment" ? clock.zoneNote : [])],
  };
}

function amountValue(base: Base, { value }: ReadAmount, context: ValueContext): FoundValue {
  const { symbol, ...plain } = value;
  const { currency: own } = context.defaults;
  const fallback = plain.currency === null && own !== undefined && fitsCurrency(symbol, own) ? own : null;
  const said = symbol === "" ? "An amount without a currency" : `"${symbol}"`;
  return {
    ...base,
    kind: "amount",
    value: {
      ...plain,
      currency: plain.currency ?? fallback,
      ...(plain.currency === null && fallback === null && symbol !== "" ? { symbol } : {}),
    },
    alternatives: [],
    anchored: true,
    notes:
      fallback === null
        ? []
        : [{ kind: "default", statement: `${said} is read as ${fallback}, the currency of this instance.` }],
  };
}

function quantityValue(base: Base, { value, note }: ReadQuantity): FoundValue {
  return {
    ...base,
    kind: "quantity",
    value,
    alternatives: [],
    anchored: true,
    notes: note === null ? [] : [{ kind: "unit", statement: note }],
  };
}

/** A clock time without a day, in a sentence that names exactly one day, is of that day. */
function lendDays(
  scan: Scan,
  times: { value: FoundValue; node: TimeNode; at: number }[],
  writer: TimeWriter,
  clock: ReferenceClock,
): void {
  for (const sentence of bySentence(scan, times)) {
    const days = sentence.filter(
      ({ node }) =>
        node.kind === "period" && node.grain === "day" && node.to - node.from === DAY && node.others.length === 0,
    );
    const [day] = days;
    if (day === undefined || days.length > 1 || day.node.kind !== "period") continue;
    for (const { value, node } of sentence) {
      if (node.kind !== "moment" || !node.dayAssumed || node.zone !== null) continue;
      const moved = onOtherDay(node, day.node.from);
      Object.assign(value, timeValue(value, { ...moved, relative: day.node.relative }, writer, clock));
      value.notes.push({ kind: "relative_time", statement: `The day is that of "${day.value.text}".` });
    }
  }
}

function onOtherDay(node: Moment, day: number): Moment {
  const assumed = Math.floor((node.from ?? (node.to ?? 0) - 1) / DAY) * DAY;
  const move = (tick: number | null): number | null => (tick === null ? null : tick - assumed + day);
  return { ...node, from: move(node.from), to: move(node.to), dayAssumed: false, notes: [] };
}

function bySentence<T extends { at: number }>(scan: Scan, times: readonly T[]): T[][] {
  const groups: T[][] = [];
  let from = 0;
  for (const time of times) {
    const last = groups.at(-1);
    let parted = last === undefined;
    for (let at = from; at < time.at && !parted; at += 1) parted = ".!?;".includes(scan.at(at)) && !scan.joined(at + 1);
    if (parted || last === undefined) groups.push([time]);
    else last.push(time);
    from = time.at;
  }
  return groups;
}

/** In another language only what is written in figures and signs is known. */
function isFigures(text: string): boolean {
  return !/\p{L}/u.test(text.replace(/\b(?:[A-Z]{3}|[TZ])\b|\dT\d/gu, ""));
}

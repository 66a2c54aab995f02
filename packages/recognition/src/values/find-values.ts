import { Temporal } from "temporal-polyfill";
import type { TimeValue } from "../types/values.ts";
import { type KeptMoment, readKeptTimes } from "./chrono-times.ts";
import type { FoundValue, ValueContext } from "./found-value.ts";

export type { FoundValue, ValueContext, ValueNote } from "./found-value.ts";

const MONEY = /(under |below |at most |up to |over |at least )?([€$£])(\d{1,12}(?:\.\d{1,2})?)( at most)?/gi;
const CURRENCIES: Record<string, string | null> = { "€": "EUR", "£": "GBP", $: null };

/** Every time, amount and quantity of a text, in text order and without overlap. */
export function findValues(text: string, context: ValueContext): FoundValue[] {
  const found = [...amounts(text, context), ...times(text, context)].sort((a, b) => a.start - b.start);
  const kept: FoundValue[] = [];
  for (const value of found) if (value.start >= (kept.at(-1)?.end ?? 0)) kept.push(value);
  return kept;
}

function amounts(text: string, context: ValueContext): FoundValue[] {
  return [...text.matchAll(MONEY)].map((match) => {
    const [whole, before = "", symbol = "", figure = "", after = ""] = match;
    const word = before.trim().toLowerCase() || after.trim();
    const known = CURRENCIES[symbol] ?? null;
    const currency = known ?? context.defaults.currency ?? null;
    const lower = word === "over" || word === "at least";
    return {
      start: match.index,
      end: match.index + whole.length,
      text: whole,
      kind: "amount",
      value: {
        type: "amount",
        min: word === "" || lower ? figure : null,
        max: lower ? null : figure,
        minOpen: word === "over",
        maxOpen: word === "under" || word === "below",
        currency,
        ...(currency === null ? { symbol } : {}),
      },
      alternatives: [],
      anchored: true,
      notes:
        known === null && currency !== null
          ? [{ kind: "default", statement: `${symbol} is read as ${currency}, the currency of this instance.` }]
          : [],
    };
  });
}

function times(text: string, context: ValueContext): FoundValue[] {
  const reference = context.reference;
  if (reference === null) return [];
  const zone = reference.zone ?? offsetName(reference.offsetMinutes);
  const found: FoundValue[] = [];
  for (const window of text.matchAll(/[^.!?\n]{1,400}/g)) {
    for (const time of readKeptTimes(window[0], reference.local)) {
      const start = window.index + time.start;
      const end = window.index + time.end;
      const stamp = (m: KeptMoment): string =>
        Temporal.PlainDateTime.from({ ...m, hour: m.hour ?? 0 })
          .toZonedDateTime(zone)
          .toString({ timeZoneName: "never", fractionalSecondDigits: 0 });
      const day = time.from.hour === null;
      const value: TimeValue = day
        ? { type: "time", form: "date", start: stamp(time.from).slice(0, 10), grain: "day", zone }
        : { type: "time", form: "instant", start: stamp(time.from), grain: "minute", zone };
      found.push({
        start,
        end,
        text: text.slice(start, end),
        kind: "time",
        value,
        alternatives: [],
        anchored: true,
        notes: [],
      });
    }
  }
  return found;
}

function offsetName(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

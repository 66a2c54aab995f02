import { type FoundValue, findValues, type ValueContext } from "../../src/values/find-values.ts";
import { type ReferenceTime, readReferenceTime } from "../../src/values/reference-time.ts";

/** A Monday morning in Oslo, before the year's end. */
export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

export function referenceAt(text: string): ReferenceTime {
  const reference = readReferenceTime(text);
  if (reference === null) throw new Error(`no reference time: ${text}`);
  return reference;
}

export function contextAt(more: Partial<ValueContext> = {}): ValueContext {
  return { reference: referenceAt(MONDAY), defaults: {}, language: "en", ...more };
}

export function read(text: string, more: Partial<ValueContext> = {}): FoundValue[] {
  return findValues(text, contextAt(more));
}

/** The one value of a text. */
export function readOne(text: string, more: Partial<ValueContext> = {}): FoundValue {
  const found = read(text, more);
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} values in "${text}": ${found.map((value) => value.text).join(" | ")}`);
  return found[0];
}

/** A time in short: its span, form and edges, without the zone's hours. */
export function short(found: FoundValue): string {
  const { value } = found;
  if (value === null) return `[${found.text}] none`;
  if (value.type === "amount") {
    const left = value.min === null ? "" : `${value.minOpen ? "(" : "["}${value.min}`;
    const right = value.max === null ? "" : `${value.max}${value.maxOpen ? ")" : "]"}`;
    return `[${found.text}] ${left}..${right} ${value.currency ?? value.symbol ?? "?"}`;
  }
  if (value.type === "quantity") return `[${found.text}] ${value.min ?? ""}..${value.max ?? ""} ${value.unit ?? "-"}`;
  if (value.type === "text") return `[${found.text}] ${value.value}`;
  const edges = [value.start, value.end].map((edge) =>
    edge?.replace(/[+-]\d{2}:\d{2}$|Z$/, "").replace("T00:00:00", ""),
  );
  const span =
    value.form === "interval" ? `${edges[0] ?? ""}..${edges[1] ?? ""}` : (value.rrule ?? value.duration ?? edges[0]);
  return `[${found.text}] ${value.form} ${span}`;
}

import { offsetAt } from "../domain/plan/times.ts";

/** An instant as people in the zone would write it: RFC 3339 with the zone's offset, and its name. */
export function referenceTime(at: number, zone: string | undefined): string {
  const offset = zone === undefined ? Number.NaN : offsetAt(at, zone);
  if (Number.isNaN(offset)) return new Date(at).toISOString();
  const local = new Date(at + offset).toISOString().replace(/Z$/, "");
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  return `${local}${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}[${zone}]`;
}

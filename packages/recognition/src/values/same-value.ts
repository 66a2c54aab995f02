import type { NormalValue } from "../types/values.ts";
import { plainDecimal } from "./decimal.ts";

/** Whether two values say the same, however they are written down: member order, zeros of a fraction, zone of a moment. */
export function sameValue(a: NormalValue, b: NormalValue): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: NormalValue): string {
  const members = Object.entries(value)
    // The zone of a moment is in its offset; that of a day or a length changes nothing.
    .filter(([name, member]) => name !== "zone" && member !== undefined)
    .map(([name, member]) => [name, plain(name, member)] as const)
    .sort(([x], [y]) => (x < y ? -1 : 1));
  return JSON.stringify(members);
}

function plain(name: string, member: unknown): unknown {
  if (typeof member !== "string") return member;
  if ((name === "min" || name === "max") && /^\d+(?:\.\d+)?$/.test(member)) return plainDecimal(member);
  if ((name === "start" || name === "end") && member.length > 10) {
    const at = Date.parse(member);
    return Number.isNaN(at) ? member : at;
  }
  return member;
}

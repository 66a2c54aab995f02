import type { ExpectedValue } from "./facts.ts";

/** Whether a value has every member that is expected, compared by what it means. */
export function hasValue(value: unknown, expected: ExpectedValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries(expected).every(([name, wanted]) => isSame(members.get(name), wanted));
}

function isSame(found: unknown, wanted: string | boolean | null | RegExp): boolean {
  if (wanted instanceof RegExp) return typeof found === "string" && wanted.test(found);
  if (typeof found !== "string" || typeof wanted !== "string") return found === wanted;
  if (found === wanted) return true;
  const [a, b] = isDecimal(wanted) ? [Number(found), Number(wanted)] : [instantOf(found), instantOf(wanted)];
  return !Number.isNaN(a) && a === b;
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** A date alone is no instant: it is the same only as the same text. */
function instantOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}

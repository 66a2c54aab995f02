import type { NormalValue } from "../types/values.ts";

/** Whether two values say the same, however they are written down. */
export function sameValue(a: NormalValue, b: NormalValue): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: NormalValue): string {
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(members.map(([name, member]) => [name, decimal(name, member)]));
}

function decimal(name: string, member: unknown): unknown {
  if ((name !== "min" && name !== "max") || typeof member !== "string") return member;
  return member.includes(".") ? member.replace(/0{1,40}$/, "").replace(/\.$/, "") : member;
}

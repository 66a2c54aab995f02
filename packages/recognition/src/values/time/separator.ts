import type { Scan } from "../tokens.ts";

const SEPARATORS = new Set(["to", "-", "–", "—", "~", "until", "till", "through", "thru"]);

/** Index behind a word that opens a range. */
export function opener(scan: Scan, index: number): number {
  const word = scan.at(index);
  return word === "from" || word === "between" ? index + 1 : index;
}

/** Whether the two ends of a range meet here; "and" joins them only behind "between". */
export function isSeparator(scan: Scan, index: number, lead: string): boolean {
  return SEPARATORS.has(scan.at(index)) || (lead === "between" && scan.at(index) === "and");
}

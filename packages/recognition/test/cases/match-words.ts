import type { Wording } from "./facts.ts";

/** White space folded, letter case and the marks and joining words at the ends left out. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/^(?:[,.;:!?–-]+ ?)?(?:(?:and|but) )?/, "")
    .replace(/[\s,.;:!?]+$/, "");
}

/** Whether `text` has at least the words that it must have, and at most those that it may. */
export function hasWords(text: string | null, expected: Wording | null): boolean {
  if (text === null || expected === null) return text === expected;
  const said = plain(text);
  if (!said.includes(plain(expected.says))) return false;
  return expected.within === null || plain(expected.within ?? expected.says).includes(said);
}

export function hasAnyWords(text: string | null, expected: readonly (Wording | null)[]): boolean {
  return expected.some((one) => hasWords(text, one));
}

export function holdsWords(text: string, says: string): boolean {
  return plain(text).includes(plain(says));
}

/** How a wording is called in a report. */
export function showWords(expected: readonly (Wording | null)[]): string {
  const [first] = expected;
  return first ? `"${first.says}"` : "nothing";
}

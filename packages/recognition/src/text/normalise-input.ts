// The text of a turn as every step reads it. Wording, case, digits and punctuation stay as they were.

// Controls but LF and TAB, and the marks that reorder what a person sees.
const INVISIBLE = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]+/gv;
const EDGES = new Set([" ", "\n", "\t"]);

/**
 * Unicode NFC, line ends as LF, controls and direction overrides removed, runs of spaces and tabs
 * as one space, none at line ends or at either end of the text.
 */
export function normaliseInput(raw: string): string {
  const visible = raw
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .normalize("NFC")
    .replace(/[ \t]+/g, " ")
    .replace(/ \n/g, "\n");
  let start = 0;
  let end = visible.length;
  while (start < end && EDGES.has(visible.charAt(start))) start += 1;
  while (end > start && EDGES.has(visible.charAt(end - 1))) end -= 1;
  return visible.slice(start, end);
}

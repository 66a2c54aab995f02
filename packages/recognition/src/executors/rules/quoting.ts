import type { Span } from "../../text/literals.ts";
import type { Quote } from "../../types/candidate.ts";

// A quote that ended inside a character would not be found: letters melt with the marks behind them.
const MARK = /[\p{M}\u1160-\u11ff]/u;

/** The words of a span of the input as they stand there. */
export function quoteOf(text: string, span: Span): Quote {
  return { root: "input", pointer: "", text: wholeCharacters(text, span) };
}

/** Words with runs of white space as single spaces. */
export function folded(text: string, span: Span): string {
  return wholeCharacters(text, span).replace(/\s+/g, " ").trim();
}

function wholeCharacters(text: string, { start, end }: Span): string {
  let to = end;
  while (to > start && to < text.length && MARK.test(String.fromCodePoint(text.codePointAt(to) ?? 0)))
    to += (text.codePointAt(to) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(start, to);
}

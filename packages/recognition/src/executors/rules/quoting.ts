import type { Span } from "../../text/literals.ts";
import type { Quote } from "../../types/candidate.ts";

/** The words of a span of the input as they stand there. */
export function quoteOf(text: string, span: Span): Quote {
  return { root: "input", pointer: "", text: text.slice(span.start, span.end) };
}

/** Words with runs of white space as single spaces. */
export function folded(text: string, span: Span): string {
  return text.slice(span.start, span.end).replace(/\s+/g, " ").trim();
}

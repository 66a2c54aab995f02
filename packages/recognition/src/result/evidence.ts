// Where the quotes of a candidate stand in the caller's material, and the source references made of them.
import { resolvePointer } from "../pointers.ts";
import type { RecognitionRequest } from "../request.ts";
import { createQuoteFinder, type QuoteFinder, type QuoteSpan } from "../text/quotes.ts";
import type { Quote } from "../types/candidate.ts";
import type { SourceRef } from "../types/result.ts";

/** The evidence of one item. */
export interface Evidence {
  /** Spans of the raw input, in the candidate's order. */
  spans: QuoteSpan[];
  refs: SourceRef[];
  /** Start of the earliest span; the end of the input without one. */
  position: number;
}

export interface Placing {
  /**
   * Places the quotes of one item. The same words quoted by several items of one list are taken to
   * be their successive occurrences, for as long as there are any.
   */
  place(list: string, quotes: readonly Quote[]): Evidence;
  /** Where the words of an item stand: inside its own evidence if they do, else where they occur first. */
  spanOf(text: string, evidence: Evidence): QuoteSpan | null;
  ofSpan(span: QuoteSpan): Evidence;
  referenceTime(): SourceRef;
  /** References of several sources in the request's form: merged unless they carry quotes. */
  together(refs: readonly SourceRef[]): SourceRef[];
  /** The whole input: evidence of a change that its candidate founds on other material only. */
  whole(): Evidence;
}

export function createPlacing(request: RecognitionRequest): Placing {
  const finder = createQuoteFinder(request.input);
  const finders = new Map<string, QuoteFinder>();
  const used = new Map<string, number>();
  const withQuotes = request.evidence === "quotes";

  function occurrence(list: string, text: string): QuoteSpan | null {
    const key = `${list} ${text}`;
    const from = used.get(key) ?? 0;
    const next = from < 0 ? null : finder.find(text, from);
    used.set(key, next === null ? -1 : next.end);
    return next ?? finder.find(text);
  }

  function inputRef(span: QuoteSpan): SourceRef {
    if (!withQuotes) return { root: "input", pointer: "" };
    return { root: "input", pointer: "", quote: request.input.slice(span.start, span.end), start: span.start };
  }

  function otherRef(quote: Quote): SourceRef {
    const { root, pointer } = quote;
    if (!withQuotes) return { root, pointer };
    const source = resolvePointer(request, quote);
    if (typeof source !== "string") return { root, pointer };
    const key = `${root} ${pointer}`;
    const known = finders.get(key) ?? createQuoteFinder(source);
    finders.set(key, known);
    const span = (quote.text === null ? null : known.find(quote.text)) ?? { start: 0, end: source.length };
    return { root, pointer, quote: source.slice(span.start, span.end), start: span.start };
  }

  function whole(): QuoteSpan {
    const start = request.input.search(/\S/);
    return { start: Math.max(start, 0), end: request.input.trimEnd().length };
  }

  function evidenceOf(spans: QuoteSpan[], refs: SourceRef[]): Evidence {
    const position = spans.reduce((first, span) => Math.min(first, span.start), request.input.length);
    return { spans, refs: withQuotes ? refs : mergedRefs(refs), position };
  }

  return {
    place(list, quotes) {
      const spans: QuoteSpan[] = [];
      const refs = quotes.map((quote) => {
        if (quote.root !== "input") return otherRef(quote);
        const span = (quote.text === null ? null : occurrence(list, quote.text)) ?? whole();
        spans.push(span);
        return inputRef(span);
      });
      return evidenceOf(spans, refs);
    },
    spanOf(text, evidence) {
      for (const span of evidence.spans) {
        const found = finder.find(text, span.start);
        if (found !== null && found.end <= span.end) return found;
      }
      return finder.find(text);
    },
    referenceTime: () => otherRef({ root: "referenceTime", pointer: "", text: null }),
    together: (refs) => (withQuotes ? [...refs] : mergedRefs(refs)),
    ofSpan: (span) => evidenceOf([span], [inputRef(span)]),
    whole: () => evidenceOf([], [inputRef(whole())]),
  };
}

/** References by root and pointer, the first of each. */
function mergedRefs(refs: readonly SourceRef[]): SourceRef[] {
  const seen = new Map<string, SourceRef>();
  for (const ref of refs) {
    const key = `${ref.root} ${ref.pointer}`;
    if (!seen.has(key)) seen.set(key, ref);
  }
  return [...seen.values()];
}

import type { QuoteSpan } from "../text/quotes.ts";

/** Spans as one set of places, asked many times. */
export interface SpanSet {
  /** Whether all of it lies inside one span or inside spans that join. */
  holds(span: QuoteSpan): boolean;
  /** Whether any of it does. */
  touches(span: QuoteSpan): boolean;
}

export function spanSet(spans: readonly QuoteSpan[]): SpanSet {
  const merged: QuoteSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  const firstEndingAfter = (place: number): QuoteSpan | undefined => {
    let low = 0;
    let high = merged.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((merged[middle]?.end ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return merged[low];
  };
  return {
    holds(span) {
      const found = firstEndingAfter(span.start);
      return found !== undefined && found.start <= span.start && span.end <= found.end;
    },
    touches(span) {
      const found = firstEndingAfter(span.start);
      return found !== undefined && found.start < span.end;
    },
  };
}

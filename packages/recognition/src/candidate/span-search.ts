// Lookups by place. Cues and clauses come in text order, so that each takes a few steps however long the text is.
import type { Clause } from "../text/clauses.ts";
import type { Cue } from "../text/cues.ts";
import type { QuoteSpan } from "../text/quotes.ts";

/** Index of the first item that `passes`, when all items after one that passes do too. */
function firstIndex<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The clauses that a span touches. */
export function clausesTouched(clauses: readonly Clause[], span: QuoteSpan): readonly Clause[] {
  const from = firstIndex(clauses, (clause) => clause.end > span.start);
  const to = firstIndex(clauses, (clause) => clause.start >= span.end);
  return clauses.slice(from, to);
}

/** Whether a cue stands in one of the clauses that a span touches. */
export function touchesCue(cues: readonly Cue[], clauses: readonly Clause[], span: QuoteSpan): boolean {
  const at = firstIndex(cues, (cue) => (clauses[cue.clause]?.end ?? 0) > span.start);
  const cue = cues[at];
  return cue !== undefined && (clauses[cue.clause]?.start ?? 0) < span.end;
}

/** Whether a span stands behind a cue, in the same clause. */
export function followsCue(cues: readonly Cue[], clauses: readonly Clause[], span: QuoteSpan): boolean {
  const cue = cues[firstIndex(cues, (one) => one.start > span.start) - 1];
  return cue !== undefined && span.end <= (clauses[cue.clause]?.end ?? 0);
}

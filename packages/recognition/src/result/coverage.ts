import type { Clause } from "../text/clauses.ts";
import type { Coverage } from "../types/names.ts";
import type { SpanSet } from "./spans.ts";

/** How much of the input the evidence accounts for. Filler counts for nothing. */
export function coverageOf(clauses: readonly Clause[], touched: SpanSet, guarded: boolean): Coverage {
  const meant = clauses.filter((clause) => !clause.social);
  const reached = meant.filter((clause) => touched.touches(clause));
  if (meant.length > 0 && reached.length === 0) return "none";
  return guarded || reached.length < meant.length ? "partial" : "complete";
}

import { createQuoteFinder, type QuoteSpan } from "../../text/quotes.ts";
import type { CandidateView, Report } from "../candidate-view.ts";

const PROTECTED = new Set(["prohibition", "exclusion", "condition"]);

/** V13: who takes back a prohibition, an exclusion or a condition says so in words other than those of a new constraint. */
export function checkRemovals(view: CandidateView, report: Report): void {
  const protectedRemovals = view.candidate.removals
    .map((removal, index) => ({ removal, index }))
    .filter(({ removal }) => {
      const item = view.baseline.get(removal.id);
      return removal.kind === "constraint" && item?.kind === "constraint" && PROTECTED.has(item.item.kind);
    });
  if (protectedRemovals.length === 0) return;
  const stated = statedSpans(view);
  for (const { removal, index } of protectedRemovals) {
    // Quotes that stand nowhere are V05's and V06's.
    if (!removal.evidence.every((quote) => view.stands(quote)) || removal.evidence.length === 0) continue;
    const cited = removal.evidence.flatMap((quote) => view.inInput(quote));
    const elsewhere = (span: QuoteSpan) => !stated.some((one) => one.start <= span.start && span.end <= one.end);
    if (!cited.some(elsewhere))
      report(
        `/removals/${index}/evidence`,
        "must quote words of the input that take it back, not those of another constraint",
      );
  }
}

/** Where the candidate's own constraints stand in the input: their text, or their quotes when the text does not. */
function statedSpans(view: CandidateView): QuoteSpan[] {
  const finder = createQuoteFinder(view.request.input);
  return view.candidate.constraints.flatMap(({ text, evidence }) => {
    const span = finder.find(text);
    return span === null ? evidence.flatMap((quote) => view.inInput(quote)) : [span];
  });
}

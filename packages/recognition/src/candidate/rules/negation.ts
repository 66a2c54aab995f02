import { type Cue, findCues } from "../../text/cues.ts";
import type { QuoteSpan } from "../../text/quotes.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { foundingSpans } from "../intent-positions.ts";

/** V14: a prohibition keeps its negation word, and what is forbidden does not become a request. */
export function checkNegation(view: CandidateView, report: Report): void {
  const { cues } = view;
  if (cues === null || cues.length === 0) return;
  for (const [index, { kind, text, evidence }] of view.candidate.constraints.entries()) {
    if (kind !== "prohibition") continue;
    const spans = evidence.filter((quote) => view.stands(quote)).flatMap((quote) => view.inInput(quote));
    const negated = cues.some((cue) => spans.some((span) => touches(view, cue, span)));
    if (negated && findCues(text, view.values.language)?.length === 0)
      report(`/constraints/${index}/text`, "must keep the word that negates it");
  }
  const forbidden = cues.filter((cue) => cue.prohibiting);
  if (forbidden.length === 0) return;
  for (const [index, intent] of view.candidate.intents.entries()) {
    const spans = foundingSpans(view, intent);
    if (spans.length > 0 && spans.every((span) => isForbidden(view, forbidden, span)))
      report(`/intents/${index}`, "is made from words that the person negated; a prohibition is a constraint");
  }
}

/** Whether a cue stands in a clause that the span touches. */
function touches(view: CandidateView, cue: Cue, span: QuoteSpan): boolean {
  const clause = view.clauses[cue.clause];
  return clause !== undefined && clause.start < span.end && span.start < clause.end;
}

/** Whether a span stands behind a prohibiting cue, in the same clause. */
function isForbidden(view: CandidateView, cues: readonly Cue[], span: QuoteSpan): boolean {
  return cues.some((cue) => cue.start <= span.start && span.end <= (view.clauses[cue.clause]?.end ?? 0));
}

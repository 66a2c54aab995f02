import { findCues } from "../../text/cues.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { foundingSpans } from "../intent-positions.ts";
import { followsCue, touchesCue } from "../span-search.ts";

/** V14: a prohibition keeps its negation word, and what is forbidden does not become a request. */
export function checkNegation(view: CandidateView, report: Report): void {
  const { cues, clauses } = view;
  if (cues === null || cues.length === 0) return;
  for (const [index, { kind, text, evidence }] of view.candidate.constraints.entries()) {
    if (kind !== "prohibition") continue;
    const spans = evidence.filter((quote) => view.stands(quote)).flatMap((quote) => view.inInput(quote));
    const negated = spans.some((span) => touchesCue(cues, clauses, span));
    if (negated && findCues(text, view.values.language)?.length === 0)
      report(`/constraints/${index}/text`, "must keep the word that negates it");
  }
  const forbidden = cues.filter((cue) => cue.prohibiting);
  if (forbidden.length === 0) return;
  for (const [index, intent] of view.candidate.intents.entries()) {
    const spans = foundingSpans(view, intent);
    if (spans.length > 0 && spans.every((span) => followsCue(forbidden, clauses, span)))
      report(`/intents/${index}`, "is made from words that the person negated; a prohibition is a constraint");
  }
}

import { createQuoteFinder, type QuoteSpan } from "../../text/quotes.ts";
import type { CandidateIntent, Quote } from "../../types/candidate.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { foundingSpans } from "../intent-positions.ts";

/** V15: one clause is not at once the request for something and its prohibition. */
export function checkDoubleFounding(view: CandidateView, report: Report): void {
  const prohibitions = view.candidate.constraints.filter((constraint) => constraint.kind === "prohibition");
  if (prohibitions.length === 0) return;
  const finder = createQuoteFinder(view.request.input);
  const placed = prohibitions.flatMap(({ text, evidence }) => {
    const own = finder.find(text);
    const spans = own === null ? evidence.flatMap((quote) => view.inInput(quote)) : [own];
    return spans.length === 0 ? [] : [{ text: text.toLowerCase(), spans, told: own === null ? told(evidence) : null }];
  });
  for (const [index, intent] of view.candidate.intents.entries()) {
    const spans = foundingSpans(view, intent);
    if (spans.length === 0) continue;
    const words = told(intent.evidence);
    const sameWords = (one: string[] | null) =>
      one === null || one.length === 0 || words.some((word) => one.some((other) => other.includes(word)));
    if (
      placed.some(
        (one) => forbids(one.text, intent) && sameWords(one.told) && spans.every((span) => isInside(span, one.spans)),
      )
    )
      report(`/intents/${index}`, "is made from the same clause as the prohibition of it");
  }
}

/** Of what a reply takes up: the words elsewhere that it stands for. */
function told(evidence: readonly Quote[]): string[] {
  return evidence.flatMap(({ root, text }) => (root === "input" || text === null ? [] : [text.toLowerCase()]));
}

function forbids(text: string, { action, target, goal }: CandidateIntent): boolean {
  const words = action === null ? [goal] : target === null ? [action] : [action, target];
  return words.every((one) => text.includes(one.toLowerCase()));
}

function isInside(span: QuoteSpan, spans: readonly QuoteSpan[]): boolean {
  return spans.some((one) => one.start <= span.start && span.end <= one.end);
}

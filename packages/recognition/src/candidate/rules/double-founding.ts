import { createQuoteFinder, type QuoteSpan } from "../../text/quotes.ts";
import type { CandidateIntent, Quote } from "../../types/candidate.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { foundingSpans } from "../intent-positions.ts";

/** Places of the same words that are looked at. */
const MOST_PLACES = 16;

/** V15: one clause is not at once the request for something and its prohibition. */
export function checkDoubleFounding(view: CandidateView, report: Report): void {
  const prohibitions = view.candidate.constraints.filter((constraint) => constraint.kind === "prohibition");
  if (prohibitions.length === 0) return;
  const finder = createQuoteFinder(view.request.input);
  const placed = prohibitions.flatMap(({ text, evidence }) => {
    const own = finder.find(text);
    const spans = own === null ? evidence.flatMap((quote) => view.inInput(quote)) : [own];
    // Of words that a reply takes up from elsewhere, the reply is the place in the input, whatever they say.
    return spans.length === 0 ? [] : [{ text: text.toLowerCase(), spans, taken: own === null ? evidence : [] }];
  });
  for (const [index, intent] of view.candidate.intents.entries()) {
    const spans = foundingSpans(view, intent);
    if (spans.length === 0) continue;
    const same = placed.some(
      (one) =>
        forbids(one.text, intent) &&
        spans.every((span) => isInside(span, one.spans)) &&
        takenTogether(view, intent.evidence, one.taken),
    );
    if (same) report(`/intents/${index}`, "is made from the same clause as the prohibition of it");
  }
}

function forbids(text: string, { action, target, goal }: CandidateIntent): boolean {
  const words = action === null ? [goal] : target === null ? [action] : [action, target];
  return words.every((one) => text.includes(one.toLowerCase()));
}

function isInside(span: QuoteSpan, spans: readonly QuoteSpan[]): boolean {
  return spans.some((one) => one.start <= span.start && span.end <= one.end);
}

/** Whether both take up the same words; true when one of them takes up none. */
function takenTogether(view: CandidateView, asked: readonly Quote[], forbidden: readonly Quote[]): boolean {
  const elsewhere = (quotes: readonly Quote[]) => quotes.filter((quote) => quote.root !== "input");
  const [wanted, ruledOut] = [elsewhere(asked), elsewhere(forbidden)];
  if (wanted.length === 0 || ruledOut.length === 0) return true;
  return wanted.some((quote) => {
    const around = ruledOut.filter((one) => one.root === quote.root && one.pointer === quote.pointer);
    const places = around.flatMap((one) => placesOf(view, one));
    const own = placesOf(view, quote);
    return own.length > 0 && own.every((place) => isInside(place, places));
  });
}

function placesOf(view: CandidateView, quote: Quote): QuoteSpan[] {
  const source = view.source(quote);
  if (typeof source !== "string" || quote.text === null) return [];
  const finder = createQuoteFinder(source);
  const places: QuoteSpan[] = [];
  let at = finder.find(quote.text);
  while (at !== null && places.length < MOST_PLACES) {
    places.push(at);
    at = finder.find(quote.text, at.end);
  }
  return places;
}

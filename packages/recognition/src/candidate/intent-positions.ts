import type { QuoteSpan } from "../text/quotes.ts";
import type { CandidateIntent } from "../types/candidate.ts";
import type { CandidateView } from "./candidate-view.ts";

const MOST_POSITIONS = 16;

/**
 * Where the input founds an intent: its action, or its goal when it has none, inside its quotes of the input and
 * in either letter case; the quotes themselves when those words are not in them.
 */
export function foundingSpans(view: CandidateView, intent: CandidateIntent): QuoteSpan[] {
  const quotes = intent.evidence.filter((quote) => view.stands(quote)).flatMap((quote) => view.inInput(quote));
  const words = (intent.action ?? intent.goal).toLowerCase();
  const text = loweredInput(view);
  const spans: QuoteSpan[] = [];
  for (const quote of quotes) {
    const within = text.slice(quote.start, quote.end);
    let at = words === "" ? -1 : within.indexOf(words);
    while (at >= 0 && spans.length < MOST_POSITIONS) {
      spans.push({ start: quote.start + at, end: quote.start + at + words.length });
      at = within.indexOf(words, at + words.length);
    }
  }
  return spans.length > 0 ? spans : quotes;
}

const lowered = new WeakMap<CandidateView, string>();

function loweredInput(view: CandidateView): string {
  const known = lowered.get(view);
  if (known !== undefined) return known;
  const { input } = view.request;
  const lower = input.toLowerCase();
  // A few letters change their length with their case; then places are only right in the text as it is.
  const text = lower.length === input.length ? lower : input;
  lowered.set(view, text);
  return text;
}

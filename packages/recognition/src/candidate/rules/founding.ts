import { adoptsEarlierWords } from "../adoption.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { isOthersWord, isThisTurn } from "./evidence.ts";

/** V12: words of the assistant, of a tool or of background alone never found an intent. */
export function checkFounding(view: CandidateView, report: Report): void {
  for (const [index, { evidence }] of view.candidate.intents.entries()) {
    if (!evidence.some((quote) => isOthersWord(view, quote))) continue;
    const own = evidence.filter((quote) => isThisTurn(view, quote));
    if (
      evidence.every((quote) => isOthersWord(view, quote)) ||
      (own.length > 0 && own.every((quote) => isFiller(view, quote)))
    )
      report(`/intents/${index}/evidence`, "rests on the words of others alone: the person did not ask for it");
  }
}

/** A thank-you beside the assistant's words asks for nothing; a yes to them does. */
function isFiller(view: CandidateView, quote: Parameters<CandidateView["inInput"]>[0]): boolean {
  if (quote.root !== "input" || adoptsEarlierWords(view)) return false;
  const spans = view.inInput(quote);
  return (
    spans.length > 0 &&
    spans.every((span) =>
      view.clauses.every((clause) => clause.end <= span.start || clause.start >= span.end || clause.social),
    )
  );
}

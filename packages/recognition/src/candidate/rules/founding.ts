import type { Quote } from "../../types/candidate.ts";
import { agreesToOffer } from "../adoption.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { clausesTouched } from "../span-search.ts";
import { isOthersWord } from "./evidence.ts";

/** V12: words of the assistant, of a tool or of background alone never found an intent. */
export function checkFounding(view: CandidateView, report: Report): void {
  let agrees: boolean | undefined;
  for (const [index, { evidence }] of view.candidate.intents.entries()) {
    if (!evidence.some((quote) => isOthersWord(view, quote))) continue;
    const own = evidence.filter((quote) => !isOthersWord(view, quote));
    agrees ??= agreesToOffer(view);
    // A thank-you beside the assistant's words asks for nothing; a yes to them does.
    if (own.length === 0 || (!agrees && own.every((quote) => isFiller(view, quote))))
      report(`/intents/${index}/evidence`, "rests on the words of others alone: the person did not ask for it");
  }
}

function isFiller(view: CandidateView, quote: Quote): boolean {
  const spans = view.inInput(quote);
  return spans.length > 0 && spans.every((span) => clausesTouched(view.clauses, span).every((clause) => clause.social));
}

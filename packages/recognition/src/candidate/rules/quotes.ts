import type { CandidateView, Report } from "../candidate-view.ts";
import { quotesOf } from "../evidenced-items.ts";

/** V05: every pointer leads to something in its root. */
export function checkPointers(view: CandidateView, report: Report): void {
  for (const { quote, path } of quotesOf(view.candidate))
    if (view.source(quote) === undefined) report(`${path}/pointer`, `leads nowhere in ${quote.root}`);
}

/** V06: quoted words stand in the string that their pointer names. */
export function checkQuotes(view: CandidateView, report: Report): void {
  for (const { quote, path } of quotesOf(view.candidate)) {
    const source = view.source(quote);
    if (source === undefined || view.stands(quote)) continue;
    if (typeof source !== "string") report(`${path}/text`, "must be null: the pointer names no string");
    else if (quote.text === null) report(`${path}/text`, "must quote the string that the pointer names");
    else report(`${path}/text`, "does not stand there; copy the words exactly");
  }
}

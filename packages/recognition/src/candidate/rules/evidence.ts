import type { Quote } from "../../types/candidate.ts";
import type { CandidateView, Report } from "../candidate-view.ts";

/** V07: what changes anything quotes the input, or an item of the user's that the input adopts. */
export function checkEvidence(view: CandidateView, report: Report): void {
  const { candidate } = view;
  const check = (evidence: readonly Quote[], path: string) => {
    if (evidence.length === 0) report(`${path}/evidence`, "is empty");
    else if (!evidence.some((quote) => isThisTurn(view, quote)))
      report(`${path}/evidence`, "quotes nothing of the input");
  };
  // An intent that only others' words speak of is V12's.
  for (const [index, { evidence }] of candidate.intents.entries())
    if (evidence.length === 0 || !evidence.every((quote) => isOthersWord(view, quote)))
      check(evidence, `/intents/${index}`);
  for (const list of ["constraints", "relations", "removals"] as const)
    for (const [index, { evidence }] of candidate[list].entries()) check(evidence, `/${list}/${index}`);
  for (const [index, { status, evidence }] of candidate.fields.entries())
    if (status === "extracted") check(evidence, `/fields/${index}`);
}

/** Of the input, or of a user's item that the input adopts. */
function isThisTurn(view: CandidateView, quote: Quote): boolean {
  if (quote.root === "input") return true;
  return roleOf(view, quote) === "user" && view.adopts;
}

/** Words of the assistant, of a tool or of background material. */
export function isOthersWord(view: CandidateView, quote: Quote): boolean {
  const role = roleOf(view, quote);
  return role !== null && role !== "user";
}

/** Of which role the context item is that a quote leads into; null for every other root. */
function roleOf(view: CandidateView, quote: Quote): string | null {
  if (quote.root !== "context") return null;
  const index = /^\/(\d{1,9})(?:\/|$)/.exec(quote.pointer)?.[1];
  return (index === undefined ? undefined : view.request.context[Number(index)]?.role) ?? null;
}

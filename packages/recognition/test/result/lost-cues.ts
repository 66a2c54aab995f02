import type { RecognitionRequest } from "../../src/request.ts";
import { allConstraints } from "../../src/result/state-walk.ts";
import { splitClauses } from "../../src/text/clauses.ts";
import { findCues } from "../../src/text/cues.ts";
import { findLiterals } from "../../src/text/literals.ts";
import { findQuote, type QuoteSpan } from "../../src/text/quotes.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentResult } from "../../src/types/result.ts";

/** Cues of the input that the result does not hold, by a reading of section 10's list that is not the core's own. */
export function lostCues(
  { request }: { request: RecognitionRequest },
  candidate: Candidate,
  { effective, turn }: IntentResult,
): string[] {
  const { input } = request;
  const told = turn.changes.flatMap((change) => (change.operation === "add" ? [] : [change.target.id]));
  // What held already may have been said in other letter case.
  const standing = new Set(allConstraints(effective).map((one) => one.text.toLowerCase()));
  const quotes = [
    ...candidate.constraints.filter((one) => standing.has(one.text.toLowerCase())),
    ...candidate.removals.filter((one) => told.includes(one.id)),
    ...[...candidate.constraints, ...candidate.intents].filter((one) => told.includes(one.baselineId ?? "")),
    ...candidate.fields,
  ].flatMap((one) => one.evidence);
  const holding = [
    ...allConstraints(effective).flatMap((one) => placesOf(input, one.text)),
    ...effective.unresolved.flatMap((one) => placesOf(input, one.text)),
    ...quotes.flatMap((one) => placesOf(input, one.text ?? "")),
    ...findLiterals(input),
  ];
  const noted = candidate.accounted.flatMap((one) => one.evidence.flatMap((said) => placesOf(input, said.text ?? "")));
  const clauses = splitClauses(input);
  return (findCues(input, request.settings.language) ?? [])
    .filter((cue) => {
      const inside = (span: QuoteSpan) => span.start <= cue.start && cue.end <= span.end;
      if (holding.some(inside)) return false;
      return cue.prohibiting || !(noted.some(inside) || clauses[cue.clause]?.social === true);
    })
    .map((cue) => cue.text);
}

function placesOf(input: string, text: string): QuoteSpan[] {
  const places: QuoteSpan[] = [];
  for (let at = findQuote(input, text); at !== null; at = findQuote(input, text, at.end)) places.push(at);
  return places;
}

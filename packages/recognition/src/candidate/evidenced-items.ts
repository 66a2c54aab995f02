import type { Candidate, Quote } from "../types/candidate.ts";

export const EVIDENCED = [
  "intents",
  "constraints",
  "relations",
  "removals",
  "references",
  "fields",
  "unresolved",
  "inferences",
  "accounted",
] as const satisfies readonly (keyof Candidate)[];

/** Every quote of a candidate with its place, what a reference resolves to included. */
export function* quotesOf(candidate: Candidate): Generator<{ quote: Quote; path: string }> {
  for (const list of EVIDENCED)
    for (const [index, item] of candidate[list].entries())
      for (const [at, quote] of item.evidence.entries()) yield { quote, path: `/${list}/${index}/evidence/${at}` };
  for (const [index, { resolvesTo }] of candidate.references.entries())
    if (resolvesTo !== null) yield { quote: resolvesTo, path: `/references/${index}/resolvesTo` };
}

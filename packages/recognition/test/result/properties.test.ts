import fc from "fast-check";
import { expect, test } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { recognise } from "../../src/result/recognise.ts";
import { resultProblems } from "../../src/result/result-problems.ts";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import { splitClauses } from "../../src/text/clauses.ts";
import { findCues } from "../../src/text/cues.ts";
import { findLiterals } from "../../src/text/literals.ts";
import { findQuote, type QuoteSpan } from "../../src/text/quotes.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { type Case, cases } from "./arbitraries.ts";
import { mutate, mutations } from "./mutations.ts";
import { wildCases } from "./wild-candidates.ts";

const RUNS = 300;
const TIME = 60_000;

test(
  "every generated candidate passes the candidate rules",
  () => {
    fc.assert(
      fc.property(cases, ({ request, candidate }) => {
        expect(readCandidate(request, JSON.stringify(candidate))).toMatchObject({ ok: true });
      }),
      { numRuns: RUNS },
    );
  },
  TIME,
);

test(
  "a valid candidate gives a result that keeps R01 to R07, twice the same bytes",
  () => {
    fc.assert(
      fc.property(cases, ({ request, candidate }) => {
        const result = recognise(request, candidate);
        expect(resultProblems(request, candidate, result)).toEqual([]);
        expect(JSON.stringify(recognise(request, structuredClone(candidate)))).toBe(JSON.stringify(result));
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
      { numRuns: RUNS },
    );
  },
  TIME,
);

test(
  "what a turn does not name holds on, with its id",
  () => {
    fc.assert(
      fc.property(cases, ({ request, candidate }) => {
        if (request.baseline === null) return;
        const { effective, turn } = recognise(request, candidate);
        const left = new Set(turn.changes.flatMap((one) => (one.operation === "remove" ? [one.target.id] : [])));
        const now = new Set([...allIntents(effective), ...allConstraints(effective)].map((one) => one.id));
        for (const { id } of [...allIntents(request.baseline), ...allConstraints(request.baseline)]) {
          expect(now.has(id) || left.has(id)).toBe(true);
        }
        for (const one of allConstraints(request.baseline)) {
          const touched = turn.changes.some((change) => change.target.id === one.id && change.effect === "applied");
          if (!touched) expect(allConstraints(effective)).toContainEqual(one);
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIME,
);

test(
  "no mutation of a valid candidate gives complete with an unaccounted negation",
  () => {
    let read = 0;
    let complete = 0;
    fc.assert(
      fc.property(cases, mutations, (made, changes) => {
        const candidate = mutate(made, changes);
        if (!readCandidate(made.request, JSON.stringify(candidate)).ok) return;
        read++;
        const result = recognise(made.request, candidate);
        expect(resultProblems(made.request, candidate, result)).toEqual([]);
        if (result.status !== "complete") return;
        complete++;
        expect(lostCues(made, candidate, result)).toEqual([]);
      }),
      { numRuns: RUNS * 4 },
    );
    // The property says something only if mutations get through.
    expect(read).toBeGreaterThan(RUNS);
    expect(complete).toBeGreaterThan(RUNS / 10);
  },
  TIME,
);

test(
  "any candidate that passes the candidate rules is borne, and keeps its negations",
  () => {
    let read = 0;
    fc.assert(
      fc.property(wildCases, ({ request, candidate }) => {
        if (!readCandidate(request, JSON.stringify(candidate)).ok) return;
        read++;
        const result = recognise(request, candidate);
        expect(resultProblems(request, candidate, result)).toEqual([]);
        if (result.status === "complete") expect(lostCues({ request, candidate }, candidate, result)).toEqual([]);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS / 10);
  },
  TIME,
);

/** Cues of the input that the result does not hold, by a reading of section 10's list that is not the core's own. */
function lostCues({ request }: Case, candidate: Candidate, { effective, turn }: IntentResult): string[] {
  const { input } = request;
  const told = turn.changes.flatMap((change) => (change.operation === "add" ? [] : [change.target.id]));
  const quotes = [
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

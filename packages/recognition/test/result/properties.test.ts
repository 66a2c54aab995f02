import fc from "fast-check";
import { expect, test } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { recognise } from "../../src/result/recognise.ts";
import { resultProblems } from "../../src/result/result-problems.ts";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import { cases } from "./arbitraries.ts";
import { lostCues } from "./lost-cues.ts";
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
        if (result.status === "complete") expect(lostCues({ request }, candidate, result)).toEqual([]);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS / 10);
  },
  TIME,
);

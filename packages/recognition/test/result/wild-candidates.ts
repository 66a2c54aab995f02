// Candidates without any sense.
import fc from "fast-check";
import type { RecognitionRequest } from "../../src/request.ts";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import {
  ACCOUNTED_KINDS,
  CONSTRAINT_KINDS,
  INFERENCE_KINDS,
  REFERENCE_KINDS,
  RELATION_TYPES,
  TURN_KINDS,
  UNDERSTANDINGS,
  UNRESOLVED_KINDS,
} from "../../src/types/names.ts";
import { type Case, cases } from "./arbitraries.ts";
import { candidateOf, constraint, intent, quote } from "./material.ts";

/** A candidate of random words of the input, ids of the baseline and statuses: most break a rule, the others must be borne. */
export const wildCases: fc.Arbitrary<Case> = fc
  .record({ made: cases, picks: fc.array(fc.nat(9_999), { minLength: 60, maxLength: 120 }) })
  .map(({ made: { request }, picks }) => ({ request, candidate: wildCandidate(request, picks) }));

export function wildCandidate(request: RecognitionRequest, picks: readonly number[]): Candidate {
  let at = 0;
  const next = (below: number): number => (picks[at++ % picks.length] ?? 0) % Math.max(below, 1);
  const one = <T>(items: readonly T[]): T => items[next(items.length)] as T;
  const words = request.input.split(" ");
  const said = (): string => {
    const from = next(words.length);
    return words.slice(from, from + 1 + next(6)).join(" ");
  };
  const evidence = () => Array.from({ length: 1 + next(2) }, () => quote(said()));
  const held = request.baseline;
  const heldIntents = allIntents(held ?? { intents: [] });
  const heldConstraints = held === null ? [] : allConstraints(held);
  const maybe = <T>(items: readonly T[]): T | null => (items.length > 0 && next(3) === 0 ? one(items) : null);
  const some = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: next(most + 1) }, (_, index) => make(index));

  const intents = some(3, (index) => {
    const goal = said();
    const parent = index > 0 && next(4) === 0 ? `i${next(index)}` : null;
    const baselineId = maybe(heldIntents)?.id ?? null;
    return {
      ...intent(`i${index}`, null, next(2) === 0 ? goal : null, goal),
      parent,
      baselineId,
      understanding: one(UNDERSTANDINGS),
    };
  });
  const owners = [...intents.map((made) => made.key), ...heldIntents.map((made) => made.id)];
  const owner = () => maybe(owners) ?? (next(2) === 0 ? (owners[0] ?? null) : null);
  const constraints = some(4, (index) => {
    const baselineId = maybe(heldConstraints)?.id ?? null;
    return { ...constraint(`c${index}`, owner(), one(CONSTRAINT_KINDS), said()), baselineId, evidence: evidence() };
  });
  const removable = [
    ...heldIntents.map(({ id }) => ({ kind: "intent" as const, id, name: null })),
    ...heldConstraints.map(({ id }) => ({ kind: "constraint" as const, id, name: null })),
    ...(held?.relations ?? []).map(({ id }) => ({ kind: "relation" as const, id, name: null })),
    ...(held?.unresolved ?? []).map(({ id }) => ({ kind: "unresolved" as const, id, name: null })),
    ...heldIntents.flatMap(({ id, inputs }) =>
      Object.keys(inputs).map((name) => ({ kind: "input" as const, id, name })),
    ),
    ...heldIntents.flatMap(({ references }) =>
      references.map(({ id }) => ({ kind: "reference" as const, id, name: null })),
    ),
  ];
  const conditions = constraints.filter((made) => made.kind === "condition").map((made) => made.key);
  return candidateOf({
    kind: one(TURN_KINDS),
    intents,
    constraints,
    relations:
      owners.length < 2
        ? []
        : some(2, () => {
            const type = one(RELATION_TYPES);
            const constraintKey = type === "conditional" ? maybe(conditions) : null;
            return { type, from: one(owners), to: one(owners), constraintKey, evidence: evidence() };
          }),
    removals: removable.length === 0 ? [] : some(2, () => ({ ...one(removable), evidence: evidence() })),
    references:
      owners.length === 0
        ? []
        : some(2, () => {
            const words = evidence();
            return {
              owner: one(owners),
              kind: one(REFERENCE_KINDS),
              text: said(),
              resolvesTo: maybe(words),
              evidence: words,
            };
          }),
    fields: request.fields.flatMap((field) => {
      const perIntent = request.settings.schema?.field(field)?.perIntent === true;
      return some(1, () => ({
        field,
        owner: perIntent ? (owners.length === 0 ? null : one(owners)) : null,
        status: one(["missing", "not_provided", "indeterminate", "not_applicable"] as const),
        valueJson: null,
        alternativesJson: [],
        evidence: evidence(),
        note: maybe(["a note"]),
      }));
    }),
    unresolved: some(2, () => ({
      kind: one(UNRESOLVED_KINDS),
      owner: owner(),
      text: said(),
      question: maybe(["What?"]),
      options: [],
      evidence: evidence(),
    })),
    inferences:
      owners.length === 0
        ? []
        : some(2, () => ({ about: one(owners), kind: one(INFERENCE_KINDS), statement: "x", evidence: evidence() })),
    accounted: some(3, () => ({ kind: one(ACCOUNTED_KINDS), evidence: evidence() })),
  });
}

import type { Candidate } from "../../src/types/candidate.ts";
import { candidateOf, constraint, intent } from "../candidate-notation.ts";

export const SEED_INPUT = "Look up order 000123. Do not cancel the order.";

/** A candidate that keeps every rule, for SEED_INPUT. */
export function seedCandidate(changed: Partial<Candidate> = {}): Candidate {
  return candidateOf({
    intents: [intent("i1", "Look up", "order 000123", "Look up order 000123")],
    constraints: [constraint("c1", "i1", "prohibition", "Do not cancel the order")],
    ...changed,
  });
}

export const seedText = (changed: Partial<Candidate> = {}): string => JSON.stringify(seedCandidate(changed));

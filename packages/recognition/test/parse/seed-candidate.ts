import type { Candidate } from "../../src/types/candidate.ts";

export const SEED_INPUT = "Look up order 000123. Do not cancel the order.";

const quote = (text: string) => [{ root: "input" as const, pointer: "", text }];

/** A candidate that keeps every rule, for SEED_INPUT. */
export function seedCandidate(changed: Partial<Candidate> = {}): Candidate {
  return {
    kind: "request",
    intents: [
      {
        key: "i1",
        parent: null,
        baselineId: null,
        domain: null,
        action: "Look up",
        target: "order 000123",
        goal: "Look up order 000123",
        understanding: "clear",
        evidence: quote("Look up order 000123"),
      },
    ],
    constraints: [
      {
        key: "c1",
        owner: "i1",
        baselineId: null,
        kind: "prohibition",
        text: "Do not cancel the order",
        valueJson: null,
        evidence: quote("Do not cancel the order"),
      },
    ],
    relations: [],
    removals: [],
    references: [],
    fields: [],
    unresolved: [],
    inferences: [],
    accounted: [],
    ...changed,
  };
}

export const seedText = (changed: Partial<Candidate> = {}): string => JSON.stringify(seedCandidate(changed));

import type { Candidate } from "@openintents/recognition";

/** What a caller's model would hand in for "Buy a mug": one wish, all of the text its evidence. */
export function plainCandidate(input: string): string {
  const [action = "", ...rest] = input.split(" ");
  const candidate: Candidate = {
    kind: "request",
    intents: [
      {
        key: "i1",
        parent: null,
        baselineId: null,
        domain: null,
        action,
        target: rest.join(" "),
        goal: input,
        understanding: "clear",
        evidence: [{ root: "input", pointer: "", text: input }],
      },
    ],
    constraints: [],
    relations: [],
    removals: [],
    references: [],
    fields: [],
    unresolved: [],
    inferences: [],
    accounted: [],
  };
  return JSON.stringify(candidate);
}

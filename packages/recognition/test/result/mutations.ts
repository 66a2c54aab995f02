// What a careless or hostile language source may do to a good candidate.
import fc from "fast-check";
import type { RecognitionRequest } from "../../src/request.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { Case } from "./arbitraries.ts";
import { intent, quote } from "./material.ts";

/** A change that a careless or hostile language source might have made. */
export interface Mutation {
  what: "drop" | "silence" | "swap" | "shorten" | "cover" | "rekind" | "rescope" | "touch";
  pick: number;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: fc.constantFrom<Mutation["what"]>(
      "drop",
      "silence",
      "swap",
      "shorten",
      "cover",
      "rekind",
      "rescope",
      "touch",
    ),
    pick: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 4 },
);

export function mutate({ request, candidate }: Case, changes: readonly Mutation[]): Candidate {
  const made: Candidate = structuredClone(candidate);
  for (const { what, pick } of changes) mutateOnce(request, made, what, pick);
  return made;
}

function mutateOnce(request: RecognitionRequest, made: Candidate, what: Mutation["what"], pick: number): void {
  const lists = [made.constraints, made.intents, made.removals, made.accounted, made.fields, made.relations];
  const full = lists.filter((list) => list.length > 0);
  const list = full[pick % Math.max(full.length, 1)];
  const chosen = made.constraints[pick % Math.max(made.constraints.length, 1)];
  const whole = quote(request.input);
  switch (what) {
    case "drop":
      list?.splice(pick % list.length, 1);
      return;
    case "silence":
      made.constraints = [];
      return;
    case "swap":
      // The prohibition is told as a goal.
      if (chosen === undefined) return;
      made.constraints = made.constraints.filter((one) => one !== chosen);
      made.intents.push(intent(`m${pick}`, null, null, chosen.text, { evidence: chosen.evidence }));
      return;
    case "shorten":
      if (chosen !== undefined) chosen.text = chosen.text.split(" ").slice(0, -1).join(" ") || chosen.text;
      return;
    case "cover":
      made.accounted.push({ kind: "information", evidence: [whole] });
      return;
    case "rekind":
      if (chosen !== undefined) chosen.kind = "preference";
      return;
    case "rescope":
      if (chosen !== undefined) chosen.owner = null;
      return;
    case "touch": {
      const held = request.baseline?.intents[0];
      if (held === undefined || made.intents.some((one) => one.baselineId === held.id)) return;
      const { action, target, goal } = held;
      made.intents.push(intent(`t${pick}`, action, target, goal, { baselineId: held.id, evidence: [whole] }));
    }
  }
}

// Conversations of these tests: a state to go on from, and the next turn.
import type { Candidate } from "../../src/types/candidate.ts";
import type { EffectiveState, IntentResult } from "../../src/types/result.ts";
import { constraint, intent, LOOK_UP, lookUp, requestOf, resultOf } from "./material.ts";

/** A count, as the text of a value. */
export function countOf(count: number): string {
  return JSON.stringify({ type: "quantity", min: String(count), max: String(count), unit: null });
}

export function stateAfter(input: string, parts: Partial<Candidate>): EffectiveState {
  return resultOf(requestOf(input), parts).effective;
}

export function next(
  baseline: EffectiveState,
  input: string,
  parts: Partial<Candidate>,
  context?: string,
): IntentResult {
  return resultOf(requestOf(input, { baseline, ...(context === undefined ? {} : { context }) }), parts);
}

export const ONE_TICKET = stateAfter("Buy one ticket to Berlin.", {
  intents: [intent("a", "Buy", "one ticket to Berlin", "Buy one ticket to Berlin")],
  constraints: [constraint("q", "a", "quantity", "one ticket", { valueJson: countOf(1) })],
});
export const TICKET_AND_ROOM = stateAfter("Buy one ticket to Berlin. Reserve one hotel room.", {
  intents: [
    intent("a", "Buy", "one ticket to Berlin", "Buy one ticket to Berlin"),
    intent("b", "Reserve", "one hotel room", "Reserve one hotel room"),
  ],
  constraints: [
    constraint("q", "a", "quantity", "one ticket", { valueJson: countOf(1) }),
    constraint("r", "b", "quantity", "one hotel room", { valueJson: countOf(1) }),
  ],
});
export const FORBIDDEN = stateAfter(LOOK_UP, lookUp());

// Small builders: a request about one text, and a candidate that keeps every rule for it.
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest } from "../../src/request.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type {
  Candidate,
  CandidateConstraint,
  CandidateField,
  CandidateIntent,
  Quote,
} from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import type { Constraint, EffectiveState, RecognisedIntent } from "../../src/types/result.ts";
import { candidateOf } from "../candidate-notation.ts";

export const SEED = "Look up order 000123. Do not cancel the order.";

export function requestOf(
  input: Partial<IntentInput> & { input: string },
  options: IntentOptions = {},
): RecognitionRequest {
  return readInput(readOptions(options).settings, input);
}

export function quote(text: string): Quote {
  return { root: "input", pointer: "", text };
}

export function contextQuote(index: number, text: string): Quote {
  return { root: "context", pointer: `/${index}/content`, text };
}

export function intent(members: Partial<CandidateIntent> & { goal: string }): CandidateIntent {
  return {
    key: "i1",
    parent: null,
    baselineId: null,
    domain: null,
    action: null,
    target: null,
    understanding: "clear",
    evidence: [quote(members.goal)],
    ...members,
  };
}

export function constraint(members: Partial<CandidateConstraint> & { text: string }): CandidateConstraint {
  return {
    key: "c1",
    owner: null,
    baselineId: null,
    kind: "requirement",
    valueJson: null,
    evidence: [quote(members.text)],
    ...members,
  };
}

export function field(members: Partial<CandidateField> & { field: string }): CandidateField {
  return {
    owner: "i1",
    status: "extracted",
    valueJson: null,
    alternativesJson: [],
    evidence: [],
    note: null,
    ...members,
  };
}

export { candidateOf as candidate };

/** The candidate of the seed's utterance. */
export function seedCandidate(): Candidate {
  return candidateOf({
    intents: [intent({ action: "Look up", target: "order 000123", goal: "Look up order 000123" })],
    constraints: [constraint({ owner: "i1", kind: "prohibition", text: "Do not cancel the order" })],
  });
}

/** The broken rules, each once, in order. */
export function brokenRules(request: RecognitionRequest, proposed: Candidate | string): string[] {
  const reading = readCandidate(request, typeof proposed === "string" ? proposed : JSON.stringify(proposed));
  return reading.ok ? [] : [...new Set(reading.problems.map((problem) => problem.code))];
}

/** The places of the problems. */
export function brokenPlaces(request: RecognitionRequest, proposed: Candidate | string): string[] {
  const reading = readCandidate(request, typeof proposed === "string" ? proposed : JSON.stringify(proposed));
  return reading.ok ? [] : reading.problems.map((problem) => `${problem.code} ${problem.path}`);
}

export function standingIntent(id: string, goal: string, members: Partial<RecognisedIntent> = {}): RecognisedIntent {
  return {
    id,
    domain: null,
    action: null,
    target: null,
    goal,
    understanding: "clear",
    constraints: [],
    inputs: {},
    references: [],
    children: [],
    extensions: {},
    ...members,
  };
}

export function standingConstraint(id: string, kind: Constraint["kind"], text: string, intentId?: string): Constraint {
  return {
    id,
    kind,
    text,
    scope: intentId === undefined ? { type: "request" } : { type: "intent", intentId },
  };
}

export function state(members: Partial<EffectiveState> = {}): EffectiveState {
  return {
    schemaVersion: "2.0-draft.6",
    coverage: "complete",
    scope: "current_request",
    intents: [],
    constraints: [],
    relations: [],
    unresolved: [],
    ...members,
  };
}

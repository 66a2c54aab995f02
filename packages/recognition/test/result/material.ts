// Requests and candidates of these tests, made through the doors that callers use.
import { expect } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest } from "../../src/request.ts";
import { recognise } from "../../src/result/recognise.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { Candidate, CandidateConstraint, CandidateIntent, Quote } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import type { IntentResult } from "../../src/types/result.ts";

export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

export function requestOf(
  input: string,
  more: Partial<IntentInput> = {},
  options: IntentOptions = {},
): RecognitionRequest {
  return readInput(readOptions(options).settings, { input, referenceTime: MONDAY, ...more });
}

export function quote(text: string): Quote {
  return { root: "input", pointer: "", text };
}

export function candidateOf(parts: Partial<Candidate>): Candidate {
  return {
    kind: "request",
    intents: [],
    constraints: [],
    relations: [],
    removals: [],
    references: [],
    fields: [],
    unresolved: [],
    inferences: [],
    accounted: [],
    ...parts,
  };
}

export function intent(
  key: string,
  action: string | null,
  target: string | null,
  goal: string,
  more: Partial<CandidateIntent> = {},
): CandidateIntent {
  return {
    key,
    parent: null,
    baselineId: null,
    domain: null,
    action,
    target,
    goal,
    understanding: "clear",
    evidence: [quote(goal)],
    ...more,
  };
}

export function constraint(
  key: string,
  owner: string | null,
  kind: CandidateConstraint["kind"],
  text: string,
  more: Partial<CandidateConstraint> = {},
): CandidateConstraint {
  return { key, owner, baselineId: null, kind, text, valueJson: null, evidence: [quote(text)], ...more };
}

/** The result of a candidate that passes the candidate rules. */
export function resultOf(request: RecognitionRequest, parts: Partial<Candidate>): IntentResult {
  const reading = readCandidate(request, JSON.stringify(candidateOf(parts)));
  expect(reading).toMatchObject({ ok: true });
  if (!reading.ok) throw new Error("unreachable");
  return recognise(request, reading.candidate);
}

export const LOOK_UP = "Look up order 000123. Do not cancel the order.";

export function lookUp(): Candidate {
  return candidateOf({
    intents: [intent("a", "Look up", "order 000123", "Look up order 000123")],
    constraints: [constraint("b", "a", "prohibition", "Do not cancel the order")],
  });
}

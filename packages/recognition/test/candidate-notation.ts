// Short ways to write down what a language source answers, for the tests of this package.
import type {
  Candidate,
  CandidateConstraint,
  CandidateField,
  CandidateIntent,
  CandidateReference,
  CandidateRelation,
  CandidateUnresolved,
  Quote,
} from "../src/index.ts";

export function candidateOf(parts: Partial<Candidate> = {}): Candidate {
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

export function quote(text: string): Quote {
  return { root: "input", pointer: "", text };
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

export function exactly(number: string, unit: string | null = null): Pick<CandidateConstraint, "valueJson"> {
  return { valueJson: JSON.stringify({ type: "quantity", min: number, max: number, unit }) };
}

export function relation(
  type: CandidateRelation["type"],
  from: string,
  to: string,
  words: string,
  constraintKey: string | null = null,
): CandidateRelation {
  return { type, from, to, constraintKey, evidence: [quote(words)] };
}

export function reference(
  owner: string,
  kind: CandidateReference["kind"],
  text: string,
  resolvesTo: Quote | null,
): CandidateReference {
  return { owner, kind, text, resolvesTo, evidence: [quote(text)] };
}

export function unresolved(
  kind: CandidateUnresolved["kind"],
  owner: string | null,
  text: string,
  question: string,
  options: string[] = [],
): CandidateUnresolved {
  return { kind, owner, text, question, options, evidence: [quote(text)] };
}

export function field(
  name: string,
  owner: string | null,
  status: CandidateField["status"],
  value?: string,
): CandidateField {
  return {
    field: name,
    owner,
    status,
    valueJson: value === undefined ? null : JSON.stringify(value),
    alternativesJson: [],
    evidence: value === undefined ? [] : [quote(value)],
    note: null,
  };
}

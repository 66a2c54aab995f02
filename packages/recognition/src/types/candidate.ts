// What a language source proposes. Flat and closed: every member is required, nullable in place of
// optional, arrays in place of recursion, so that the strictest structured output and the weakest
// JSON mode both carry it.
import type * as names from "./names.ts";

export interface Candidate {
  kind: names.TurnKind;
  intents: CandidateIntent[];
  constraints: CandidateConstraint[];
  relations: CandidateRelation[];
  removals: CandidateRemoval[];
  references: CandidateReference[];
  fields: CandidateField[];
  unresolved: CandidateUnresolved[];
  inferences: CandidateInference[];
  /** Clauses that ask for nothing; they count for coverage only. */
  accounted: CandidateAccounted[];
}

export interface CandidateIntent {
  /** Local to the candidate. */
  key: string;
  /** Key of the intent whose content this one is. */
  parent: string | null;
  /** The baseline intent that this one replaces or touches. */
  baselineId: string | null;
  domain: string | null;
  action: string | null;
  target: string | null;
  goal: string;
  understanding: names.Understanding;
  evidence: Quote[];
}

export interface CandidateConstraint {
  key: string;
  /** Key or baseline ID of an intent; null: the whole request. */
  owner: string | null;
  baselineId: string | null;
  kind: names.ConstraintKind;
  text: string;
  /** One NormalValue as JSON text. */
  valueJson: string | null;
  evidence: Quote[];
}

export interface CandidateRelation {
  type: names.RelationType;
  from: string;
  to: string;
  constraintKey: string | null;
  evidence: Quote[];
}

export interface CandidateRemoval {
  kind: names.TargetKind;
  /** An ID of the baseline. For an input: the ID of its intent, or "" for the request, with `name`. */
  id: string;
  name: string | null;
  evidence: Quote[];
}

export interface CandidateReference {
  owner: string;
  kind: names.ReferenceKind;
  text: string;
  resolvesTo: Quote | null;
  evidence: Quote[];
}

export interface CandidateField {
  field: string;
  owner: string | null;
  status: names.CandidateFieldStatus;
  valueJson: string | null;
  alternativesJson: string[];
  evidence: Quote[];
  note: string | null;
}

export interface CandidateUnresolved {
  kind: names.UnresolvedKind;
  owner: string | null;
  text: string;
  question: string | null;
  options: string[];
  evidence: Quote[];
}

export interface CandidateInference {
  /** A key, a field name, or a baseline ID. */
  about: string;
  kind: names.InferenceKind;
  statement: string;
  evidence: Quote[];
}

export interface CandidateAccounted {
  kind: names.AccountedKind;
  evidence: Quote[];
}

/** `text` is required where the pointer names a string. */
export interface Quote {
  root: names.SourceRoot;
  pointer: string;
  text: string | null;
}

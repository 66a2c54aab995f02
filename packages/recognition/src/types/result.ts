// The result of a recognition. Member order here is the order in which members are printed;
// optional members are absent, never null.
import type { JsonValue } from "./json.ts";
import type * as names from "./names.ts";
import type { NormalValue } from "./values.ts";

export interface IntentResult {
  schemaVersion: typeof names.SCHEMA_VERSION;
  input: string;
  status: names.Status;
  turn: Turn;
  effective: EffectiveState;
  /** One per selected field and owner, in Schema order, then intent order. */
  fieldResults: FieldResult[];
  issues: ResultIssue[];
  inferences: Inference[];
}

/** What this message changed. */
export interface Turn {
  kind: names.TurnKind;
  normalizedInput: string;
  /** Intents added or touched by this turn, in text order. */
  intentIds: string[];
  changes: Change[];
  /** Selected request-level fields stated in this turn. */
  facts: Record<string, FieldValue>;
}

export interface Change {
  operation: names.Operation;
  target: { kind: names.TargetKind; id: string; name?: string };
  description: string;
  sourceRefs: SourceRef[];
  effect: names.Effect;
  /** Only for `replace`. */
  before?: JsonValue;
  after?: JsonValue;
}

/** What holds after the change. */
export interface EffectiveState {
  schemaVersion: typeof names.SCHEMA_VERSION;
  coverage: names.Coverage;
  scope: names.Scope;
  intents: RecognisedIntent[];
  /** Request-wide ones only. */
  constraints: Constraint[];
  relations: Relation[];
  unresolved: Unresolved[];
}

export interface RecognisedIntent {
  id: string;
  domain: string | null;
  action: string | null;
  target: string | null;
  goal: string;
  understanding: names.Understanding;
  constraints: Constraint[];
  inputs: Record<string, FieldValue>;
  references: Reference[];
  /** Content of the request: "remind me to (call Sam)". */
  children: RecognisedIntent[];
  /** Filled by trusted instance code only. */
  extensions: Record<string, JsonValue>;
}

export interface Constraint {
  id: string;
  kind: names.ConstraintKind;
  text: string;
  scope: { type: "intent"; intentId: string } | { type: "request" };
  /** Only when resolved. */
  value?: NormalValue;
}

export interface Relation {
  id: string;
  type: names.RelationType;
  /** Intent IDs; alternative and parallel are symmetric and kept with `from` before `to`. */
  from: string;
  to: string;
  /** For `conditional`: the condition that selects `to`. */
  constraintId?: string;
}

export interface Reference {
  id: string;
  kind: names.ReferenceKind;
  text: string;
  resolved: SourceRef | null;
}

export interface Unresolved {
  id: string;
  kind: names.UnresolvedKind;
  text: string;
  intentId: string | null;
  question: string | null;
  options: string[];
  sourceRefs: SourceRef[];
}

export interface FieldValue {
  value: JsonValue;
  origin: names.Origin;
  sourceRefs: SourceRef[];
}

export interface FieldResult {
  field: string;
  intentId: string | null;
  required: boolean;
  status: names.FieldStatus;
  /** Exactly for extracted and carried. */
  value?: JsonValue;
  /** Exactly for ambiguous and conflict: two or more. */
  alternatives?: JsonValue[];
  sourceRefs: SourceRef[];
  message?: string;
}

export interface ResultIssue {
  code: names.IssueCode;
  severity: names.Severity;
  path: string;
  message: string;
  sourceRefs: SourceRef[];
}

export interface Inference {
  id: string;
  /** JSON Pointer into this result. */
  path: string;
  kind: names.InferenceKind;
  statement: string;
  sourceRefs: SourceRef[];
}

/** `pointer` is an RFC 6901 JSON Pointer into the caller's own material. */
export interface SourceRef {
  root: names.SourceRoot;
  pointer: string;
  /** Exact raw substring, with `evidence: "quotes"` only. */
  quote?: string;
  /** UTF-16 index of the quote. */
  start?: number;
}

// What a case expects of a result, as facts of named kinds. Only what is listed is scored; an intent, a prohibition
// or a value that a result holds beyond the list is invented.
import type { IntentInput, IntentOptions } from "../../src/index.ts";
import type * as names from "../../src/types/names.ts";

export const FACT_KINDS = [
  "intent count",
  "action and target",
  "prohibitions",
  "exclusions",
  "other constraints",
  "constraint scope",
  "values",
  "inferences",
  "references and open items",
  "relations",
  "field results",
  "turn",
  "status",
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/**
 * Words of a result: at least `says`, at most `within` (absent: exactly `says`; null: whatever else). Letter case and
 * end marks are free.
 */
export interface Wording {
  says: string;
  within?: string | null;
}

export interface ExpectedIntent {
  /** Any of these; null: not stated. */
  action: readonly (Wording | null)[];
  target: readonly (Wording | null)[];
  /** Must stand in the goal. */
  goal?: string;
  /** May be missing, and is not invented when it is there. */
  optional?: true;
}

/** Where a constraint holds: the whole request, one expected intent by index, or every intent. */
export type ExpectedScope = "request" | "every intent" | number;

export interface ExpectedConstraint {
  /** Any of these; the first one is what the case calls it. */
  kinds: readonly names.ConstraintKind[];
  text: readonly Wording[];
  scopes?: readonly ExpectedScope[];
  /** Members of the normalised value; null: there must be none; free: any or none; absent: none is expected. */
  value?: ExpectedValue | null | "free";
  /** An inference of this kind must point at the value. */
  inferred?: names.InferenceKind;
  optional?: true;
}

/** Members that the value must have. Instants, dates and decimals are compared by what they mean. */
export type ExpectedValue = Readonly<Record<string, string | boolean | null | RegExp>>;

export interface ExpectedReference {
  owner: number;
  kinds: readonly names.ReferenceKind[];
  text: readonly Wording[];
  /** The root that it is resolved into; null: it must stay open. */
  resolved: names.SourceRoot | null;
  pointer?: string;
  /** Must stand in the quote that it is resolved into; needs the evidence form `quotes`. */
  means?: string;
  /** An inference of kind `reference` must say so. */
  inferred?: true;
}

export interface ExpectedOpenItem {
  kinds: readonly names.UnresolvedKind[];
  /** Must stand in its text. */
  says?: string;
  question?: true;
  /** Exactly so many; of words, each must stand in one of them. */
  options?: readonly string[] | number;
}

export interface ExpectedRelation {
  types: readonly names.RelationType[];
  from: number;
  to: number;
  eitherWay?: true;
}

export interface ExpectedField {
  field: string;
  /** Index of the expected intent; null: the request; absent: any. */
  owner?: number | null;
  statuses: readonly names.FieldStatus[];
  value?: string;
  /** Where there is a value, these words must be part of it. */
  valueSays?: string;
  alternatives?: readonly string[];
}

export interface ExpectedChange {
  operation: names.Operation;
  kind?: names.TargetKind;
  id: string;
  effect: names.Effect;
  before?: ExpectedValue;
  after?: ExpectedValue;
}

export interface ExpectedTurn {
  kinds: readonly names.TurnKind[];
  scope?: names.Scope;
  changes?: readonly ExpectedChange[];
  /** Nothing but the listed changes replaces or removes anything. */
  nothingElse?: true;
  /** The turn changes nothing, and everything of the baseline still stands. */
  unchanged?: true;
}

/** One acceptable reading of an utterance. */
export interface Reading {
  statuses: readonly names.Status[];
  turn: ExpectedTurn;
  intents: readonly ExpectedIntent[];
  constraints: readonly ExpectedConstraint[];
  references: readonly ExpectedReference[];
  open: readonly ExpectedOpenItem[];
  relations: readonly ExpectedRelation[];
  /** Relations that the text does not claim. */
  unrelated: readonly names.RelationType[];
  fields: readonly ExpectedField[];
  /** Kinds of constraints whose values stand in the text without being listed. */
  stated?: readonly names.ConstraintKind[];
}

export interface RecognitionCase {
  id: string;
  input: IntentInput;
  options?: Pick<IntentOptions, "schema" | "defaults" | "domains">;
  /** All acceptable readings; the result is scored against the one that it fits best. */
  readings: readonly [Reading, ...Reading[]];
}

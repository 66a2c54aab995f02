// What is expected of an utterance, as facts that can be scored one by one.
import type { IntentInput } from "../../../src/types/input.ts";
import type { JsonValue } from "../../../src/types/json.ts";
import type * as names from "../../../src/types/names.ts";
import type { IntentOptions } from "../../../src/types/options.ts";
import type { Change } from "../../../src/types/result.ts";

export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

export interface ExpectedConstraint {
  /** Any of these kinds is right. */
  kinds: readonly names.ConstraintKind[];
  /** Contained in the text, white space folded. */
  text: string;
  /** Index of the intent that owns it, "all", or "any" where both are right. */
  scope: number | "all" | "any";
  /** Members of the normalised value; absent: not scored, and any value is as good as none. */
  value?: Record<string, JsonValue>;
}

export interface Reading {
  /** `action | target`; null: not stated; an ellipsis at the end: begins with. */
  intents: readonly (readonly [action: string | null, target: string | null])[];
  constraints?: readonly ExpectedConstraint[];
  relations?: readonly { types: readonly names.RelationType[]; from: number; to: number }[];
  references?: readonly { kind: names.ReferenceKind; text: string; resolved: string | null }[];
  unresolved?: readonly { kind: names.UnresolvedKind; options?: number }[];
  fields?: readonly { field: string; status: readonly names.FieldStatus[]; value?: JsonValue }[];
  inferences?: readonly { kind: names.InferenceKind }[];
  changes?: readonly { operation: Change["operation"]; id: string; effect: Change["effect"] }[];
  status: readonly names.Status[];
}

export interface CaseFacts {
  id: string;
  input: IntentInput;
  options: IntentOptions;
  turn: readonly names.TurnKind[];
  /** Any of these readings is right; the best one is scored. */
  readings: readonly Reading[];
  /** Values that are stated though not among the facts: they are not held to be invented. */
  stated?: readonly names.ConstraintKind[];
  /** The effective state has to be that of the baseline. */
  carriesBaseline?: boolean;
}

type Short = Omit<Reading, "constraints"> & { constraints?: readonly ExpectedConstraint[] };

export function facts(
  id: string,
  input: string,
  reading: Short | readonly Short[],
  more: Partial<Omit<CaseFacts, "input" | "readings">> & { input?: Partial<IntentInput> } = {},
): CaseFacts {
  const { input: members, ...rest } = more;
  return {
    id,
    options: {},
    turn: ["request"],
    ...rest,
    input: { input, referenceTime: MONDAY, ...members },
    readings: Array.isArray(reading) ? (reading as Short[]) : [reading as Short],
  };
}

const one =
  (kind: names.ConstraintKind) =>
  (text: string, scope: ExpectedConstraint["scope"] = 0, value?: Record<string, JsonValue>): ExpectedConstraint => ({
    kinds: [kind],
    text,
    scope,
    ...(value === undefined ? {} : { value }),
  });

export const P = one("prohibition");
export const R = one("requirement");
export const C = one("condition");
export const X = one("exclusion");
export const L = one("limit");
export const T = one("time");
export const Q = one("quantity");
export const W = one("preference");
export const F = one("format");
export const either = (first: ExpectedConstraint, ...kinds: names.ConstraintKind[]): ExpectedConstraint => ({
  ...first,
  kinds: [...first.kinds, ...kinds],
});

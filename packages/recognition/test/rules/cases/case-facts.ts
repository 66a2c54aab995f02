// A short way to write down cases with one plain reading.
import type { IntentInput, IntentOptions, JsonValue } from "../../../src/index.ts";
import type * as names from "../../../src/types/names.ts";
import type {
  ExpectedChange,
  ExpectedConstraint,
  ExpectedField,
  ExpectedReference,
  Reading,
  RecognitionCase,
  Wording,
} from "../../cases/facts.ts";
import { MONDAY } from "../../cases/notation.ts";

interface Short {
  /** `action | target`, children beside their parents; null: not stated; an ellipsis at the end: more may follow. */
  intents: readonly (readonly [action: string | null, target: string | null])[];
  constraints?: readonly ExpectedConstraint[];
  relations?: Reading["relations"];
  references?: readonly { kind: names.ReferenceKind; text: string; resolved: string | null }[];
  unresolved?: readonly { kind: names.UnresolvedKind; options?: number }[];
  fields?: readonly { field: string; status: readonly names.FieldStatus[]; value?: string }[];
  /** None: the turn changes nothing and the baseline stands. */
  changes?: readonly ExpectedChange[];
  status: readonly names.Status[];
}

interface More {
  turn?: readonly names.TurnKind[];
  options?: Pick<IntentOptions, "schema">;
  input?: Partial<IntentInput>;
  /** Kinds whose values stand in the text without being listed. */
  stated?: readonly names.ConstraintKind[];
}

export function facts(id: string, input: string, short: Short, more: More = {}): RecognitionCase {
  const { turn = ["request"], options, input: members, stated = [] } = more;
  const { changes } = short;
  const reading: Reading = {
    statuses: short.status,
    turn: { kinds: turn, ...(changes === undefined ? {} : changes.length > 0 ? { changes } : { unchanged: true }) },
    intents: short.intents.map(([action, target]) => ({ action: [wording(action)], target: [wording(target)] })),
    constraints: short.constraints ?? [],
    references: (short.references ?? []).map((one) => referenceOf(one, short.intents)),
    open: (short.unresolved ?? []).map(({ kind, ...rest }) => ({ kinds: [kind], question: true, ...rest })),
    relations: short.relations ?? [],
    unrelated: [],
    fields: (short.fields ?? []).map(({ status, ...rest }): ExpectedField => ({ statuses: status, ...rest })),
    stated,
  };
  return {
    id,
    input: { input, referenceTime: MONDAY, ...members },
    ...(options === undefined ? {} : { options }),
    readings: [reading],
  };
}

function wording(words: string | null): Wording | null {
  if (words === null) return null;
  return words.endsWith("\u2026") ? { says: words.slice(0, -1), within: null } : { says: words };
}

/** Of the intent whose action or target holds the words; `resolved` is a root with a pointer into it. */
function referenceOf(
  { kind, text, resolved }: { kind: names.ReferenceKind; text: string; resolved: string | null },
  intents: Short["intents"],
): ExpectedReference {
  const owner = intents.findIndex((words) => words.some((one) => one?.split(" ").includes(text)));
  const [root = "", ...tokens] = (resolved ?? "").split("/");
  return {
    owner,
    kinds: [kind],
    text: [{ says: text }],
    resolved: resolved === null ? null : (root as names.SourceRoot),
    ...(resolved === null ? {} : { pointer: tokens.map((token) => `/${token}`).join("") }),
  };
}

const one =
  (kind: names.ConstraintKind) =>
  (
    text: string,
    scope: number | "all" | "any" = 0,
    value?: Record<string, Exclude<JsonValue, number | object>>,
  ): ExpectedConstraint => ({
    kinds: [kind],
    text: [{ says: text, within: null }],
    ...(scope === "any" ? {} : { scopes: [scope === "all" ? "request" : scope] }),
    value: value ?? "free",
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

// What of an understood text binds the run: its constraints, wherever they stand, and the clauses
// with a negation that nothing accounts for.
import {
  type Constraint,
  ConstraintKind,
  type IntentResult,
  type NormalValue,
  type RecognisedIntent,
  UnresolvedKind,
} from "@openintents/proto";

export type Binding = {
  kind: ConstraintKind;
  /** The person's words. */
  text: string;
  value: NormalValue["value"];
  /** The intent at the top that it belongs to; null: the whole request. */
  owner: string | null;
};

export type Bindings = {
  list: Binding[];
  /** Clauses that the negation guard flagged, and contradictions: a person has to look at them. */
  flagged: string[];
  /** How many things are asked for. */
  intents: number;
};

const GUARD = "NEGATION_UNACCOUNTED";

export function bindingsOf(result: IntentResult): Bindings {
  const { effective } = result;
  if (!effective) return { list: [], flagged: [], intents: 0 };
  const list = [
    ...effective.constraints.map((constraint) => bindingOf(constraint, null)),
    ...effective.intents.flatMap((intent) => ownBindings(intent, intent.id)),
  ];
  return { list, flagged: flaggedClauses(result), intents: effective.intents.length };
}

function ownBindings(intent: RecognisedIntent, owner: string): Binding[] {
  return [
    ...intent.constraints.map((constraint) => bindingOf(constraint, owner)),
    ...intent.children.flatMap((child) => ownBindings(child, owner)),
  ];
}

function bindingOf({ kind, text, value }: Constraint, owner: string | null): Binding {
  return { kind, text, value: value?.value ?? { case: undefined }, owner };
}

/**
 * An issue of the guard points at the unresolved item that keeps its clause. Should one not, every
 * clause that could not be read is taken for flagged: too many words shown is the safe side.
 */
function flaggedClauses({ effective, issues }: IntentResult): string[] {
  const unresolved = effective?.unresolved ?? [];
  const guarded = issues.filter((issue) => issue.code === GUARD).map((issue) => indexIn(issue.path));
  const located = guarded.every((index) => index !== null && unresolved[index] !== undefined);
  const clauses = unresolved.filter((item, index) => {
    if (item.kind === UnresolvedKind.CONFLICT) return true;
    if (item.kind !== UnresolvedKind.UNPARSED || guarded.length === 0) return false;
    return located ? guarded.includes(index) : true;
  });
  return clauses.map((item) => item.text);
}

function indexIn(path: string): number | null {
  const found = /^\/effective\/unresolved\/(\d+)$/.exec(path);
  return found ? Number(found[1]) : null;
}

/** Soft wishes and wishes about the form of an answer bind nothing. */
export function isSoft({ kind }: Binding): boolean {
  return kind === ConstraintKind.PREFERENCE || kind === ConstraintKind.FORMAT;
}

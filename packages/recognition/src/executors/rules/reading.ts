import type { Span } from "../../text/literals.ts";
import type { ConstraintKind, RelationType, UnresolvedKind } from "../../types/names.ts";

// What the rules read in one text, before it becomes a candidate. Spans count in that text.

export interface ReadIntent {
  /** Whose content this is: "remind me to (call Sam)". */
  parent: ReadIntent | null;
  action: string | null;
  target: Span | null;
  goal: Span;
  /** Words of the three that do not stand in the text like that, and why. */
  reworded: { action?: string; target?: string; goal?: string; statement: string } | null;
  understanding: "clear" | "partial";
  evidence: Span[];
  /** Index of its sentence in the text. */
  sentence: number;
}

export interface ReadConstraint {
  kind: ConstraintKind;
  span: Span;
  /** Null: the whole request. */
  owner: ReadIntent | null;
  /** ID of the intent of the baseline that owns it; null: `owner` says. */
  standing: string | null;
  valueJson: string | null;
  sentence: number;
  /** The prohibition that it belongs to: "do not book anything (until I confirm)". */
  follows: ReadConstraint | null;
}

export interface ReadRelation {
  type: RelationType;
  from: ReadIntent;
  to: ReadIntent;
  evidence: Span;
}

export interface ReadUnresolved {
  kind: UnresolvedKind;
  owner: ReadIntent | null;
  span: Span;
  question: string | null;
  options: string[];
}

export interface Reading {
  text: string;
  intents: ReadIntent[];
  constraints: ReadConstraint[];
  relations: ReadRelation[];
  unresolved: ReadUnresolved[];
  accounted: { kind: "information" | "social" | "quotation"; span: Span }[];
  /** A yes or a no that stands by itself. */
  reply: { yes: boolean; span: Span } | null;
  /** Things that statements and conditions speak of: what "it" may mean. */
  mentions: Span[];
  /** Stretches that are no command, statement or constraint by themselves; an answer may be one. */
  fragments: Span[];
}

export function emptyReading(text: string): Reading {
  return {
    text,
    intents: [],
    constraints: [],
    relations: [],
    unresolved: [],
    accounted: [],
    reply: null,
    mentions: [],
    fragments: [],
  };
}

/**
 * Takes what was read inside a span out again: something else has been made of its words.
 * `keepRestrictions`: but for what it forbids or leaves out.
 */
export function takeOut(reading: Reading, span: Span, keepRestrictions = false): void {
  const outside = (one: Span | undefined) => one === undefined || one.end <= span.start || one.start >= span.end;
  reading.intents = reading.intents.filter((intent) => outside(intent.evidence[0]));
  const restricts = (one: ReadConstraint) => keepRestrictions && /^(?:prohibition|exclusion|condition)$/.test(one.kind);
  reading.constraints = reading.constraints.filter((one) => outside(one.span) || restricts(one));
  for (const one of reading.constraints) {
    if (one.owner !== null && !reading.intents.includes(one.owner)) one.owner = null;
  }
  reading.relations = reading.relations.filter(
    (one) => reading.intents.includes(one.from) && reading.intents.includes(one.to),
  );
  reading.unresolved = reading.unresolved.filter((one) => outside(one.span));
  reading.accounted = reading.accounted.filter((one) => one.kind === "social" || outside(one.span));
  reading.fragments = reading.fragments.filter(outside);
  if (reading.reply !== null && !outside(reading.reply.span)) reading.reply = null;
}

import type { TargetKind } from "../types/names.ts";
import type { Constraint, EffectiveState, RecognisedIntent, Reference, Relation, Unresolved } from "../types/result.ts";

export type BaselineItem =
  | { kind: "intent"; item: RecognisedIntent }
  | { kind: "constraint"; item: Constraint }
  | { kind: "relation"; item: Relation }
  | { kind: "reference"; item: Reference }
  | { kind: "unresolved"; item: Unresolved };

export type BaselineIndex = ReadonlyMap<string, BaselineItem>;

const NONE: BaselineIndex = new Map();

/** Everything in a baseline that has an id, children included. */
export function indexBaseline(baseline: EffectiveState | null): BaselineIndex {
  if (baseline === null) return NONE;
  const index = new Map<string, BaselineItem>();
  const waiting = [...baseline.intents];
  for (let at = 0; at < waiting.length; at += 1) {
    const intent = waiting[at] as RecognisedIntent;
    index.set(intent.id, { kind: "intent", item: intent });
    for (const item of intent.constraints) index.set(item.id, { kind: "constraint", item });
    for (const item of intent.references) index.set(item.id, { kind: "reference", item });
    waiting.push(...intent.children);
  }
  for (const item of baseline.constraints) index.set(item.id, { kind: "constraint", item });
  for (const item of baseline.relations) index.set(item.id, { kind: "relation", item });
  for (const item of baseline.unresolved) index.set(item.id, { kind: "unresolved", item });
  return index;
}

export function baselineIds(baseline: EffectiveState | null): {
  intents: string[];
  constraints: string[];
  all: string[];
} {
  const all = [...indexBaseline(baseline)];
  const of = (kind: TargetKind) => all.filter(([, entry]) => entry.kind === kind).map(([id]) => id);
  return { intents: of("intent"), constraints: of("constraint"), all: all.map(([id]) => id) };
}

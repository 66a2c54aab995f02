// Items written in the contract's member order, whatever order they came in: the same content gives the
// same bytes.
import type { Constraint, Reference, Relation, SourceRef, Unresolved } from "../types/result.ts";
import type { NormalValue } from "../types/values.ts";

const VALUE_MEMBERS: Record<NormalValue["type"], readonly string[]> = {
  time: ["type", "form", "start", "end", "duration", "rrule", "grain", "zone"],
  amount: ["type", "min", "max", "minOpen", "maxOpen", "currency", "symbol"],
  quantity: ["type", "min", "max", "unit"],
  text: ["type", "language", "value"],
};

export function orderedValue<V extends NormalValue>(value: V): V {
  const members = value as unknown as Record<string, unknown>;
  const present = VALUE_MEMBERS[value.type].filter((name) => members[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, members[name]])) as unknown as V;
}

export function orderedConstraint(constraint: Constraint): Constraint {
  const { id, kind, text, scope, value } = constraint;
  return {
    id,
    kind,
    text,
    scope: scope.type === "intent" ? { type: "intent", intentId: scope.intentId } : { type: "request" },
    ...(value === undefined ? {} : { value: orderedValue(value) }),
  };
}

export function orderedRelation(relation: Relation): Relation {
  const { id, type, from, to, constraintId } = relation;
  return { id, type, from, to, ...(constraintId === undefined ? {} : { constraintId }) };
}

export function orderedReference(reference: Reference, resolved: SourceRef | null): Reference {
  const { id, kind, text } = reference;
  return { id, kind, text, resolved };
}

export function orderedUnresolved(item: Unresolved, sourceRefs: SourceRef[]): Unresolved {
  const { id, kind, text, intentId, question, options } = item;
  return { id, kind, text, intentId, question, options: [...options], sourceRefs };
}

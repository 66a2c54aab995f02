import type { ConstraintKind } from "../types/names.ts";
import { findValues } from "./find-values.ts";
import type { FoundValue, ValueContext } from "./found-value.ts";

const KINDS: Partial<Record<ConstraintKind, readonly FoundValue["kind"][]>> = {
  time: ["time"],
  limit: ["amount", "quantity"],
  quantity: ["quantity"],
  condition: ["time", "amount", "quantity"],
  requirement: ["time", "amount", "quantity"],
  prohibition: ["time", "amount"],
};

/** The one value that a constraint of this kind carries in its quote; null when there is none, or more than one. */
export function normaliseQuote(kind: ConstraintKind, quote: string, context: ValueContext): FoundValue | null {
  const wanted = KINDS[kind] ?? [];
  const found = findValues(quote, context).filter((value) => wanted.includes(value.kind));
  return found.length === 1 ? (found[0] ?? null) : null;
}

export { sameValue } from "./same-value.ts";
export { valueProblem } from "./value-problem.ts";

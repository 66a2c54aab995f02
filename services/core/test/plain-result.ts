// Results as a recogniser gives them, made by hand: one wish, and whatever a test adds to it.
import type { Constraint, IntentResult, Unresolved } from "@openintents/recognition";
import type { TextReader } from "../src/understanding/understand-text.ts";

type Parts = {
  status?: IntentResult["status"];
  constraints?: Omit<Constraint, "id" | "scope">[];
  /** Clauses that the negation guard flags. */
  flagged?: string[];
  target?: string;
  wishes?: number;
};

export function plainResult(text: string, parts: Parts = {}): IntentResult {
  const wishes = parts.wishes ?? 1;
  const constraints = (parts.constraints ?? []).map((one, index) => ({
    id: `constraint-${index + 1}`,
    kind: one.kind,
    text: one.text,
    scope: { type: "intent" as const, intentId: "intent-1" },
    ...(one.value && { value: one.value }),
  }));
  const unresolved = (parts.flagged ?? []).map(
    (clause, index): Unresolved => ({
      id: `unresolved-${index + 1}`,
      kind: "unparsed",
      text: clause,
      intentId: null,
      question: null,
      options: [],
      sourceRefs: [{ root: "input", pointer: "" }],
    }),
  );
  return {
    schemaVersion: "2.0-draft.6",
    input: text,
    status: parts.status ?? "complete",
    turn: { kind: "request", normalizedInput: text, intentIds: [], changes: [], facts: {} },
    effective: {
      schemaVersion: "2.0-draft.6",
      coverage: "complete",
      scope: "current_request",
      intents: Array.from({ length: wishes }, (_, index) => ({
        id: `intent-${index + 1}`,
        domain: null,
        action: null,
        target: parts.target ?? null,
        goal: text,
        understanding: "clear",
        constraints: index === 0 ? constraints : [],
        inputs: {},
        references: [],
        children: [],
        extensions: {},
      })),
      constraints: [],
      relations: [],
      unresolved,
    },
    fieldResults: [],
    issues: unresolved.map((_, index) => ({
      code: "NEGATION_UNACCOUNTED",
      severity: "warning",
      path: `/effective/unresolved/${index}`,
      message: "A negation is not accounted for.",
      sourceRefs: [],
    })),
    inferences: [],
  };
}

/** Reads every text as one plain wish. */
export const plainReader: TextReader = {
  online: false,
  instance: "main",
  read: async ({ text }) => plainResult(text),
  readByRules: async ({ text }) => plainResult(text),
};

// Whole states of earlier turns, from a few words.
import { SCHEMA_VERSION } from "../../src/types/names.ts";
import type { Constraint, EffectiveState, RecognisedIntent } from "../../src/types/result.ts";

export function state(intents: RecognisedIntent[], constraints: Constraint[] = []): EffectiveState {
  return {
    schemaVersion: SCHEMA_VERSION,
    coverage: "complete",
    scope: "current_request",
    intents,
    constraints,
    relations: [],
    unresolved: [],
  };
}

export function intent(
  id: string,
  action: string,
  target: string,
  constraints: Omit<Constraint, "scope">[] = [],
): RecognisedIntent {
  return {
    id,
    domain: null,
    action,
    target,
    goal: `${action} ${target}`,
    understanding: "clear",
    constraints: constraints.map(({ id: own, kind, text, value }) => ({
      id: own,
      kind,
      text,
      scope: { type: "intent", intentId: id },
      ...(value === undefined ? {} : { value }),
    })),
    inputs: {},
    references: [],
    children: [],
    extensions: {},
  };
}

export function exactly(id: string, text: string, count: number): Omit<Constraint, "scope"> {
  return {
    id,
    kind: "quantity",
    text,
    value: { type: "quantity", min: String(count), max: String(count), unit: null },
  };
}

// States of earlier turns that some cases go on from.
import type { Constraint, EffectiveState, RecognisedIntent } from "../../../src/index.ts";

function state(...intents: RecognisedIntent[]): EffectiveState {
  return {
    schemaVersion: "2.0-draft.6",
    coverage: "complete",
    scope: "current_request",
    intents,
    constraints: [],
    relations: [],
    unresolved: [],
  };
}

function intent(id: string, action: string, target: string, constraint: Omit<Constraint, "scope">): RecognisedIntent {
  const { kind, text, value } = constraint;
  return {
    id,
    domain: null,
    action,
    target,
    goal: `${action} ${target}`,
    understanding: "clear",
    constraints: [
      {
        id: constraint.id,
        kind,
        text,
        scope: { type: "intent", intentId: id },
        ...(value === undefined ? {} : { value }),
      },
    ],
    inputs: {},
    references: [],
    children: [],
    extensions: {},
  };
}

const one = { type: "quantity", min: "1", max: "1", unit: null } as const;

const ticket = intent("intent-1", "Buy", "one ticket to Berlin", {
  id: "constraint-1",
  kind: "quantity",
  text: "one ticket",
  value: one,
});

const room = intent("intent-2", "Reserve", "one hotel room", {
  id: "constraint-2",
  kind: "quantity",
  text: "one hotel room",
  value: one,
});

const lookUp = intent("intent-1", "Look up", "order 000123", {
  id: "constraint-1",
  kind: "prohibition",
  text: "Do not cancel the order",
});

export const oneTicket = state(ticket);
export const ticketAndRoom = state(ticket, room);
export const lookedUpOrder = state(lookUp);

import { describe, expect, test } from "vitest";
import { FORBIDDEN, next, stateAfter, TICKET_AND_ROOM } from "./conversation.ts";
import { constraint, intent, quote } from "./material.ts";

describe("withdrawal", () => {
  test("of an intent removes what it owns and its relations, each as its own change; request-wide constraints stay", () => {
    const baseline = stateAfter("Buy a book, then send it. Do not gift-wrap the book. Never call me.", {
      intents: [intent("a", "Buy", "a book", "Buy a book"), intent("b", "send", "it", "send it")],
      constraints: [
        constraint("p", "a", "prohibition", "Do not gift-wrap the book"),
        constraint("w", null, "prohibition", "Never call me"),
      ],
      relations: [{ type: "sequence", from: "a", to: "b", constraintKey: null, evidence: [quote("then send it")] }],
    });
    const { turn, effective } = next(baseline, "Forget the book.", {
      kind: "withdrawal",
      removals: [{ kind: "intent", id: "intent-1", name: null, evidence: [quote("Forget the book")] }],
    });
    expect(turn.changes.map((change) => [change.operation, change.target.id, change.effect])).toEqual([
      ["remove", "intent-1", "applied"],
      ["remove", "constraint-1", "applied"],
      ["remove", "relation-1", "applied"],
    ]);
    expect(effective.intents.map((one) => one.id)).toEqual(["intent-2"]);
    expect(effective.constraints.map((one) => one.text)).toEqual(["Never call me"]);
    expect(turn.intentIds).toContain("intent-1");
  });

  test("that could mean either intent is pending", () => {
    const { turn, effective, status } = next(TICKET_AND_ROOM, "Forget it.", {
      kind: "withdrawal",
      removals: [{ kind: "intent", id: "intent-1", name: null, evidence: [quote("Forget it")] }],
    });
    expect(turn.changes[0]).toMatchObject({ operation: "remove", effect: "pending" });
    expect(effective.intents).toHaveLength(2);
    expect(status).toBe("ambiguous");
  });

  test("a prohibition leaves by words of this turn", () => {
    const { effective, turn } = next(FORBIDDEN, "You may cancel the order after all.", {
      kind: "withdrawal",
      removals: [
        { kind: "constraint", id: "constraint-1", name: null, evidence: [quote("You may cancel the order after all")] },
      ],
    });
    expect(effective.intents[0]?.constraints).toEqual([]);
    expect(turn.changes).toMatchObject([{ operation: "remove", effect: "applied", target: { id: "constraint-1" } }]);
  });

  test("a prohibition does not become a wish by words that do not speak of it", () => {
    const { effective, status } = next(FORBIDDEN, "Make that one in euros.", {
      kind: "correction",
      constraints: [
        constraint("r", null, "format", "in euros", {
          baselineId: "constraint-1",
          evidence: [quote("Make that one in euros")],
        }),
      ],
    });
    expect(effective.intents).toEqual(FORBIDDEN.intents);
    expect(status).toBe("ambiguous");
  });

  test("a condition takes along the conditional relation that it selects", () => {
    const baseline = stateAfter("If it rains, book a taxi; walk the dog.", {
      intents: [intent("a", "book", "a taxi", "book a taxi"), intent("b", "walk", "the dog", "walk the dog")],
      constraints: [constraint("c", "a", "condition", "If it rains")],
      relations: [{ type: "conditional", from: "b", to: "a", constraintKey: "c", evidence: [quote("If it rains")] }],
    });
    const { effective, turn } = next(baseline, "Forget the rain, whether it rains or is dry.", {
      removals: [
        {
          kind: "constraint",
          id: "constraint-1",
          name: null,
          evidence: [quote("Forget the rain, whether it rains or is dry")],
        },
      ],
    });
    expect(turn.changes.map((change) => change.target.id)).toEqual(["constraint-1", "relation-1"]);
    expect(effective.relations).toEqual([]);
  });
});

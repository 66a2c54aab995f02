import { describe, expect, test } from "vitest";
import type { Candidate, Quote } from "../../src/types/candidate.ts";
import { countOf, next, ONE_TICKET, TICKET_AND_ROOM } from "./conversation.ts";
import { constraint, intent, quote } from "./material.ts";

function toTwo(baselineId: string, text = "two", evidence: Quote[] = [quote("make it two")]): Candidate["constraints"] {
  return [constraint("n", null, "quantity", text, { baselineId, valueJson: countOf(2), evidence })];
}

describe("correction", () => {
  test("replaces in place, keeps the id and tells before and after", () => {
    const { turn, effective, status } = next(ONE_TICKET, "Actually, make it two.", {
      kind: "correction",
      constraints: toTwo("constraint-1"),
      accounted: [{ kind: "information", evidence: [quote("Actually")] }],
    });
    expect(turn.changes).toHaveLength(1);
    expect(turn.changes[0]).toMatchObject({
      operation: "replace",
      target: { kind: "constraint", id: "constraint-1" },
      description: "Replace the earlier value with this turn's",
      effect: "applied",
      before: { id: "constraint-1", value: { min: "1", max: "1" } },
      after: { id: "constraint-1", value: { min: "2", max: "2" } },
    });
    expect(effective.intents).toHaveLength(1);
    expect(effective.intents[0]?.constraints[0]).toMatchObject({ id: "constraint-1", text: "two" });
    expect(effective.scope).toBe("conversation");
    expect(status).toBe("complete");
  });

  test("with several possible targets is pending, lists them, and the old values hold", () => {
    const { turn, effective, status, issues } = next(TICKET_AND_ROOM, "Actually, make it two.", {
      kind: "correction",
      constraints: toTwo("constraint-1"),
      accounted: [{ kind: "information", evidence: [quote("Actually")] }],
    });
    expect(turn.changes[0]).toMatchObject({ operation: "replace", effect: "pending" });
    expect(effective.intents).toEqual(TICKET_AND_ROOM.intents);
    expect(effective.unresolved).toMatchObject([
      { kind: "ambiguity", options: ["Buy one ticket to Berlin", "Reserve one hotel room"] },
    ]);
    expect(issues.map((issue) => issue.code)).toEqual(["BASELINE_TARGET_UNCLEAR"]);
    expect(status).toBe("ambiguous");
  });

  test("an ambiguity that the candidate reports keeps its question and gets the options", () => {
    const { effective, turn } = next(TICKET_AND_ROOM, "Actually, make it two.", {
      kind: "correction",
      constraints: toTwo("constraint-1"),
      unresolved: [
        {
          kind: "ambiguity",
          owner: null,
          text: "it",
          question: "Tickets or rooms?",
          options: [],
          evidence: [quote("make it two")],
        },
      ],
      accounted: [{ kind: "information", evidence: [quote("Actually")] }],
    });
    expect(turn.changes[0]).toMatchObject({ effect: "pending" });
    expect(effective.unresolved).toHaveLength(1);
    expect(effective.unresolved[0]).toMatchObject({ question: "Tickets or rooms?", options: { length: 2 } });
  });

  test.each([
    ["Make the room two.", "constraint-2"],
    ["Make the second one two.", "constraint-2"],
    ["Make the first one two.", "constraint-1"],
  ])("%s names its target", (input, id) => {
    const { turn } = next(TICKET_AND_ROOM, input, {
      kind: "correction",
      constraints: toTwo(id, "two", [quote(input.slice(0, -1))]),
    });
    expect(turn.changes[0]).toMatchObject({ target: { id }, effect: "applied" });
  });

  test("of both at once needs no choice", () => {
    const [first, second] = [toTwo("constraint-1")[0], toTwo("constraint-2")[0]];
    if (first === undefined || second === undefined) throw new Error("unreachable");
    const said = quote("Make both two");
    const { turn } = next(TICKET_AND_ROOM, "Make both two.", {
      kind: "correction",
      constraints: [
        { ...first, evidence: [said] },
        { ...second, key: "m", evidence: [said] },
      ],
    });
    expect(turn.changes.map((change) => [change.target.id, change.effect])).toEqual([
      ["constraint-1", "applied"],
      ["constraint-2", "applied"],
    ]);
  });

  test("of an intent keeps what the turn leaves unsaid", () => {
    const { effective, turn } = next(ONE_TICKET, "To Hamburg instead.", {
      kind: "correction",
      intents: [
        intent("a", null, "To Hamburg", "To Hamburg", {
          baselineId: "intent-1",
          evidence: [quote("To Hamburg instead")],
        }),
      ],
    });
    expect(effective.intents[0]).toMatchObject({ id: "intent-1", action: "Buy", target: "To Hamburg" });
    expect(turn.changes[0]).toMatchObject({ operation: "replace", before: { goal: "Buy one ticket to Berlin" } });
  });
});

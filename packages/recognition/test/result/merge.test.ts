import { describe, expect, test } from "vitest";
import type { Candidate, Quote } from "../../src/types/candidate.ts";
import type { EffectiveState, IntentResult } from "../../src/types/result.ts";
import { constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

function stateAfter(input: string, parts: Partial<Candidate>): EffectiveState {
  return resultOf(requestOf(input), parts).effective;
}

function next(baseline: EffectiveState, input: string, parts: Partial<Candidate>, context?: string): IntentResult {
  return resultOf(requestOf(input, { baseline, ...(context === undefined ? {} : { context }) }), parts);
}

const ONE_TICKET = stateAfter("Buy one ticket to Berlin.", {
  intents: [intent("a", "Buy", "one ticket to Berlin", "Buy one ticket to Berlin")],
  constraints: [constraint("q", "a", "quantity", "one ticket", { valueJson: QUANTITY(1) })],
});
const TICKET_AND_ROOM = stateAfter("Buy one ticket to Berlin. Reserve one hotel room.", {
  intents: [
    intent("a", "Buy", "one ticket to Berlin", "Buy one ticket to Berlin"),
    intent("b", "Reserve", "one hotel room", "Reserve one hotel room"),
  ],
  constraints: [
    constraint("q", "a", "quantity", "one ticket", { valueJson: QUANTITY(1) }),
    constraint("r", "b", "quantity", "one hotel room", { valueJson: QUANTITY(1) }),
  ],
});
const FORBIDDEN = stateAfter(LOOK_UP, lookUp());

function QUANTITY(count: number): string {
  return JSON.stringify({ type: "quantity", min: String(count), max: String(count), unit: null });
}

function toTwo(baselineId: string, text = "two", evidence: Quote[] = [quote("make it two")]): Candidate["constraints"] {
  return [constraint("n", null, "quantity", text, { baselineId, valueJson: QUANTITY(2), evidence })];
}

describe("without a baseline", () => {
  test("the scope is the current request and every change adds", () => {
    const { effective, turn } = resultOf(requestOf(LOOK_UP), lookUp());
    expect(effective.scope).toBe("current_request");
    expect(turn.changes.every((change) => change.operation === "add")).toBe(true);
  });
});

describe("carrying", () => {
  test("a social turn changes nothing: the state is the baseline's and the prohibition still holds", () => {
    const { effective, turn, status } = next(FORBIDDEN, "Thanks, that's all.", {
      kind: "social",
      accounted: [{ kind: "social", evidence: [quote("Thanks, that's all.")] }],
    });
    expect(turn).toMatchObject({ kind: "social", changes: [], intentIds: [] });
    expect(effective).toEqual({ ...FORBIDDEN, scope: "conversation" });
    expect(status).toBe("complete");
  });

  test("silence and a change of topic drop no prohibition", () => {
    const { effective } = next(FORBIDDEN, "Translate this page.", {
      intents: [intent("a", "Translate", "this page", "Translate this page")],
    });
    expect(effective.intents.map((one) => one.id)).toEqual(["intent-1", "intent-2"]);
    expect(effective.intents[0]).toEqual(FORBIDDEN.intents[0]);
  });

  test("ids go on from the baseline's highest number", () => {
    const { effective } = next(TICKET_AND_ROOM, "Never call me.", {
      constraints: [constraint("p", null, "prohibition", "Never call me")],
    });
    expect(effective.constraints.map((one) => one.id)).toEqual(["constraint-3"]);
  });

  test("carried provenance points into the baseline", () => {
    const request = requestOf("Order the same one.");
    const first = resultOf(request, {
      intents: [intent("a", "Order", "the same one", "Order the same one")],
      references: [
        {
          owner: "a",
          kind: "prior_request",
          text: "the same one",
          resolvesTo: null,
          evidence: [quote("the same one")],
        },
      ],
    });
    const { effective } = next(first.effective, "Thanks.", { kind: "social" });
    expect(effective.unresolved[0]?.sourceRefs).toEqual([{ root: "baseline", pointer: "/unresolved/0/text" }]);
  });
});

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

describe("answer", () => {
  test("closes the question and adds the value", () => {
    const schema = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };
    const first = resultOf(requestOf("Look up the order.", {}, { schema }), {
      intents: [intent("a", "Look up", "the order", "Look up the order")],
      fields: [
        {
          field: "orderId",
          owner: "a",
          status: "missing",
          valueJson: null,
          alternativesJson: [],
          evidence: [],
          note: null,
        },
      ],
    });
    expect(first.status).toBe("needs_input");
    expect(first.effective.unresolved).toMatchObject([{ kind: "missing", intentId: "intent-1", text: "orderId" }]);
    const answer = resultOf(requestOf("It is 00417.", { baseline: first.effective }, { schema }), {
      kind: "answer",
      fields: [
        {
          field: "orderId",
          owner: "intent-1",
          status: "extracted",
          valueJson: '"00417"',
          alternativesJson: [],
          evidence: [quote("It is 00417")],
          note: null,
        },
      ],
    });
    expect(answer.turn.changes.map((change) => [change.operation, change.target.kind])).toEqual([
      ["remove", "unresolved"],
      ["add", "input"],
    ]);
    expect(answer.effective.unresolved).toEqual([]);
    expect(answer.effective.intents[0]?.inputs.orderId).toMatchObject({ value: "00417", origin: "turn" });
    expect(answer.status).toBe("complete");
  });
});

describe("confirmation", () => {
  test("of nothing is unclear and asks what it answers", () => {
    const { turn, effective, status } = resultOf(requestOf("Yes."), { kind: "confirmation" });
    expect(turn.kind).toBe("unclear");
    expect(effective.unresolved.map((one) => one.kind)).toContain("reference");
    expect(status).toBe("ambiguous");
  });

  test("with something to confirm keeps its kind", () => {
    const { turn } = next(FORBIDDEN, "Yes.", {
      kind: "confirmation",
      accounted: [{ kind: "social", evidence: [quote("Yes")] }],
    });
    expect(turn).toMatchObject({ kind: "confirmation", changes: [] });
  });
});

describe("contradiction", () => {
  const LIMITED = stateAfter("Buy a lamp for at most €50.", {
    intents: [intent("a", "Buy", "a lamp", "Buy a lamp")],
    constraints: [constraint("l", "a", "limit", "at most €50")],
  });

  test("of a standing limit waits, with the conflict named", () => {
    const { turn, effective, issues, status } = next(LIMITED, "Get the 80 one.", {
      kind: "refinement",
      intents: [intent("a", "Get", "the 80 one", "Get the 80 one", { baselineId: "intent-1" })],
    });
    expect(turn.changes[0]).toMatchObject({ operation: "replace", effect: "pending" });
    expect(effective.intents[0]).toMatchObject({ target: "a lamp" });
    expect(issues.map((issue) => issue.code)).toEqual(["CONSTRAINT_CONFLICT"]);
    expect(effective.unresolved).toMatchObject([{ kind: "conflict", options: ["Get the 80 one", "at most €50"] }]);
    expect(status).toBe("ambiguous");
  });

  test("is applied when the text lifts the limit", () => {
    const { turn, effective } = next(LIMITED, "Fine, go over budget: get the 80 one.", {
      kind: "refinement",
      intents: [intent("a", "get", "the 80 one", "get the 80 one", { baselineId: "intent-1" })],
      removals: [{ kind: "constraint", id: "constraint-1", name: null, evidence: [quote("Fine, go over budget")] }],
    });
    expect(turn.changes.map((change) => change.effect)).toEqual(["applied", "applied"]);
    expect(effective.intents[0]).toMatchObject({ target: "the 80 one", constraints: [] });
  });

  test("of a standing prohibition does not get into the state", () => {
    const { turn, effective, status } = next(FORBIDDEN, "Cancel the order.", {
      intents: [intent("a", "Cancel", "the order", "Cancel the order")],
    });
    expect(turn.changes[0]).toMatchObject({ operation: "add", effect: "pending", target: { id: "intent-2" } });
    expect(effective.intents).toEqual(FORBIDDEN.intents);
    expect(status).toBe("ambiguous");
  });

  test("what belongs to a waiting request waits with it", () => {
    const { turn } = next(FORBIDDEN, "Cancel the order by Friday.", {
      intents: [intent("a", "Cancel", "the order", "Cancel the order")],
      constraints: [constraint("t", "a", "time", "by Friday")],
    });
    expect(turn.changes.slice(0, 2).map((change) => change.effect)).toEqual(["pending", "pending"]);
  });
});

describe("repetition", () => {
  const said = () => ({
    intents: [intent("a", "Buy", "one ticket to Berlin", "Buy one ticket to Berlin")],
    constraints: [constraint("q", "a", "quantity", "one ticket")],
  });

  test("an identical request yields one change without effect", () => {
    const { turn, effective } = next(ONE_TICKET, "Buy one ticket to Berlin.", said());
    expect(turn.changes).toMatchObject([
      { operation: "add", target: { kind: "intent", id: "intent-1" }, effect: "no_effect" },
    ]);
    expect(turn.changes[0]?.description).toBe("Already so before this turn");
    expect(effective.intents).toEqual(ONE_TICKET.intents);
    expect(turn.intentIds).toEqual(["intent-1"]);
  });

  test("another one is a new intent", () => {
    const { effective } = next(ONE_TICKET, "Buy another ticket to Berlin.", {
      intents: [intent("a", "Buy", "another ticket to Berlin", "Buy another ticket to Berlin")],
    });
    expect(effective.intents.map((one) => one.id)).toEqual(["intent-1", "intent-2"]);
  });

  test("with something new about it is a new intent", () => {
    const { effective } = next(ONE_TICKET, "Buy one ticket to Berlin by Friday.", {
      ...said(),
      constraints: [...said().constraints, constraint("t", "a", "time", "by Friday")],
    });
    expect(effective.intents).toHaveLength(2);
  });

  test("of a prohibition that the same turn rewords keeps both", () => {
    const { effective } = next(FORBIDDEN, "Do not cancel the order. Cancel it in writing only.", {
      kind: "mixed",
      constraints: [
        constraint("p", "intent-1", "prohibition", "Do not cancel the order"),
        constraint("r", null, "format", "in writing only", {
          baselineId: "constraint-1",
          evidence: [quote("Cancel it in writing only")],
        }),
      ],
    });
    expect(effective.intents[0]?.constraints.map((one) => [one.id, one.kind])).toEqual([
      ["constraint-1", "format"],
      ["constraint-2", "prohibition"],
    ]);
  });
});

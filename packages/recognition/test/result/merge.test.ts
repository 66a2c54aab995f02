import { describe, expect, test } from "vitest";
import { FORBIDDEN, next, ONE_TICKET, TICKET_AND_ROOM } from "./conversation.ts";
import { constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

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

  test("ids go on from the highest number, wherever it stands", () => {
    const [first, second] = TICKET_AND_ROOM.intents;
    const turned = { ...TICKET_AND_ROOM, intents: [second, first].flatMap((one) => one ?? []) };
    const { effective } = next(turned, "Call Sam.", { intents: [intent("a", "Call", "Sam", "Call Sam")] });
    expect(effective.intents.map((one) => one.id)).toEqual(["intent-2", "intent-1", "intent-3"]);
  });

  test("extensions and domains are this instance's own: a baseline brings none along", () => {
    const [standing] = FORBIDDEN.intents;
    const child = { ...standing, id: "intent-2", constraints: [], domain: "orders", extensions: { admin: true } };
    const baseline = {
      ...FORBIDDEN,
      intents: [{ ...standing, domain: "root", extensions: { admin: true }, children: [child] }],
    } as typeof FORBIDDEN;
    const thanks = { kind: "social", accounted: [{ kind: "social", evidence: [quote("Thanks.")] }] } as const;
    const domains = [{ name: "orders", description: "Orders" }];
    const carried = resultOf(requestOf("Thanks.", { baseline }, { domains }), structuredClone(thanks) as never);
    const [outer] = carried.effective.intents;
    expect(outer).toMatchObject({ domain: null, extensions: {} });
    expect(outer?.children).toMatchObject([{ domain: "orders", extensions: {} }]);
    const filled = resultOf(
      requestOf("Thanks.", { baseline }, { extend: ({ id, extensions }) => ({ id, extensions }) }),
      structuredClone(thanks) as never,
    );
    expect(filled.effective.intents[0]?.extensions).toEqual({ id: "intent-1", extensions: {} });
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

  test.each(["", " \n"])("of a context that says nothing (%j) is unclear as well", (context) => {
    const { turn, status } = resultOf(requestOf("Yes.", { context }), { kind: "confirmation" });
    expect([turn.kind, status]).toEqual(["unclear", "ambiguous"]);
  });

  test("with something to confirm keeps its kind", () => {
    const { turn } = next(FORBIDDEN, "Yes.", {
      kind: "confirmation",
      accounted: [{ kind: "social", evidence: [quote("Yes")] }],
    });
    expect(turn).toMatchObject({ kind: "confirmation", changes: [] });
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

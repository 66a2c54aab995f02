import { describe, expect, test } from "vitest";
import { FORBIDDEN, next, ONE_TICKET, stateAfter } from "./conversation.ts";
import { constraint, intent, quote, requestOf, resultOf } from "./material.ts";

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

  test("of a limit waits too when the turn calls it a request of its own", () => {
    const parts = { intents: [intent("a", "Get", "the 80 one", "Get the 80 one")] };
    const { turn, effective, issues, status } = next(LIMITED, "Get the 80 one.", structuredClone(parts));
    expect(turn.changes[0]).toMatchObject({ operation: "add", effect: "pending" });
    expect(effective.intents).toMatchObject([{ target: "a lamp" }]);
    expect(issues.map((issue) => issue.code)).toEqual(["CONSTRAINT_CONFLICT"]);
    expect(status).toBe("ambiguous");
    // Where another limit allows it, it may be that one.
    const both = next(LIMITED, "Buy a desk for at most €90.", {
      intents: [intent("d", "Buy", "a desk", "Buy a desk")],
      constraints: [constraint("m", "d", "limit", "at most €90")],
    }).effective;
    expect(next(both, "Get the 80 one.", structuredClone(parts)).turn.changes[0]).toMatchObject({ effect: "applied" });
    // Something else at its own price is under no limit of the lamp.
    const other = { intents: [intent("a", "Get", "a chair for €80", "Get a chair for €80")] };
    expect(next(LIMITED, "Get a chair for €80.", other).turn.changes[0]).toMatchObject({ effect: "applied" });
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

  test("of a standing request by a new prohibition: it holds at once, and the two are asked about", () => {
    const said = (text: string) => ({ constraints: [constraint("p", null, "prohibition", text)] });
    const text = "Do not buy the ticket to Berlin";
    const { turn, effective, issues, status } = next(ONE_TICKET, `${text}.`, said(text));
    expect(turn.changes[0]).toMatchObject({ operation: "add", target: { kind: "constraint" }, effect: "applied" });
    expect(effective.unresolved).toMatchObject([
      { kind: "conflict", intentId: "intent-1", options: [text, "Buy one ticket to Berlin"] },
    ]);
    expect(issues).toMatchObject([{ code: "CONSTRAINT_CONFLICT", path: "/turn/changes/0" }]);
    expect(status).toBe("ambiguous");
    for (const other of [
      "Do not buy a ticket to Rome",
      "Never buy the ticket on a Friday",
      "Do not buy all of them",
      "Do not buy any other ticket",
    ])
      expect(next(ONE_TICKET, `${other}.`, said(other)).status).toBe("complete");
    const both = {
      ...said(text),
      removals: [{ kind: "intent" as const, id: "intent-1", name: null, evidence: [quote(text)] }],
    };
    expect(next(ONE_TICKET, `${text}.`, both).effective).toMatchObject({ intents: [], unresolved: [] });
  });

  test.each([
    ["Cancel order 5", "Do not cancel order 5", "ambiguous"],
    ["Cancel order 5", "Do not cancel order 6", "complete"],
    ["Buy shoes and socks", "Do not buy socks in white", "complete"],
    ["Reply to Ann", "Do not reply to all of them", "complete"],
    ["Call Ann", "Do not call Ann before noon", "complete"],
  ])("of a request in the same message, when it is the very same: %s, %s", (asked, forbidden, status) => {
    const [action = ""] = asked.split(" ");
    const result = resultOf(requestOf(`${asked}. ${forbidden}.`), {
      intents: [intent("a", action, asked.slice(action.length + 1), asked)],
      constraints: [constraint("p", null, "prohibition", forbidden)],
    });
    expect(result.status).toBe(status);
    expect(result.effective.constraints).toMatchObject([{ kind: "prohibition", text: forbidden }]);
  });

  test("is none where all is forbidden and one is asked for", () => {
    const replies = stateAfter("Do not reply to everyone.", {
      constraints: [constraint("p", null, "prohibition", "Do not reply to everyone")],
    });
    const { turn } = next(replies, "Reply to Ann.", { intents: [intent("a", "Reply", "Ann", "Reply to Ann")] });
    expect(turn.changes[0]).toMatchObject({ effect: "applied" });
  });

  test("what belongs to a waiting request waits with it", () => {
    const { turn } = next(FORBIDDEN, "Cancel the order by Friday.", {
      intents: [intent("a", "Cancel", "the order", "Cancel the order")],
      constraints: [constraint("t", "a", "time", "by Friday")],
    });
    expect(turn.changes.slice(0, 2).map((change) => change.effect)).toEqual(["pending", "pending"]);
  });
});

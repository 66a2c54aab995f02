import { describe, expect, test } from "vitest";
import type { Candidate } from "../../src/types/candidate.ts";
import { check, entry, extracted, ORDER_ID, run } from "./field-material.ts";
import { intent, quote } from "./material.ts";

describe("a baseline with values", () => {
  const first = run(ORDER_ID, "Check 00417.", {
    intents: [check("00417")],
    fields: [extracted("orderId", "a", "00417", "Check 00417")],
  });

  test("carries what the turn does not speak of", () => {
    const { fieldResults, effective, turn } = run(
      ORDER_ID,
      "Thanks.",
      { kind: "social" },
      { baseline: first.effective },
      ["orderId"],
    );
    expect(fieldResults).toMatchObject([
      {
        status: "carried",
        value: "00417",
        sourceRefs: [{ root: "baseline", pointer: "/intents/0/inputs/orderId/value" }],
      },
    ]);
    expect(effective.intents[0]?.inputs.orderId).toMatchObject({ value: "00417", origin: "baseline" });
    expect(turn.changes).toEqual([]);
  });

  test("carries it although the candidate calls it missing", () => {
    const { fieldResults } = run(
      ORDER_ID,
      "Thanks.",
      {
        kind: "social",
        fields: [entry("orderId", "intent-1", "missing")],
      },
      { baseline: first.effective },
      ["orderId"],
    );
    expect(fieldResults).toMatchObject([{ status: "carried" }]);
  });

  test("a carried value that does not fit the Schema any more is invalid", () => {
    const strict = { orderId: { type: "string", minLength: 8 } };
    const { fieldResults, status, effective } = run(
      strict,
      "Thanks.",
      { kind: "social" },
      { baseline: first.effective },
      ["orderId"],
    );
    expect(fieldResults).toMatchObject([{ status: "invalid" }]);
    expect(fieldResults[0]).not.toHaveProperty("value");
    expect(effective.intents[0]?.inputs.orderId?.value).toBe("00417");
    expect(status).toBe("needs_input");
  });

  test("a new value replaces the old one", () => {
    const { turn, effective } = run(
      ORDER_ID,
      "Make that 00500.",
      {
        kind: "correction",
        fields: [extracted("orderId", "intent-1", "00500", "Make that 00500")],
      },
      { baseline: first.effective },
    );
    expect(turn.changes).toMatchObject([
      {
        operation: "replace",
        target: { kind: "input", id: "intent-1", name: "orderId" },
        before: "00417",
        after: "00500",
        effect: "applied",
      },
    ]);
    expect(effective.intents[0]?.inputs.orderId).toMatchObject({ value: "00500", origin: "turn" });
  });

  test("the same value again has no effect", () => {
    const { turn, fieldResults } = run(
      ORDER_ID,
      "That is 00417.",
      {
        kind: "refinement",
        fields: [extracted("orderId", "intent-1", "00417", "That is 00417")],
      },
      { baseline: first.effective },
    );
    expect(turn.changes).toMatchObject([{ effect: "no_effect" }]);
    expect(fieldResults).toMatchObject([{ status: "extracted", value: "00417" }]);
  });

  test("a new value that either of two requests could mean waits", () => {
    const both = run(ORDER_ID, "Check 00417. Return 00418.", {
      intents: [check("00417"), intent("b", "Return", "00418", "Return 00418")],
      fields: [extracted("orderId", "a", "00417", "Check 00417"), extracted("orderId", "b", "00418", "Return 00418")],
    });
    const { turn, fieldResults, status, effective } = run(
      ORDER_ID,
      "Make that 00500.",
      {
        kind: "correction",
        fields: [extracted("orderId", "intent-1", "00500", "Make that 00500")],
      },
      { baseline: both.effective },
    );
    expect(turn.changes[0]).toMatchObject({ operation: "replace", effect: "pending" });
    expect(fieldResults).toMatchObject([
      { status: "ambiguous", alternatives: ["00417", "00500"] },
      { status: "carried" },
    ]);
    expect(effective.intents[0]?.inputs.orderId?.value).toBe("00417");
    expect(status).toBe("ambiguous");
  });

  test("a withdrawn value is gone", () => {
    const { turn, effective, fieldResults } = run(
      ORDER_ID,
      "Forget the number.",
      {
        kind: "withdrawal",
        removals: [{ kind: "input", id: "intent-1", name: "orderId", evidence: [quote("Forget the number")] }],
      },
      { baseline: first.effective },
    );
    expect(turn.changes).toMatchObject([
      { operation: "remove", target: { kind: "input", id: "intent-1", name: "orderId" } },
    ]);
    expect(effective.intents[0]?.inputs).toEqual({});
    expect(fieldResults).toMatchObject([{ status: "not_provided" }]);
  });
});

describe("a value that is withdrawn and said anew in one turn", () => {
  const first = run(ORDER_ID, "Check 00417.", {
    intents: [check("00417")],
    fields: [extracted("orderId", "a", "00417", "Check 00417")],
  });
  const say = (field: Partial<Candidate>, now: string) =>
    run(
      ORDER_ID,
      `Forget 00417, it is ${now}.`,
      {
        kind: "correction",
        removals: [{ kind: "input", id: "intent-1", name: "orderId", evidence: [quote("Forget 00417")] }],
        ...field,
      },
      { baseline: first.effective },
    );

  test("is replaced, by one change", () => {
    const { turn, effective, status } = say(
      { fields: [extracted("orderId", "intent-1", "00500", "it is 00500")] },
      "00500",
    );
    expect(turn.changes).toMatchObject([{ operation: "replace", before: "00417", after: "00500", effect: "applied" }]);
    expect(turn.changes).toHaveLength(1);
    expect(effective.intents[0]?.inputs.orderId).toMatchObject({ value: "00500", origin: "turn" });
    expect(status).toBe("complete");
  });

  test("is the same as before, and nothing changes", () => {
    const { turn, effective } = say({ fields: [extracted("orderId", "intent-1", "00417", "it is 00417")] }, "00417");
    expect(turn.changes).toMatchObject([{ operation: "add", effect: "no_effect" }]);
    expect(effective.intents[0]?.inputs.orderId).toMatchObject({ value: "00417", origin: "baseline" });
  });

  test("is gone when the new one is not clear", () => {
    const { turn, effective } = say({ fields: [entry("orderId", "intent-1", "indeterminate")] }, "another");
    expect(turn.changes[0]).toMatchObject({ operation: "remove", effect: "applied" });
    expect(effective.intents[0]?.inputs).toEqual({});
  });
});

describe("what a request contains", () => {
  test("is asked for a field only when something is known of it", () => {
    const parts: Partial<Candidate> = {
      intents: [
        intent("a", "Remind", "me", "Remind me to check 00417"),
        intent("b", "check", "00417", "check 00417", { parent: "a" }),
      ],
    };
    const bare = run(ORDER_ID, "Remind me to check 00417.", parts);
    expect(bare.fieldResults.map((one) => one.intentId)).toEqual(["intent-1"]);
    expect(bare.effective.intents[0]?.children.map((one) => one.id)).toEqual(["intent-2"]);
    const known = run(ORDER_ID, "Remind me to check 00417.", {
      ...parts,
      fields: [extracted("orderId", "b", "00417", "check 00417")],
    });
    expect(known.fieldResults.map((one) => [one.intentId, one.status])).toEqual([
      ["intent-1", "not_provided"],
      ["intent-2", "extracted"],
    ]);
  });
});

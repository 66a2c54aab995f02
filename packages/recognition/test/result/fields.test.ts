import { describe, expect, test } from "vitest";
import { check, entry, extracted, ORDER_ID, run } from "./field-material.ts";
import { intent, quote } from "./material.ts";

describe("field results", () => {
  test("come in Schema order, then in the order of the intents, whatever the candidate's order", () => {
    const { fieldResults } = run({ b: { type: "string" }, a: { type: "string" } }, "Check 1. Check 2.", {
      intents: [check("1"), check("2", "b")],
      fields: [extracted("a", "b", "2", "Check 2"), extracted("b", "a", "1", "Check 1")],
    });
    expect(fieldResults.map((one) => [one.field, one.intentId, one.status])).toEqual([
      ["b", "intent-1", "extracted"],
      ["b", "intent-2", "not_provided"],
      ["a", "intent-1", "not_provided"],
      ["a", "intent-2", "extracted"],
    ]);
  });

  test("are there for the selected fields only", () => {
    const { fieldResults } = run(
      { a: { type: "string" }, b: { type: "string" } },
      "Check 1.",
      { intents: [check("1")] },
      { fields: ["b"] },
    );
    expect(fieldResults.map((one) => one.field)).toEqual(["b"]);
  });

  test("a literal value keeps its leading zeros, in the intent's inputs as in the result", () => {
    const { fieldResults, effective, status } = run(
      ORDER_ID,
      "Check 00417.",
      {
        intents: [check("00417")],
        fields: [extracted("orderId", "a", "00417", "Check 00417")],
      },
      {},
      ["orderId"],
    );
    expect(fieldResults).toEqual([
      {
        field: "orderId",
        intentId: "intent-1",
        required: true,
        status: "extracted",
        value: "00417",
        sourceRefs: [{ root: "input", pointer: "" }],
      },
    ]);
    expect(effective.intents[0]?.inputs).toEqual({
      orderId: { value: "00417", origin: "turn", sourceRefs: [{ root: "input", pointer: "" }] },
    });
    expect(status).toBe("complete");
  });

  test("a required value that is missing asks and needs input", () => {
    const { fieldResults, effective, status, issues } = run(
      ORDER_ID,
      "Check the order.",
      { intents: [check("the order")] },
      {},
      ["orderId"],
    );
    expect(fieldResults).toMatchObject([{ status: "missing", required: true }]);
    expect(fieldResults[0]).not.toHaveProperty("value");
    expect(effective.unresolved).toMatchObject([
      { kind: "missing", text: "orderId", intentId: "intent-1", question: 'What is the value of "orderId"?' },
    ]);
    expect(issues).toMatchObject([{ code: "FIELD_MISSING", path: "/fieldResults/0" }]);
    expect(status).toBe("needs_input");
  });

  test("a required value of the request is not asked for where nothing is asked", () => {
    const ofRequest = { customer: { type: "string", "x-intent": { perIntent: false } } };
    const silent = { kind: "social", accounted: [{ kind: "social", evidence: [quote("Thanks!")] }] } as const;
    const thanks = run(ofRequest, "Thanks!", structuredClone(silent) as never, {}, ["customer"]);
    expect(thanks).toMatchObject({ status: "none", issues: [], turn: { changes: [] }, effective: { unresolved: [] } });
    expect(thanks.fieldResults).toMatchObject([{ field: "customer", status: "missing" }]);
    const asked = run(ofRequest, "Check it.", { intents: [check("it")] }, {}, ["customer"]);
    expect(asked).toMatchObject({ status: "needs_input", effective: { unresolved: [{ text: "customer" }] } });
  });

  test("the candidate's own question about a missing value is asked in place of the core's", () => {
    const { effective } = run(
      ORDER_ID,
      "Check the order.",
      {
        intents: [check("the order")],
        unresolved: [
          {
            kind: "missing",
            owner: "a",
            text: "the order",
            question: "Which order?",
            options: [],
            evidence: [quote("the order")],
          },
        ],
      },
      {},
      ["orderId"],
    );
    expect(effective.unresolved).toMatchObject([{ kind: "missing", text: "orderId", question: "Which order?" }]);
  });

  test("an optional value that is missing is not provided", () => {
    const { fieldResults, status } = run(ORDER_ID, "Check the order.", {
      intents: [check("the order")],
      fields: [entry("orderId", "a", "missing")],
    });
    expect(fieldResults).toMatchObject([{ status: "not_provided" }]);
    expect(status).toBe("complete");
  });

  test("a candidate cannot talk a required value away", () => {
    const { fieldResults } = run(
      ORDER_ID,
      "Check the order.",
      {
        intents: [check("the order")],
        fields: [entry("orderId", "a", "not_applicable")],
      },
      {},
      ["orderId"],
    );
    expect(fieldResults).toMatchObject([{ status: "missing" }]);
  });

  test("two values for one are ambiguous, with both to choose from", () => {
    const { fieldResults, effective, status, issues } = run(ORDER_ID, "Check 00417 and 00418.", {
      intents: [check("00417 and 00418")],
      fields: [
        entry("orderId", "a", "ambiguous", {
          alternativesJson: ['"00417"', '"00418"'],
          evidence: [quote("00417 and 00418")],
        }),
      ],
    });
    expect(fieldResults).toMatchObject([{ status: "ambiguous", alternatives: ["00417", "00418"] }]);
    expect(effective.unresolved).toMatchObject([{ kind: "ambiguity", options: ["00417", "00418"] }]);
    expect(issues.map((issue) => issue.code)).toEqual(["FIELD_AMBIGUOUS"]);
    expect(status).toBe("ambiguous");
  });

  test("a conflict is one, with its alternatives", () => {
    const { fieldResults, status, effective } = run(ORDER_ID, "Check 00417 which is 00418.", {
      intents: [check("00417 which is 00418")],
      fields: [
        entry("orderId", "a", "conflict", {
          alternativesJson: ['"00417"', '"00418"'],
          evidence: [quote("00417 which is 00418")],
        }),
      ],
    });
    expect(fieldResults).toMatchObject([{ status: "conflict", alternatives: { length: 2 } }]);
    expect(effective.unresolved).toMatchObject([{ kind: "conflict" }]);
    expect(status).toBe("ambiguous");
  });

  test("an indeterminate value makes the result partial, with the note as message", () => {
    const { fieldResults, status } = run(ORDER_ID, "Check that order.", {
      intents: [check("that order")],
      fields: [
        entry("orderId", "a", "indeterminate", { note: "it points at a list", evidence: [quote("that order")] }),
      ],
    });
    expect(fieldResults).toMatchObject([{ status: "indeterminate", message: "it points at a list" }]);
    expect(status).toBe("partial");
  });

  test("a field for other actions is not applicable", () => {
    const place = { place: { type: "string", "x-intent": { appliesTo: ["book", "look up"] } } };
    const { fieldResults, status } = run(
      place,
      "Check 1. Book a room. Look up order 5.",
      {
        intents: [
          check("1"),
          intent("b", "Book", "a room", "Book a room"),
          intent("c", "Look up", "order 5", "Look up order 5"),
        ],
      },
      {},
      ["place"],
    );
    expect(fieldResults.map((one) => one.status)).toEqual(["not_applicable", "missing", "missing"]);
    expect(status).toBe("needs_input");
  });

  test("a value of the whole request is a fact of the turn", () => {
    const party = { party: { type: "integer", "x-intent": { perIntent: false } } };
    const { fieldResults, turn, effective } = run(party, "Book a table for 4. Reserve a taxi.", {
      intents: [
        intent("a", "Book", "a table", "Book a table for 4"),
        intent("b", "Reserve", "a taxi", "Reserve a taxi"),
      ],
      fields: [extracted("party", null, 4, "a table for 4")],
    });
    expect(fieldResults).toMatchObject([{ field: "party", intentId: null, status: "extracted", value: 4 }]);
    expect(turn.facts).toEqual({ party: { value: 4, origin: "turn", sourceRefs: [{ root: "input", pointer: "" }] } });
    expect(effective.intents.every((one) => Object.keys(one.inputs).length === 0)).toBe(true);
  });

  test("a bare number in a field with a currency is an inference", () => {
    const price = { price: { type: "number", "x-intent": { currency: "NOK" } } };
    const { inferences } = run(price, "Sell it for 50.", {
      intents: [intent("a", "Sell", "it", "Sell it for 50")],
      fields: [extracted("price", "a", 50, "for 50")],
    });
    expect(inferences).toMatchObject([{ path: "/fieldResults/0/value", kind: "default" }]);
  });

  test("a value from the context says so", () => {
    const { effective } = run(
      ORDER_ID,
      "Check that order.",
      {
        intents: [check("that order")],
        fields: [
          entry("orderId", "a", "extracted", {
            valueJson: '"00417"',
            evidence: [quote("that order"), { root: "context", pointer: "/0/content", text: "order 00417" }],
          }),
        ],
      },
      { context: [{ role: "assistant", content: "You have order 00417." }] },
    );
    expect(effective.intents[0]?.inputs.orderId?.origin).toBe("context");
  });
});

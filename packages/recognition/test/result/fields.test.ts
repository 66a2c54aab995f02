import { describe, expect, test } from "vitest";
import { recognise } from "../../src/result/recognise.ts";
import type { Candidate, CandidateField } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { JsonObject } from "../../src/types/json.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { candidateOf, intent, quote, requestOf, resultOf } from "./material.ts";

function entry(
  field: string,
  owner: string | null,
  status: CandidateField["status"],
  more: Partial<CandidateField> = {},
): CandidateField {
  return { field, owner, status, valueJson: null, alternativesJson: [], evidence: [], note: null, ...more };
}

function extracted(field: string, owner: string | null, value: unknown, said: string): CandidateField {
  return entry(field, owner, "extracted", { valueJson: JSON.stringify(value), evidence: [quote(said)] });
}

function run(
  properties: JsonObject,
  input: string,
  parts: Partial<Candidate>,
  more: Partial<IntentInput> = {},
  required: string[] = [],
): IntentResult {
  const schema = { type: "object", properties, required, additionalProperties: false };
  return resultOf(requestOf(input, more, { schema }), parts);
}

const ORDER_ID = { orderId: { type: "string", "x-intent": { exact: true } } };
const check = (target: string, key = "a") => intent(key, "Check", target, `Check ${target}`);

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

describe("date fields", () => {
  const schema = { type: "object", properties: { day: { type: "string", format: "date" } } };
  // Straight to the core: whatever let a date through, the core looks at it itself.
  const day = (value: string, said: string, more: Partial<IntentInput> = {}) =>
    recognise(
      requestOf(`Send it ${said}.`, more, { schema }),
      candidateOf({
        intents: [intent("a", "Send", "it", `Send it ${said}`)],
        fields: [extracted("day", "a", value, said)],
      }),
    );

  test("take the date that the words say", () => {
    const { fieldResults, issues } = day("2026-12-01", "tomorrow");
    expect(fieldResults).toMatchObject([{ status: "extracted", value: "2026-12-01" }]);
    expect(issues).toEqual([]);
  });

  test("are indeterminate without a reference time", () => {
    const { fieldResults, issues, status } = day("2026-12-01", "tomorrow", { referenceTime: undefined });
    expect(fieldResults).toMatchObject([{ status: "indeterminate" }]);
    expect(issues).toMatchObject([{ code: "TIME_UNANCHORED", path: "/fieldResults/0" }]);
    expect(status).toBe("partial");
  });

  test("are indeterminate when the proposed date is another one", () => {
    const { fieldResults, issues } = day("2026-12-02", "tomorrow");
    expect(fieldResults).toMatchObject([{ status: "indeterminate" }]);
    expect(issues).toMatchObject([{ code: "VALUE_NOT_NORMALISED" }]);
  });

  test("are ambiguous when the words have two readings", () => {
    const { fieldResults, status } = day("2027-04-03", "on 03/04");
    expect(fieldResults).toMatchObject([{ status: "ambiguous", alternatives: ["2027-04-03", "2027-03-04"] }]);
    expect(status).toBe("ambiguous");
  });
});

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

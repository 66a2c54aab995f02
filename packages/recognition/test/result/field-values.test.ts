import { describe, expect, test } from "vitest";
import { recognise } from "../../src/result/recognise.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import { check, entry, extracted, ORDER_ID, run } from "./field-material.ts";
import { candidateOf, intent, quote, requestOf, resultOf } from "./material.ts";

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

describe("date fields, however the Schema says so,", () => {
  const day = { type: "string", format: "date", title: "Day of arrival" };
  const forms: [string, object, boolean][] = [
    ["itself", day, false],
    ["behind references", { $ref: "#/$defs/again" }, false],
    ["with null beside it", { anyOf: [{ $ref: "#/$defs/day" }, { type: "null" }] }, false],
    ["in items", { type: "array", items: { $ref: "#/$defs/day" } }, true],
  ];
  const said = (
    form: object,
    text: string,
    value: unknown,
    more: Partial<IntentInput> = {},
    about?: Partial<Candidate>,
  ) => {
    const schema = {
      type: "object",
      properties: { day: form },
      $defs: { day, again: { $ref: "#/$defs/day" } },
    } as unknown as JsonSchema;
    return resultOf(requestOf(`Book a room ${text}.`, more, { schema }), {
      intents: [intent("a", "Book", "a room", "Book a room")],
      fields: [extracted("day", "a", value, text)],
      ...about,
    });
  };

  test.each(forms)("%s: take what the words say", (_, form, many) => {
    const value = many ? ["2026-12-04"] : "2026-12-04";
    expect(said(form, "for Friday", value).fieldResults).toMatchObject([{ status: "extracted", value }]);
  });

  test.each(forms)("%s: are indeterminate where the words settle no date, whatever is proposed", (_, form, many) => {
    const unanchored = { referenceTime: undefined };
    for (const text of ["for Friday", "for Friday or Saturday", "for Friday, then for next week"]) {
      const { fieldResults, issues, status } = said(form, text, many ? ["1999-01-01"] : "1999-01-01", unanchored);
      expect(fieldResults).toMatchObject([{ status: "indeterminate" }]);
      expect(issues.map((issue) => issue.code)).toEqual(["TIME_UNANCHORED"]);
      expect(status).toBe("partial");
    }
    const made = said(form, "for 03/04 or 05/06", many ? ["1999-01-01"] : "1999-01-01");
    expect(made.fieldResults).toMatchObject([{ status: "indeterminate" }]);
    expect(made.issues.map((issue) => issue.code)).toEqual(["VALUE_NOT_NORMALISED"]);
  });

  test("an inference about other words settles no date either", () => {
    const { fieldResults } = said(
      day,
      "for Friday",
      "1999-01-01",
      { referenceTime: undefined },
      {
        fields: [{ ...extracted("day", "a", "1999-01-01", "Book"), evidence: [quote("Book")] }],
        inferences: [
          { about: "day", kind: "wording", statement: "The day is on Friday.", evidence: [quote("for Friday")] },
        ],
      },
    );
    expect(fieldResults).toMatchObject([{ status: "indeterminate" }]);
  });

  test.each(forms)("%s: are asked for by their title", (_, form, many) => {
    const schema = {
      type: "object",
      properties: { day: form },
      $defs: { day, again: { $ref: "#/$defs/day" } },
      required: ["day"],
    } as unknown as JsonSchema;
    const { effective } = resultOf(requestOf("Book it.", {}, { schema }), {
      intents: [intent("a", "Book", "it", "Book it")],
    });
    const behind = "$ref" in form || form === day;
    expect(effective.unresolved[0]?.question).toBe(`What is the value of "${behind ? "Day of arrival" : "day"}"?`);
    expect(many && behind).toBe(false);
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

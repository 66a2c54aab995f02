import { describe, expect, test } from "vitest";
import type { CandidateConstraint } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { constraint, intent, quote, requestOf, resultOf } from "./material.ts";

/** "Send the books" with one constraint of the given words. */
function send(
  kind: CandidateConstraint["kind"],
  text: string,
  valueJson: object | null = null,
  more: Partial<IntentInput> = {},
  options: IntentOptions = {},
): IntentResult {
  return resultOf(requestOf(`Send the books ${text}.`, more, options), {
    intents: [intent("a", "Send", "the books", "Send the books")],
    constraints: [
      constraint("c", "a", kind, text, { valueJson: valueJson === null ? null : JSON.stringify(valueJson) }),
    ],
  });
}

const firstValue = (result: IntentResult) => result.effective.intents[0]?.constraints[0]?.value;

describe("a constraint without a value of its own", () => {
  test("gets what its words say, and the reading of a relative time is written down", () => {
    const result = send("time", "tomorrow at 7pm");
    expect(firstValue(result)).toMatchObject({ type: "time", start: "2026-12-01T19:00:00+01:00" });
    expect(result.inferences).toMatchObject([
      { id: "inference-1", path: "/effective/intents/0/constraints/0/value", kind: "relative_time" },
    ]);
    expect(result.inferences[0]?.sourceRefs).toEqual([
      { root: "input", pointer: "" },
      { root: "referenceTime", pointer: "" },
    ]);
  });

  test("takes from the words beside it the day that its own words leave out", () => {
    const request = requestOf("Book a flight on the 14th, nothing before noon.");
    const result = resultOf(request, {
      intents: [intent("a", "Book", "a flight", "Book a flight")],
      constraints: [constraint("c", "a", "time", "on the 14th"), constraint("d", "a", "time", "nothing before noon")],
    });
    expect(result.effective.intents[0]?.constraints[1]?.value).toMatchObject({ start: "2026-12-14T12:00:00+01:00" });
  });

  test("without a reference time keeps its text, and says so", () => {
    const result = send("time", "tomorrow", null, { referenceTime: undefined });
    expect(firstValue(result)).toBeUndefined();
    expect(result.effective.intents[0]?.constraints[0]?.text).toBe("tomorrow");
    expect(result.issues).toMatchObject([
      { code: "TIME_UNANCHORED", severity: "warning", path: "/effective/intents/0/constraints/0" },
    ]);
    expect(result.status).toBe("partial");
  });

  test("an amount with a bare symbol has no currency, and the result says so", () => {
    const result = send("limit", "under $60");
    expect(firstValue(result)).toEqual({
      type: "amount",
      min: null,
      max: "60",
      minOpen: false,
      maxOpen: true,
      currency: null,
      symbol: "$",
    });
    expect(result.issues).toMatchObject([{ code: "CURRENCY_UNKNOWN", severity: "info" }]);
    expect(result.status).toBe("complete");
  });

  test("takes the currency that cited words state, as an inference, and none that they do not or that cannot be", () => {
    const said = (currency: string, source: string, text = "under $60") => {
      const value = { type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency };
      const about = { root: "context" as const, pointer: "/0/content", text: source };
      return resultOf(requestOf(`Send the books ${text}.`, { context: source }), {
        intents: [intent("a", "Send", "the books", "Send the books")],
        constraints: [
          constraint("c", "a", "limit", text, { valueJson: JSON.stringify(value), evidence: [quote(text), about] }),
        ],
      });
    };
    const stated = said("CAD", "All prices are in CAD.");
    expect(firstValue(stated)).toEqual({
      type: "amount",
      min: null,
      max: "60",
      minOpen: false,
      maxOpen: true,
      currency: "CAD",
    });
    expect(stated.inferences).toMatchObject([{ kind: "unit", path: "/effective/intents/0/constraints/0/value" }]);
    expect(stated).toMatchObject({ status: "complete", issues: [] });
    for (const other of [said("USD", "All prices are in CAD."), said("NOK", "All prices are in NOK.")]) {
      expect(firstValue(other)).toBeUndefined();
      expect(other.issues).toMatchObject([{ code: "VALUE_NOT_NORMALISED" }]);
    }
  });

  test("a default currency is an inference", () => {
    const result = send("limit", "under $60", null, {}, { defaults: { currency: "USD" } });
    expect(firstValue(result)).toMatchObject({ max: "60", currency: "USD" });
    expect(result.inferences).toMatchObject([{ kind: "default", path: "/effective/intents/0/constraints/0/value" }]);
    expect(result.issues).toEqual([]);
  });

  test("day-first against month-first is an ambiguity with both readings", () => {
    const result = send("time", "on 03/04");
    expect(firstValue(result)).toBeUndefined();
    expect(result.effective.unresolved).toMatchObject([
      { kind: "ambiguity", text: "on 03/04", intentId: "intent-1", options: ["2027-04-03", "2027-03-04"] },
    ]);
    expect(result.status).toBe("ambiguous");
  });

  test("an order of day and month in the configuration settles it", () => {
    const result = send("time", "on 03/04", null, {}, { defaults: { dateOrder: "DMY" } });
    expect(firstValue(result)).toMatchObject({ start: "2027-04-03" });
    expect(result.status).toBe("complete");
  });

  test("words that name no value stay words, with a remark", () => {
    const result = send("time", "as soon as possible");
    expect(firstValue(result)).toBeUndefined();
    expect(result.issues).toMatchObject([{ code: "VALUE_NOT_NORMALISED", severity: "info" }]);
    expect(result.status).toBe("complete");
  });

  test("a condition carries the amount it names, which is no limit", () => {
    const result = resultOf(requestOf("If the fare drops below €60, buy two tickets to Berlin."), {
      intents: [intent("a", "buy", "two tickets to Berlin", "buy two tickets to Berlin")],
      constraints: [constraint("c", "a", "condition", "If the fare drops below €60")],
    });
    expect(firstValue(result)).toMatchObject({ type: "amount", max: "60", maxOpen: true, currency: "EUR" });
  });
});

describe("a proposed value", () => {
  const amount = { type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency: null, symbol: "$" };

  test("that agrees with its words is kept in the contract's member order", () => {
    const { symbol, ...rest } = amount;
    const result = send("limit", "under $60", { symbol, ...rest });
    expect(JSON.stringify(firstValue(result))).toBe(JSON.stringify(amount));
  });

  test("that disagrees is dropped, the text stays", () => {
    const result = send("limit", "under $60", { ...amount, maxOpen: false });
    expect(firstValue(result)).toBeUndefined();
    expect(result.effective.intents[0]?.constraints[0]?.text).toBe("under $60");
    expect(result.issues).toMatchObject([{ code: "VALUE_NOT_NORMALISED", severity: "warning" }]);
    expect(result.status).toBe("partial");
  });

  test("that picks one of two readings does not settle them", () => {
    const result = send("time", "on 03/04", {
      type: "time",
      form: "date",
      start: "2027-04-03",
      grain: "day",
      zone: null,
    });
    expect(firstValue(result)).toBeUndefined();
    expect(result.status).toBe("ambiguous");
  });

  test("a text value is the candidate's own", () => {
    const result = resultOf(requestOf("Send the books in German."), {
      intents: [intent("a", "Send", "the books", "Send the books")],
      constraints: [
        constraint("f", "a", "format", "in German", { valueJson: JSON.stringify({ value: "German", type: "text" }) }),
      ],
    });
    expect(firstValue(result)).toEqual({ type: "text", value: "German" });
  });
});

describe("provenance", () => {
  test("with quotes every reference carries the raw words and where they stand, and none are merged", () => {
    const result = resultOf(requestOf("Send  the books. Call Sam. Call Sam.", { output: { evidence: "quotes" } }), {
      intents: [
        intent("a", "Send", "the books", "Send the books"),
        intent("b", "Call", "Sam", "Call Sam", { evidence: [quote("Call Sam"), quote("Sam")] }),
        intent("c", "Call", "Sam", "Call Sam"),
      ],
    });
    expect(result.turn.changes.map((change) => change.sourceRefs)).toEqual([
      [{ root: "input", pointer: "", quote: "Send  the books", start: 0 }],
      [
        { root: "input", pointer: "", quote: "Call Sam", start: 17 },
        { root: "input", pointer: "", quote: "Sam", start: 22 },
      ],
      [{ root: "input", pointer: "", quote: "Call Sam", start: 27 }],
    ]);
  });

  test("an inference of the candidate points at what it is about", () => {
    const result = resultOf(
      requestOf("Order the same one as before.", { context: "Your last order was 1 kg of beans." }),
      {
        intents: [intent("a", "Order", "1 kg of beans", "Order the same one as before")],
        references: [
          {
            owner: "a",
            kind: "prior_request",
            text: "the same one as before",
            resolvesTo: { root: "context", pointer: "/0/content", text: "1 kg of beans" },
            evidence: [quote("the same one as before")],
          },
        ],
        inferences: [
          {
            about: "a",
            kind: "reference",
            statement: "The last order was 1 kg of beans.",
            evidence: [{ root: "context", pointer: "/0/content", text: "1 kg of beans" }],
          },
        ],
      },
    );
    expect(result.effective.intents[0]?.references).toEqual([
      {
        id: "ref-1",
        kind: "prior_request",
        text: "the same one as before",
        resolved: { root: "context", pointer: "/0/content" },
      },
    ]);
    expect(result.inferences).toMatchObject([{ path: "/effective/intents/0", kind: "reference" }]);
    expect(result.status).toBe("complete");
  });

  test("a resolved reference is an inference even where the candidate does not say so", () => {
    const result = resultOf(requestOf("Send the report, then archive it."), {
      intents: [intent("a", "Send", "the report", "Send the report"), intent("b", "archive", "it", "archive it")],
      references: [
        { owner: "b", kind: "anaphora", text: "it", resolvesTo: quote("the report"), evidence: [quote("archive it")] },
      ],
    });
    expect(result.inferences).toMatchObject([
      {
        path: "/effective/intents/1/references/0/resolved",
        kind: "reference",
        statement: '"it" is read as "the report".',
      },
    ]);
  });

  test("an unresolved reference asks, once", () => {
    const result = resultOf(requestOf("Order the same one as before."), {
      intents: [intent("a", "Order", "the same one as before", "Order the same one as before")],
      references: [
        {
          owner: "a",
          kind: "prior_request",
          text: "the same one as before",
          resolvesTo: null,
          evidence: [quote("the same one as before")],
        },
      ],
    });
    expect(result.effective.unresolved).toMatchObject([
      { kind: "reference", intentId: "intent-1", question: 'What does "the same one as before" refer to?' },
    ]);
    expect(result.issues).toMatchObject([{ code: "REFERENCE_UNRESOLVED" }]);
    expect(result.status).toBe("ambiguous");
  });
});

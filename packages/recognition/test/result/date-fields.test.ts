import { describe, expect, test } from "vitest";
import { recognise } from "../../src/result/recognise.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import { extracted } from "./field-material.ts";
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

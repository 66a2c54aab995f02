import { describe, expect, it } from "vitest";
import type { Candidate, CandidateConstraint } from "../../src/types/candidate.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import { brokenPlaces, brokenRules, candidate, constraint, field, intent, quote, requestOf } from "./candidate-kit.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    orderId: { type: "string", "x-intent": { exact: true } },
    count: { type: "integer", minimum: 1 },
    due: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    lasts: { type: "string", format: "duration" },
    who: { type: "string" },
    speed: { type: "string", enum: ["normal", "express"] },
    note: { type: "string", "x-intent": { perIntent: false } },
    people: { type: "array", items: { type: "string" } },
    price: {
      type: "object",
      properties: { amount: { type: "number" }, currency: { type: "string" } },
      required: ["amount", "currency"],
      additionalProperties: false,
    },
  },
};
const INPUT = "Send two letters to Anna Berg by 4 December 2026, order 00417, for €1,250.50, as fast as you can.";
const GOAL = "Send two letters to Anna Berg";
const REFERENCE = "2026-11-30T09:00:00+01:00[Europe/Oslo]";
const request = requestOf({ input: INPUT, referenceTime: REFERENCE }, { schema });

const withFields = (...fields: Candidate["fields"]) =>
  candidate({ intents: [intent({ action: "Send", goal: GOAL })], fields });
const extracted = (name: string, value: unknown, ...texts: string[]) =>
  field({ field: name, valueJson: JSON.stringify(value), evidence: texts.map(quote) });

describe("V09: field entries", () => {
  const count = extracted("count", 2, "two letters");

  it.each<[string, Candidate, string]>([
    ["a field that is not there", withFields(extracted("colour", "red", "two")), "/fields/0/field"],
    ["a second entry for one owner", withFields(count, count), "/fields/1"],
    [
      "extracted without a value",
      withFields(field({ field: "count", evidence: [quote("two")] })),
      "/fields/0/valueJson",
    ],
    ["missing with a value", withFields({ ...count, status: "missing" }), "/fields/0/valueJson"],
    [
      "ambiguous with one value",
      withFields(field({ field: "count", status: "ambiguous", alternativesJson: ["2"], evidence: [quote("two")] })),
      "/fields/0/alternativesJson",
    ],
    [
      "ambiguous with one value twice",
      withFields(
        field({ field: "count", status: "ambiguous", alternativesJson: ["2", "2"], evidence: [quote("two")] }),
      ),
      "/fields/0/alternativesJson",
    ],
    ["extracted with alternatives", withFields({ ...count, alternativesJson: ["2"] }), "/fields/0/alternativesJson"],
    [
      "an owner for a field of the request",
      withFields(extracted("note", "as fast as you can", "as fast as you can")),
      "/fields/0/owner",
    ],
    ["no owner for a field of an intent", withFields({ ...count, owner: null }), "/fields/0/owner"],
  ])("refuses %s", (_, proposed, path) => {
    expect(brokenPlaces(request, proposed)).toEqual([`V09 ${path}`]);
  });

  it("refuses a field that exists and was not selected, and any when none was", () => {
    const some = requestOf({ input: INPUT, fields: ["who"] }, { schema });
    const none = requestOf({ input: INPUT, fields: [] }, { schema });
    expect(brokenRules(some, withFields(count))).toEqual(["V09"]);
    expect(brokenRules(none, withFields(count))).toEqual(["V09"]);
  });

  it("counts a key and the baseline id that it stands for as one owner", () => {
    const first = requestOf({ input: INPUT }, { schema });
    const twice = withFields(count, { ...count, owner: "i1" });
    expect(brokenPlaces(first, twice)).toEqual(["V09 /fields/1"]);
  });
});

describe("V10: values of fields", () => {
  it.each<[string, string, string, string[]]>([
    ["text that is no JSON", "who", "Anna Berg", ["Anna Berg"]],
    ["two values", "count", "2 2", ["two"]],
    ["a value of another type", "count", '"2"', ["two"]],
    ["a value outside its bounds", "count", "0", ["order 00417, for €1,250.50", "0"]],
    ["a member twice", "price", '{"amount":1250.5,"amount":1250.5,"currency":"EUR"}', ["€1,250.50"]],
    ["a member of the prototype", "price", '{"amount":1250.5,"currency":"EUR","__proto__":{}}', ["€1,250.50"]],
    ["an exact value in other characters", "orderId", '"00417"', ["order"]],
    ["an exact value without its leading zeros", "orderId", '"417"', ["order 00417"]],
    ["an exact value whose quote was cut short with it", "orderId", '"417"', ["417"]],
    ["an empty exact value", "orderId", '""', ["order 00417"]],
  ])("refuses %s", (_, name, valueJson, texts) => {
    const proposed = withFields(field({ field: name, valueJson, evidence: texts.map(quote) }));
    expect(brokenRules(request, proposed)).toContain("V10");
    expect(brokenPlaces(request, proposed)).toContain("V10 /fields/0/valueJson");
  });

  it("checks alternatives too", () => {
    const alternativesJson = ["2", "-2"];
    const proposed = withFields(
      field({ field: "count", status: "ambiguous", alternativesJson, evidence: [quote("two")] }),
    );
    expect(brokenPlaces(request, proposed)).toContain("V10 /fields/0/alternativesJson/1");
  });

  it("breaks nothing else for a value that is there and does not fit", () => {
    const proposed = withFields(extracted("speed", "fast", "as fast as you can"));
    expect(brokenPlaces(request, proposed)).toEqual(["V10 /fields/0/valueJson"]);
  });

  it("refuses a constraint's value of another form", () => {
    const held = (valueJson: string) =>
      brokenPlaces(
        request,
        candidate({ constraints: [constraint({ kind: "quantity", text: "two letters", valueJson })] }),
      );
    expect(held('{"type":"quantity","min":"2","max":"2","unit":null}')).toEqual([]);
    expect(held('{"type":"quantity","min":2,"max":2,"unit":null}')).toEqual(["V10 /constraints/0/valueJson"]);
    expect(held("two")).toEqual(["V10 /constraints/0/valueJson"]);
  });
});

describe("V11: values follow from their quotes", () => {
  it.each<[string, unknown, string[]]>([
    ["count", 2, ["two letters"]],
    ["due", "2026-12-04", ["by 4 December 2026"]],
    ["who", "Anna Berg", ["Anna Berg"]],
    ["who", "anna berg", ["Anna Berg"]],
    ["speed", "express", ["as fast as you can"]],
    ["orderId", "00417", ["order 00417"]],
    ["people", ["Anna"], ["Anna Berg"]],
    ["price", { amount: 1250.5, currency: "EUR" }, ["€1,250.50"]],
  ])("takes %s %j", (name, value, texts) => {
    expect(brokenPlaces(request, withFields(extracted(name, value, ...texts)))).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ["count", 3, ["two letters"]],
    ["count", 417, ["order 00417"]],
    ["due", "2026-12-05", ["by 4 December 2026"]],
    ["due", "2026-12-24", ["as fast as you can"]],
    ["who", "Anna Bergman", ["Anna Berg"]],
    ["who", "417", ["order 00417"]],
    ["who", "417", ["417"]],
    ["count", 417, ["417"]],
    ["count", 7, ["7"]],
    ["who", "An", ["Anna Berg"]],
    ["who", "Sam", ["Anna Berg"]],
    ["who", "the chairwoman", ["Anna Berg"]],
    ["who", "Anna at evil.example", ["Anna Berg"]],
    ["who", "anna@evil.example", ["Anna Berg"]],
    ["who", "Anna https://localhost", ["Anna Berg"]],
    ["people", ["Anna", "Sam"], ["Anna Berg"]],
    ["price", { amount: 1250.5, currency: "NOK" }, ["€1,250.50"]],
    ["price", { amount: 1251, currency: "EUR" }, ["€1,250.50"]],
  ])("refuses %s %j", (name, value, texts) => {
    expect(brokenPlaces(request, withFields(extracted(name, value, ...texts)))).toEqual(["V11 /fields/0/valueJson"]);
  });

  it("counts relative times from the reference time, and from nothing else", () => {
    const input = "Remind me tomorrow at 7pm for 30 minutes.";
    const value = (name: string, said: unknown, text: string, referenceTime?: string) =>
      brokenRules(
        requestOf({ input, ...(referenceTime === undefined ? {} : { referenceTime }) }, { schema }),
        candidate({ intents: [intent({ goal: "Remind me" })], fields: [extracted(name, said, text)] }),
      );
    expect(value("due", "2026-12-01", "tomorrow", REFERENCE)).toEqual([]);
    expect(value("due", "2026-12-02", "tomorrow", REFERENCE)).toEqual(["V11"]);
    expect(value("at", "2026-12-01T19:00:00+01:00", "tomorrow at 7pm", REFERENCE)).toEqual([]);
    expect(value("at", "2026-12-01T18:00:00Z", "tomorrow at 7pm", REFERENCE)).toEqual([]);
    expect(value("at", "2026-12-01T19:00:00Z", "tomorrow at 7pm", REFERENCE)).toEqual(["V11"]);
    expect(value("lasts", "PT30M", "30 minutes", REFERENCE)).toEqual([]);
    expect(value("lasts", "PT1H", "30 minutes", REFERENCE)).toEqual(["V11"]);
  });

  it("leaves a day that hangs in the air to the core, where the field holds dates, and nowhere else", () => {
    const days: JsonSchema = {
      type: "object",
      properties: {
        due: { type: "string", format: "date" },
        days: { type: "array", items: { type: "string", format: "date" } },
        clock: { type: "string", format: "time" },
        behind: { $ref: "#/$defs/again" },
        maybe: { anyOf: [{ $ref: "#/$defs/day" }, { type: "null" }] },
        mixed: { anyOf: [{ $ref: "#/$defs/day" }, { type: "string" }] },
        text: { type: "string" },
      },
      $defs: { day: { type: "string", format: "date" }, again: { $ref: "#/$defs/day" } },
    };
    const value = (name: string, said: unknown, text: string) =>
      brokenRules(
        requestOf({ input: "Remind me tomorrow at 7pm." }, { schema: days }),
        candidate({ intents: [intent({ goal: "Remind me" })], fields: [extracted(name, said, text)] }),
      );
    expect(value("due", "2026-12-01", "tomorrow")).toEqual([]);
    expect(value("days", ["2026-12-01"], "tomorrow")).toEqual([]);
    expect(value("behind", "2026-12-01", "tomorrow")).toEqual([]);
    expect(value("maybe", "2026-12-01", "tomorrow")).toEqual([]);
    expect(value("text", "2026-12-01", "tomorrow")).toEqual(["V11"]);
    expect(value("mixed", "2026-12-01", "tomorrow")).toEqual(["V11"]);
    expect(value("clock", "19:00:00Z", "at 7pm")).toEqual([]);
    expect(value("clock", "17:00:00Z", "at 7pm")).toEqual(["V11"]);
  });

  it("leaves times and amounts of constraints to the core", () => {
    const valueJson = JSON.stringify({ type: "time", form: "date", start: "2026-12-01", grain: "day", zone: null });
    const said = constraint({ kind: "time", text: "by 4 December 2026", valueJson });
    expect(brokenRules(request, candidate({ constraints: [said] }))).toEqual([]);
  });

  it("takes other words of a free text when an inference says so, and still no other name", () => {
    const said = (value: string) =>
      brokenRules(request, {
        ...withFields(extracted("who", value, "Anna Berg")),
        inferences: [{ about: "who", kind: "wording", statement: "shortened", evidence: [quote("Anna Berg")] }],
      });
    expect(said("the recipient")).toEqual([]);
    expect(said("the recipient Sam")).toEqual(["V11"]);
  });

  it("takes a number that a quote of the baseline or the context points at", () => {
    const evidence = [quote("two letters"), { root: "context" as const, pointer: "/0", text: null }];
    const other = requestOf({ input: INPUT, context: [{ role: "tool", content: "7 letters" }] }, { schema });
    const proposed = (value: number) =>
      withFields(
        field({
          field: "count",
          valueJson: String(value),
          evidence: [...evidence, { root: "context", pointer: "/0/content", text: "7 letters" }],
        }),
      );
    expect(brokenRules(other, proposed(7))).toEqual([]);
    expect(brokenRules(other, proposed(8))).toEqual(["V11"]);
  });

  it("refuses a constraint's value that nothing in its words says", () => {
    const held = (members: Partial<CandidateConstraint> & { text: string }) =>
      brokenPlaces(request, candidate({ constraints: [constraint(members)] }));
    const quantity = (count: string) => JSON.stringify({ type: "quantity", min: count, max: count, unit: null });
    expect(held({ kind: "quantity", text: "two letters", valueJson: quantity("2") })).toEqual([]);
    expect(held({ kind: "quantity", text: "two letters", valueJson: quantity("12") })).toEqual([
      "V11 /constraints/0/valueJson",
    ]);
  });
});

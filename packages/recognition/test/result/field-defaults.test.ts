import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/types/json.ts";
import { extracted, run } from "./field-material.ts";
import { intent } from "./material.ts";

/** Statements of defaults for a value of a field, said in the words of a request. */
function assumed(field: JsonObject, value: unknown, said: string, quoted = said): string[] {
  const text = `Buy shoes for ${said}`;
  const { inferences, fieldResults } = run({ price: field }, `${text}.`, {
    intents: [intent("a", "Buy", "shoes", text)],
    fields: [extracted("price", "a", value, quoted)],
  });
  expect(fieldResults).toMatchObject([{ status: "extracted", value }]);
  expect(inferences.every((one) => one.kind === "default" && one.path === "/fieldResults/0/value")).toBe(true);
  return inferences.map((one) => one.statement);
}

const NOK = ["price is counted in NOK, which is its default."];
const KG = ["price is counted in kg, which is its default."];
const number = (more: JsonObject) => ({ type: "number", "x-intent": more });
const priced: JsonObject = {
  type: "object",
  properties: { amount: { anyOf: [{ type: "number" }, { type: "string" }] }, currency: { type: "string" } },
  "x-intent": { currency: "NOK" },
};

describe("the default of a field", () => {
  test.each(["60", "60 at most, ASAP", "the two of us"])(
    "is an inference where the words state no currency: %s",
    (said) => {
      const value = said.startsWith("60") ? 60 : 2;
      expect(assumed(number({ currency: "NOK" }), value, said)).toEqual(NOK);
    },
  );

  test.each(["$60", "60 dollars", "60 euros", "EUR 60", "60 NOK", "60 kr", "₹60", "60 bucks"])(
    "is not used where they do: %s",
    (said) => {
      expect(assumed(number({ currency: "NOK" }), 60, said)).toEqual([]);
      expect(assumed(number({ currency: "NOK" }), 60, said, "60")).toEqual([]);
    },
  );

  test("is written down in whatever form the value takes it up", () => {
    expect(assumed(priced, { amount: 60, currency: "NOK" }, "60")).toEqual(NOK);
    expect(assumed(priced, { amount: "60", currency: "NOK" }, "60")).toEqual(NOK);
    expect(assumed(priced, { amount: 60, currency: "NOK" }, "60 NOK")).toEqual([]);
    expect(assumed({ type: "string", "x-intent": { currency: "NOK" } }, "60 NOK", "60")).toEqual(NOK);
    expect(assumed({ type: "array", items: { type: "number" }, "x-intent": { currency: "NOK" } }, [60], "60")).toEqual(
      NOK,
    );
    expect(assumed({ type: "string", "x-intent": { currency: "NOK" } }, "a friend", "a friend")).toEqual([]);
  });

  test("is the same with units", () => {
    expect(assumed(number({ unit: "kg" }), 60, "60")).toEqual(KG);
    for (const said of ["60 kg", "60kg", "60 kilos", "60 pounds"])
      expect(assumed(number({ unit: "kg" }), 60, said)).toEqual([]);
  });
});

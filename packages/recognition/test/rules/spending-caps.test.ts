import { expect, test } from "vitest";
import { normaliseQuote } from "../../src/values/normalise-quote.ts";
import { constraintsOf, constraintTexts, parse } from "./read-utterance.ts";

test.each([
  ["never pay more than 1,200 kroner", "never pay more than 1,200 kroner", "1200"],
  ["we can't spend more than 400 euros", "we can't spend more than 400 euros", "400"],
  ["Book a hotel, not more than 30 dollars.", "not more than 30 dollars", "30"],
  ["Buy shoes, don't go over $50.", "don't go over $50", "50"],
  ["Get me a laptop and don't exceed $900.", "don't exceed $900", "900"],
  ["Book a flight; you must not pay over 60 euros.", "you must not pay over 60 euros", "60"],
  ["Rent a car but don’t let it go above £70.", "don’t let it go above £70", "70"],
  ["Find a chair, nothing above 90 EUR.", "nothing above 90 EUR", "90"],
])("%s: the bound is a limit that holds at most that sum", async (input, text, max) => {
  const result = await parse(input);
  expect(constraintsOf(result).filter(({ kind }) => kind !== "quantity")).toMatchObject([
    { kind: "limit", text, value: { type: "amount", min: null, max, maxOpen: false } },
  ]);
  expect(result.status).toBe("complete");
});

test.each([
  ["never pay more than 1,200 kroner without telling me", "never pay more than 1,200 kroner without telling me"],
  ["Don't pay more than 100 euros before Friday.", "Don't pay more than 100 euros before Friday"],
  ["Don't sell it for less than 200 euros.", "Don't sell it for less than 200 euros"],
  ["Don't call customers who owe more than $40.", "Don't call customers who owe more than $40"],
  ["never book it without asking me", "never book it without asking me"],
])("%s: one prohibition, which holds in some cases or bounds nothing that is spent", async (input, text) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([text]);
  expect(constraintsOf(result)).toHaveLength(1);
});

test.each([
  ["never spend over 80 euros", null, "80"],
  ["I can't come, at least 80 euros", "80", null],
  ["more than 80 euros", "80", null],
])("a limit in the words %j", (quote, min, max) => {
  const found = normaliseQuote("limit", quote, { reference: null, defaults: {}, language: "en" });
  expect(found?.value).toMatchObject({ min, max });
});

test.each([
  ["Nothing over 50 euros please, and order two.", "order", "two"],
  ["Under 20 dollars please, and book three.", "book", "three"],
  ["No plastic bags, and ship five.", "ship", "five"],
  ["Never after 6pm, and order four.", "order", "four"],
])("%s: what is asked for beside the restriction is a request of its own", async (input, action, target) => {
  const { effective } = await parse(input);
  expect(effective.intents).toMatchObject([{ action, target }]);
});

test.each([
  ["Let nobody else see this document.", "Let nobody else see this document"],
  ["Let no one else drive the van.", "Let no one else drive the van"],
  ["Nobody else may enter, and lock the door.", "Nobody else may enter"],
  ["Tell Ann the code, let nothing else out.", "let nothing else out"],
])("%s: who or what else is part of the prohibition", async (input, text) => {
  expect(constraintTexts(await parse(input), "prohibition")).toEqual([text]);
});

test.each([
  ["Book a flight. Keep the total under 40 EUR.", "Keep the total under 40 EUR", "40"],
  ["Keep the whole bill below 65 euros. Book a hotel.", "Keep the whole bill below 65 euros", "65"],
  ["Buy flowers, but keep it under 30 dollars.", "keep it under 30 dollars", "30"],
  ["Find a sofa and keep the price below $300", "keep the price below $300", "300"],
  ["Plan a dinner. Stay under 90 euros.", "Stay under 90 euros", "90"],
  ["Book a flight. Don't spend more than 40 dollars in all.", "Don't spend more than 40 dollars in all", "40"],
  ["Plan a trip. My budget is 200 dollars.", "My budget is 200 dollars", "200"],
  ["Order a cake. My limit is 50 euros", "My limit is 50 euros", "50"],
])("%s: the bound beside a request is a limit of it, no request of its own", async (input, text, max) => {
  const result = await parse(input);
  expect(result.effective.intents).toHaveLength(1);
  expect(constraintsOf(result)).toMatchObject([{ kind: "limit", text, value: { type: "amount", max } }]);
  expect(result.status).toBe("complete");
});

test("a bound that comes after several requests holds for all of them", async () => {
  const { effective } = await parse("Book a van and order a cake. Keep the total under 80 euros.");
  expect(effective.intents).toHaveLength(2);
  expect(effective.constraints).toMatchObject([{ kind: "limit", text: "Keep the total under 80 euros" }]);
});

test("a bound said in a later turn is a limit of what is asked for already", async () => {
  const { effective: baseline } = await parse("Book a van");
  const result = await parse("Keep the cost under 80 euros.", baseline);
  expect(result.effective.intents).toHaveLength(1);
  expect(constraintTexts(result, "limit")).toEqual(["Keep the cost under 80 euros"]);
});

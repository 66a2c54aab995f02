import { expect, test } from "vitest";
import { constraintTexts, parse } from "./read-utterance.ts";

test.each([
  ["Invite all the team bar Tom.", "all the team", "bar Tom"],
  ["Sell everything save the piano.", "everything", "save the piano"],
  ["Cancel every booking bar the Oslo one.", "every booking", "bar the Oslo one"],
  ["Archive all files save those from May.", "all files", "save those from May"],
  ["Sell all the furniture save for the piano.", "all the furniture", "save for the piano"],
  ["Order pizza, hold the onions.", "pizza", "hold the onions"],
  ["Get me a cheeseburger and hold the pickles.", "a cheeseburger", "hold the pickles"],
  ["I'd like a burger, hold the mayo.", "a burger", "hold the mayo"],
  ["Order a soup but hold the cream, please.", "a soup", "hold the cream"],
])("%s: an exclusion without a word that negates", async (input, target, words) => {
  const result = await parse(input);
  expect(constraintTexts(result, "exclusion")).toEqual([words]);
  expect(result.effective.intents).toMatchObject([{ target }]);
});

test.each([
  "Save all the photos.",
  "Visit every bar in town.",
  "Book all bar stools.",
  "Call the plumber and hold the line.",
  "Order the parts and hold the invoice.",
  "Tell everyone to save the date.",
])("%s: leaves nothing out", async (input) => {
  expect(constraintTexts(await parse(input), "exclusion")).toEqual([]);
});

test("what comes after the exclusion is not lost in it", async () => {
  for (const [input, words] of [
    ["Order two pizzas, no olives please, and a coke.", "no olives"],
    ["Order two pizzas, hold the olives please, and a coke.", "hold the olives"],
    ["Book a room without a balcony please, and a parking space.", "without a balcony"],
  ] as const) {
    const result = await parse(input);
    expect(constraintTexts(result, "exclusion").concat(constraintTexts(result, "prohibition"))).toEqual([words]);
  }
});

test.each([
  ["Don't let me forget to pay the rent on the 1st.", "pay", "the rent"],
  ["Never let me forget to call mum.", "call", "mum"],
  ["Please do not let us forget to book the hall.", "book", "the hall"],
  ["dont let me forget to water the fern", "water", "the fern"],
])("%s: asks for what may not be forgotten", async (input, action, target) => {
  const result = await parse(input);
  expect(result.effective.intents).toMatchObject([{ action, target }]);
  expect(constraintTexts(result, "prohibition")).toEqual([]);
  expect(result.status).toBe("complete");
});

test("what somebody else may not forget is no request of that kind", async () => {
  const result = await parse("Don't let him forget his keys.");
  expect(constraintTexts(result, "prohibition")).toEqual(["Don't let him forget his keys"]);
});

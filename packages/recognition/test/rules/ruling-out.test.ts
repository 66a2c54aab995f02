import { expect, test } from "vitest";
import { constraintTexts, parse } from "./read-utterance.ts";

test.each([
  "My rule is never fly on Fridays",
  "The rule is no shoes inside",
  "Our policy is don't call after six",
  "My motto is never pay in cash",
  "The deal is nobody else may enter",
  "You are never to open this",
  "They are never to know about it",
  "The vault is never to be opened",
  "You're not to touch the dial",
])("%s: a rule that is told forbids", async (input) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([input]);
  expect(result.effective.intents).toEqual([]);
  expect(result.status).toBe("complete");
});

test.each([
  ["She told me never to open it", "never to open it"],
  ["I was told not to drink", "I was told not to drink"],
  ["I want you not to call", "I want you not to call"],
  ["It's important not to wake the baby", "It's important not to wake the baby"],
  ["It is essential that you never share it", "It is essential that you never share it"],
  ["You're not supposed to open it", "You're not supposed to open it"],
])("%s: forbids, whoever said so first", async (input, words) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([words]);
  expect(result.effective.intents).toEqual([]);
});

test.each([
  ["House rules: no smoking", "no smoking"],
  ["Club rules: never run", "never run"],
  ["Rule 1: no phones", "no phones"],
  ["Important - don't open it", "don't open it"],
  ["Warning: never touch the dial", "never touch the dial"],
])("%s: the heading asks for nothing", async (input, words) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([words]);
  expect(result.effective.intents).toEqual([]);
  expect(result.status).toBe("complete");
});

test.each(["A latte, hold the foam", "Two tacos, hold the cilantro", "Another burger, hold the onions"])(
  "%s: asks nobody to hold a thing",
  async (input) => {
    const result = await parse(input);
    const [thing, left] = input.split(", ");
    expect(result.effective.intents).toMatchObject([{ action: null, target: thing }]);
    expect(constraintTexts(result, "exclusion")).toEqual([left]);
    expect(result.status).toBe("complete");
  },
);

test.each([
  "It would be better not to call",
  "Better not call him",
  "It's best not to mention the party",
  "You'd better not open it",
  "It would be wiser not to tell her",
])("%s: advice against something forbids it", async (input) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([input]);
  expect(result.effective.intents).toEqual([]);
});

test.each([
  "Tuesdays won't do",
  "Mondays don't work for me",
  "Friday isn't possible",
  "Mornings are no good",
  "Weekends are off the table",
  "Flying is off the table",
  "Red is out",
  "Weekends are out",
  "Mondays are out for me",
  "Seafood is out",
])("%s: is ruled out", async (input) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([input]);
  expect(result.status).toBe("complete");
});

test.each([
  ["My back hurts don't book the gym", "don't book the gym"],
  ["My knee aches don't book the run", "don't book the run"],
  ["The roof leaks don't deliver today", "don't deliver today"],
  ["Whatever happens don't sell", "don't sell"],
  ["No matter what don't sell", "don't sell"],
  ["Come what may never open it", "never open it"],
  ["Under the circumstances don't pay", "don't pay"],
])("%s: forbids, whatever is said before it", async (input, words) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition").join()).toContain(words);
  expect(result.effective.intents).toEqual([]);
  expect(result.status).toBe("complete");
});

test.each([
  "The power is out",
  "I decided not to go",
  "I was careful not to break it",
  "He is never to blame",
  "Is it important not to call?",
  "My internet is out",
  "The app doesn't work on weekends",
  "It won't do anything",
  "I'd better not be late",
  "My order is no longer needed",
  "Is it better not to call?",
  "My credit cards don't work",
])("%s: forbids nothing", async (input) => {
  expect(constraintTexts(await parse(input), "prohibition")).toEqual([]);
});

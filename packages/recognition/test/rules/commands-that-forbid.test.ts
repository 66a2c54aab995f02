import { expect, test } from "vitest";
import { constraintTexts, parse } from "./read-utterance.ts";

test.each([
  ["Since the lift is broken don't deliver to the 5th floor.", "don't deliver to the 5th floor"],
  ["She is pregnant, because of that don't give her the pills.", "don't give her the pills"],
  ["Because the wall is wet never hang anything on it", "never hang anything on it"],
  ["Since my sister is asleep do not ring the bell", "do not ring the bell"],
  ["It snowed last night don't leave the car outside", "don't leave the car outside"],
  ["I have a meeting please don't disturb me", "don't disturb me"],
  ["I'm broke, therefore don't renew the plan", "don't renew the plan"],
  ["he's afraid of needles so no blood tests", "no blood tests"],
  ["The road is flooded so please don't send a van", "don't send a van"],
  ["when it rains don't water the garden", "don't water the garden"],
  ["On Sundays don't call me", "On Sundays don't call me"],
  ["hi dont call me", "dont call me"],
  ["ok so never ship on weekends", "never ship on weekends"],
])("%s: forbids in words of its own, with the reason for it told apart", async (input, words) => {
  const result = await parse(input);
  expect(constraintTexts(result, "prohibition")).toEqual([words]);
  expect(result.effective.intents).toEqual([]);
  expect(result.status).toBe("complete");
});

test.each([
  ["Photos are fine but videos are a no.", "videos are a no"],
  ["Calls before 9 are out of the question.", "Calls before 9 are out of the question"],
  ["Sharing the file is off limits.", "Sharing the file is off limits"],
  ["Flying is not an option.", "Flying is not an option"],
  ["Meat is a no-go.", "Meat is a no-go"],
  ["That's a no for me.", "That's a no for me"],
  ["Book a hotel; the old town is out of bounds.", "the old town is out of bounds"],
  ["Plan dinner, seafood isn't an option.", "seafood isn't an option"],
])("%s: what is ruled out is kept", async (input, words) => {
  expect(constraintTexts(await parse(input), "prohibition")).toEqual([words]);
});

test.each([
  "the pills don't work",
  "people who don't pay are blocked",
  "I think the lights don't turn on",
  "my kids still don't like it",
  "Tom and Ann don't eat meat",
  "the app never lets me log in",
  "the two cards I ordered never arrived",
  "I have no option to pay by card",
])("%s: whoever it is about does not do it, nothing is forbidden", async (input) => {
  expect(constraintTexts(await parse(input), "prohibition")).toEqual([]);
});

test.each([
  ["I'm allergic to shellfish no shrimp please", "prohibition", "no shrimp"],
  ["Deliveries after 8pm are not ok.", "prohibition", "Deliveries after 8pm are not ok"],
  ["Pets aren't welcome in the flat.", "prohibition", "Pets aren't welcome in the flat"],
  ["Nobody but me may open it.", "prohibition", "Nobody but me may open it"],
  ["None but the owner may enter.", "prohibition", "None but the owner may enter"],
  ["We're not willing to spend over $300.", "limit", "We're not willing to spend over $300"],
  ["I'm not paying more than 90 euros.", "limit", "I'm not paying more than 90 euros"],
  ["Print all pages barring the cover.", "exclusion", "barring the cover"],
  ["Book the hall, though not on a Sunday.", "exclusion", "though not on a Sunday"],
] as const)("%s: is kept as a %s", async (input, kind, words) => {
  expect(constraintTexts(await parse(input), kind).join()).toContain(words);
});

test.each([
  "I have no time please call Bob",
  "I'm not able to log in",
  "My seats are not near each other",
  "There is no milk",
])("%s: forbids nothing", async (input) => {
  expect(constraintTexts(await parse(input), "prohibition")).toEqual([]);
});

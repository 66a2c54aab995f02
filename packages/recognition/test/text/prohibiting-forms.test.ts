import { expect, test } from "vitest";
import { findCues } from "../../src/text/cues.ts";

const forms = (text: string) => findCues(text, "en")?.map((cue) => cue.prohibiting);

test.each([
  "He's allergic so don't add nuts",
  "I'm on a diet so no sugar in the coffee",
  "The card is new so never charge it over $50",
  "We moved so please don't ship to the old place",
  "She is ill, hence no visitors today",
  "I'm broke, therefore don't renew the plan",
  "Send the memo to everyone, Bob excluded",
  "We can't spend more than 400 euros",
  "I cannot pay more than $80",
  "We can not go over 300",
])("%s: forbids, after its reason or as what the writer is unable to do", (text) => {
  expect(forms(text)).toEqual([true]);
});

test.each([
  "I can't log in",
  "I can't log in more than once a day",
  "We can't go there by train",
  "The screen is so not working",
  "I'm so not in the mood",
  "VAT is excluded from the price",
  "It broke so I can't use it",
  "I tried so hard but it doesn't start",
])("%s: states a fact", (text) => {
  expect(forms(text)).toEqual([false]);
});

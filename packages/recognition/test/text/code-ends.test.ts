import { expect, test } from "vitest";
import { splitClauses } from "../../src/text/clauses.ts";
import { splitSentences } from "../../src/text/sentences.ts";

const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

test.each([
  "Check parcel 0099-A. Do not reroute it.",
  "Look up case AB-12C. Never close it.",
  "See room 4B. Clean it.",
  "Go to gate B. Don't board.",
  "Choose plan C. It is cheaper.",
])("%s: the letter of a code ends its sentence", (text) => {
  expect(sentences(text)).toHaveLength(2);
});

test.each([
  "Ask J. Smith about it.",
  "Email J. R. Smith today.",
  "Bring snacks, e.g. Apples or nuts.",
  "Call Dr. B. Olsen.",
])("%s: an initial or an abbreviation ends none", (text) => {
  expect(sentences(text)).toEqual([text]);
});

test.each([
  "Hello! How are you today?",
  "Hey, how's it going?",
  "Hi there, how are you doing this morning?",
  "How have you been?",
])("%s: is social", (text) => {
  expect(splitClauses(text).every(({ social }) => social)).toBe(true);
});

test.each(["How are you going to fix it?", "What's up with my order?", "How is it priced?"])(
  "%s: asks for something",
  (text) => {
    expect(splitClauses(text).some(({ social }) => social)).toBe(false);
  },
);

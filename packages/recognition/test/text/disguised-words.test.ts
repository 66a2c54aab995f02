import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";
import { findCues } from "../../src/text/cues.ts";
import { findWords } from "../../src/text/words.ts";

const DISGUISES = [
  ["a space without width", "Do n\u200bot cancel it."],
  ["a soft hyphen", "Do n\u00adot cancel it."],
  ["wide letters", "Do \uff4e\uff4f\uff54 cancel it."],
  ["a contraction in two parts", "Do n't cancel it."],
  ["a grave accent for the apostrophe", "Don`t cancel it."],
  ["an acute accent for the apostrophe", "Don\u00b4t cancel it."],
  ["a modifier letter for the apostrophe", "Don\u02bct cancel it."],
  ["a wide apostrophe", "Don\uff07t cancel it."],
  ["a prime for the apostrophe", "Don\u2032t cancel it."],
] as const;

test.each(DISGUISES)("a negation is found behind %s", (_, text) => {
  expect(findCues(text, "en")).toHaveLength(1);
});

test.each(DISGUISES)("a request never hides a negation behind %s", async (_, text) => {
  const { status, effective } = await new Intent({ executor: rulesExecutor() }).parse({
    input: `Look up order 5. ${text}`,
  });
  const constraints = [...effective.constraints, ...effective.intents.flatMap((intent) => intent.constraints)];
  const kept = constraints.some(({ kind }) => kind === "prohibition");
  expect(kept || status === "partial").toBe(true);
});

test("words keep their places and their letters, whatever stands in them", () => {
  const text = "a\u200bb Don\u2019t x";
  expect(findWords(text).map(({ start, end, lower }) => [text.slice(start, end), lower])).toEqual([
    ["a\u200bb", "ab"],
    ["Don\u2019t", "don't"],
    ["x", "x"],
  ]);
});

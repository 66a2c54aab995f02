import { expect, test } from "vitest";
import { proposeCandidate } from "../../src/executors/rules/propose.ts";
import { splitClauses } from "../../src/text/clauses.ts";
import { findCues } from "../../src/text/cues.ts";
import { findLiterals } from "../../src/text/literals.ts";
import { normaliseInput } from "../../src/text/normalise-input.ts";
import { createQuoteFinder } from "../../src/text/quotes.ts";

const SIZE = 65_536;
const filled = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);

const HOSTILE = [
  "a",
  "word ",
  "'",
  '"',
  "'a ",
  "not ",
  "1",
  "1 ",
  ".",
  ". ",
  ", ",
  "and then ",
  "don't do it and never call, ",
  "if ",
  "a\u0301",
  "\n",
  " ",
  "(",
  "$5 or ",
  "- buy milk\n",
  "don't, under any circumstances, ",
  "a instead of b ",
  "Book a table for four on Friday, but not at Luigi's. ",
];

function material(input: string) {
  return { input, context: [], baseline: null, referenceTime: null, language: "en", fields: [], domains: [] };
}

test.each(HOSTILE.map((part) => [JSON.stringify(part), filled(part)]))(
  "64 KiB of %s cost less than a second in every part",
  (_, text) => {
    proposeCandidate(material("Warm up. Do not cool down."), () => null);
    const parts: (() => unknown)[] = [
      () => normaliseInput(text),
      () => splitClauses(text),
      () => findCues(text, "en"),
      () => findLiterals(text),
      () => createQuoteFinder(text).find("nowhere to be found"),
      () => proposeCandidate(material(text), () => null),
    ];
    for (const part of parts) {
      const start = performance.now();
      part();
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  },
);

test("a long text keeps every word: what is not attempted is one unparsed stretch", () => {
  const text = filled("Book a table for four on Friday, but do not call. ");
  const candidate = proposeCandidate(material(text), () => null);
  const last = candidate.unresolved.at(-1);
  expect(last?.kind).toBe("unparsed");
  expect(text.trimEnd().endsWith(last?.evidence[0]?.text ?? "nothing")).toBe(true);
});

import { describe, expect, test } from "vitest";
import { splitClauses } from "../../src/text/clauses.ts";
import { findCues } from "../../src/text/cues.ts";
import { findLiterals } from "../../src/text/literals.ts";
import { normaliseInput } from "../../src/text/normalise-input.ts";
import { createQuoteFinder, findQuote } from "../../src/text/quotes.ts";
import { splitSentences } from "../../src/text/sentences.ts";

describe("normaliseInput", () => {
  test("composes, joins line ends, drops controls and overrides, folds spaces", () => {
    expect(normaliseInput("  Cafe\u0301\r\n\tat  noon \r now\u0007\u202e!\u0085 ")).toBe("Caf\u00e9\n at noon\n now!");
  });

  test("changes nothing the second time, and leaves wording, case, digits and punctuation", () => {
    const text = normaliseInput(" Order  000123,\n\n  PLEASE!! ");
    expect(text).toBe("Order 000123,\n\n PLEASE!!");
    expect(normaliseInput(text)).toBe(text);
  });
});

describe("findQuote", () => {
  test("gives raw offsets across folded white space", () => {
    const source = "Look  up\n order 000123";
    expect(findQuote(source, "up order")).toEqual({ start: 6, end: 15 });
    expect(findQuote(source, "Up order")).toBeNull();
  });

  test("sees through composed and decomposed letters on both sides", () => {
    expect(findQuote("the cafe\u0301 bar", "caf\u00e9 bar")).toEqual({ start: 4, end: 13 });
    expect(findQuote("the caf\u00e9 bar", "cafe\u0301")).toEqual({ start: 4, end: 8 });
    expect(findQuote("\u{1f600}  ok", "\u{1f600} ok")).toEqual({ start: 0, end: 6 });
  });

  test("finds later occurrences, and never an empty quote", () => {
    const finder = createQuoteFinder("it and it");
    expect(finder.find("it")).toEqual({ start: 0, end: 2 });
    expect(finder.find("it", 1)).toEqual({ start: 7, end: 9 });
    expect(finder.find("")).toBeNull();
    expect(finder.find("  ")).toBeNull();
  });
});

describe("findLiterals", () => {
  const texts = (text: string) => findLiterals(text).map(({ start, end }) => text.slice(start, end));

  test("takes quoted words with their marks, of every kind", () => {
    expect(texts("say 'no', \"don't\", \u201cnever\u201d, \u2018not\u2019 and `none`")).toEqual([
      "'no'",
      '"don\'t"',
      "\u201cnever\u201d",
      "\u2018not\u2019",
      "`none`",
    ]);
  });

  test("does not take apostrophes inside or after words, nor inch marks", () => {
    expect(texts("Luigi's and the users' don't")).toEqual([]);
    expect(texts('a 5" and a 3" pipe')).toEqual([]);
  });
});

describe("splitSentences", () => {
  const parts = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  test("ends at marks and lines, not inside numbers, abbreviations and names", () => {
    expect(parts("Pay 3.50 to Dr. Lee at 5 p.m. today. Send file.txt! Ok?")).toEqual([
      "Pay 3.50 to Dr. Lee at 5 p.m. today.",
      "Send file.txt!",
      "Ok?",
    ]);
    expect(parts("- buy milk\n- call Sam")).toEqual(["- buy milk", "- call Sam"]);
    expect(parts("Cancel it.Do not pay.")).toEqual(["Cancel it.", "Do not pay."]);
    expect(parts("Order no. 5 is late. Call me.")).toEqual(["Order no. 5 is late.", "Call me."]);
  });

  test("does not end inside a quoted literal", () => {
    expect(parts("Translate 'Stop. Do not go.' into German. Thanks.")).toEqual([
      "Translate 'Stop. Do not go.' into German.",
      "Thanks.",
    ]);
  });
});

describe("splitClauses", () => {
  const parts = (text: string) => splitClauses(text).map((clause) => clause.text);

  test("splits at separators and before joining words", () => {
    expect(parts("Book a table, but not at Luigi's, and call me if it fails.")).toEqual([
      "Book a table,",
      "but not at Luigi's,",
      "and call me",
      "if it fails.",
    ]);
  });

  test("keeps what one negation reaches over together", () => {
    expect(parts("Do not cancel or change the order and don't call.")).toEqual([
      "Do not cancel or change the order",
      "and don't call.",
    ]);
    expect(parts("Please don't, under any circumstances, reply.")).toEqual([
      "Please don't, under any circumstances, reply.",
    ]);
  });

  test("covers all visible text, in order and without overlap", () => {
    const text = "Hi! Look up (fast) A-17; then, please \u2014 and only then \u2014 don't pay:\n\n ok, thanks.";
    let at = 0;
    for (const clause of splitClauses(text)) {
      expect(text.slice(at, clause.start).trim()).toBe("");
      expect(clause.text).toBe(text.slice(clause.start, clause.end));
      at = clause.end;
    }
    expect(text.slice(at).trim()).toBe("");
  });

  test("tells filler from what asks for something", () => {
    const social = splitClauses("Hi Anna, thanks a lot, please cancel it, ok, have a nice day").map(
      (clause) => clause.social,
    );
    expect(social).toEqual([true, true, false, true, true]);
  });
});

describe("findCues", () => {
  const cues = (text: string) => (findCues(text, "en") ?? []).map((cue) => `${cue.word}${cue.prohibiting ? "!" : ""}`);

  test("has no list for another language", () => {
    expect(findCues("nicht", "de")).toBeNull();
    expect(findCues("not", "en-GB")).toHaveLength(1);
  });

  test.each([
    ["Do not pay", ["not!"]],
    ["Don\u2019t pay, and never call", ["don't!", "never!"]],
    ["You must not open it", ["not!"]],
    ["No smoking rooms", ["no!"]],
    ["nobody may enter", ["nobody!"]],
    ["Under no circumstances sell", ["no!"]],
    ["You are not allowed to enter", ["not!"]],
    ["Could you not call", ["not!"]],
  ])("knows the prohibiting form: %s", (text, expected) => {
    expect(cues(text)).toEqual(expected);
  });

  test.each([
    ["it is not shipped yet", ["not"]],
    ["Don't forget to call", ["don't"]],
    ["no more than 5", ["no"]],
    ["I can't log in", ["can't"]],
    ["all but the last, other than Bob, instead of tea", ["all but", "other than", "instead of"]],
    ["Translate 'do not enter'", ["not"]],
    ["Why don't you call", ["don't"]],
    ["order no. 5", []],
    ["nothing", ["nothing"]],
  ])("does not take it for one: %s", (text, expected) => {
    expect(cues(text)).toEqual(expected);
  });

  test("says in which clause a cue stands", () => {
    const text = "Look it up. Do not pay.";
    const [cue] = findCues(text, "en") ?? [];
    expect(splitClauses(text)[cue?.clause ?? -1]?.text).toBe("Do not pay.");
  });
});

import { expect, test } from "vitest";
import { findCues } from "../../src/text/cues.ts";
import { constraint, intent, requestOf, resultOf } from "../result/material.ts";

test.each([
  ["Book a table but not at the harbour", "not", "but not"],
  ["Delete everything but the invoices", "but", "everything but"],
  ["Call all but the newest clients", "but", "all but"],
  ["Take the tram rather than the bus", "rather than", "rather than"],
])("%s: the cue is %j", (text, kept, word) => {
  const cues = findCues(text, "en");
  expect(cues?.map((cue) => cue.text)).toEqual([kept]);
  expect(cues?.map((cue) => cue.word)).toEqual([word]);
  expect(cues?.map((cue) => text.slice(cue.start, cue.end))).toEqual([kept]);
});

test("an exclusion accounts for its cue without the word that joins it to the request", () => {
  const place = resultOf(requestOf("Book a table, but not at the harbour."), {
    intents: [intent("a", "Book", "a table", "Book a table")],
    constraints: [constraint("x", "a", "exclusion", "not at the harbour")],
  });
  expect(place.status).toBe("complete");
  const files = resultOf(requestOf("Delete everything but the invoices."), {
    intents: [intent("a", "Delete", "everything", "Delete everything")],
    constraints: [constraint("x", "a", "exclusion", "but the invoices")],
  });
  expect(files.status).toBe("complete");
});

test("an exclusion that loses its restricting word is still flagged", () => {
  const result = resultOf(requestOf("Delete everything but the invoices."), {
    intents: [intent("a", "Delete", "everything but the invoices", "Delete everything but the invoices")],
    constraints: [constraint("x", "a", "exclusion", "the invoices")],
  });
  expect(result.status).toBe("partial");
  expect(result.issues.map(({ code }) => code)).toContain("NEGATION_UNACCOUNTED");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findValues } from "../../src/values/find-values.ts";
import { valueProblem } from "../../src/values/value-problem.ts";
import { contextAt } from "./read.ts";

const WORDS =
  "from to between and until by before after the a this next last every Monday Fri tomorrow 3 14th 03/04 2025 May march 7pm 12:30 noon morning week weeks month quarter half of in on at for two twenty hundred million $ € 60 EUR dollars under at most no more than dozen eggs kg , . - ( ) ' 's 000123 +47 T18:00:00Z".split(
    " ",
  );
const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(" "));
const glued = fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(""));
const anything = fc.string({ unit: "binary", maxLength: 200 });
const LONG = 65_536;

function full(unit: string): string {
  return unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG);
}

describe("any text", () => {
  it("gives spans in order, exact and apart, with values of the right shape, the same each time", () => {
    fc.assert(
      fc.property(fc.oneof(soup, glued, anything), fc.boolean(), (text, anchored) => {
        const context = contextAt(anchored ? {} : { reference: null });
        const found = findValues(text, context);
        let end = 0;
        for (const value of found) {
          expect(value.start).toBeGreaterThanOrEqual(end);
          expect(value.text).toBe(text.slice(value.start, value.end));
          expect(value.text).toBe(value.text.trim());
          for (const one of [value.value, ...value.alternatives])
            if (one !== null) expect(valueProblem(one)).toBeNull();
          if (value.value === null) expect(value.notes.length === 0 || value.kind !== "quantity").toBe(true);
          if (!value.anchored) expect(value.value).toBeNull();
          if (value.value?.type === "time" && value.value.start && value.value.end)
            expect(Date.parse(value.value.start)).toBeLessThan(Date.parse(value.value.end));
          end = value.end;
        }
        expect(findValues(text, context)).toEqual(found);
      }),
      { numRuns: 1500, seed: 20261130 },
    );
  });
});

describe("64 KiB of hostile text", () => {
  // A busy machine is slow; a quadratic scan of this size would take minutes.
  it.each([
    "1",
    "a",
    "the ",
    "1/1/",
    "1-",
    "1.",
    "1,",
    "1 ",
    "$",
    "'",
    '"',
    "not ",
    "one ",
    "next ",
    "from 1 to ",
    "at 7 ",
    "7pm ",
    "Monday ",
    "May 3 ",
    "every Monday and ",
    "3 days and ",
    "10/1-11/2-",
    "2 weeks after the next ",
    "end of the ",
    "2024-05-03T17:00:00Z ",
    "😀",
    "a dozen ",
  ])("%j is read within the second", (unit) => {
    const text = full(unit);
    const context = contextAt();
    const start = performance.now();
    findValues(text, context);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("costs in proportion to its length", () => {
    const context = contextAt();
    const time = (text: string): number => {
      const start = performance.now();
      findValues(text, context);
      return performance.now() - start;
    };
    const text = full("from 3 to 5 pm tomorrow, by Friday, under $60 and two weeks after May 3 ");
    time(text);
    const [quarter, whole] = [time(text.slice(0, LONG / 4)), time(text)];
    expect(whole).toBeLessThan(quarter * 16 + 500);
  });
});

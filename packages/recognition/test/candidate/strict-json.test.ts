import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrict } from "../../src/candidate/strict-json.ts";

const LIMITS = { depth: 12, nodes: 1_000, stringLength: 1_000 };

function read(text: string): unknown {
  const reading = parseStrict(text, LIMITS);
  return "value" in reading ? reading.value : reading.problem.code;
}

describe("parseStrict", () => {
  it("reads what JSON.parse reads, to the same values", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const reading = parseStrict(text, { depth: 20, nodes: 100_000, stringLength: 100_000 });
        if (!("value" in reading))
          return text.includes('"__proto__"') || !text.isWellFormed() || /\\ud|\d{16}/i.test(text);
        expect(JSON.stringify(reading.value)).toBe(JSON.stringify(JSON.parse(text)));
        return true;
      }),
    );
  });

  it("reads no text that JSON.parse refuses", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "a",
      "1",
      "0",
      "-",
      ".",
      "e",
      "null",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        if ("problem" in parseStrict(text, LIMITS)) return;
        expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["a member twice", '{"a":1,"a":1}'],
    ["a member twice by an escape", '{"a":1,"\\u0061":1}'],
    ["__proto__ as a name", '{"__proto__":{"admin":true}}'],
    ["NaN", "NaN"],
    ["a number out of range", "1e999"],
    ["a whole number that would not stay what it is", "12345678901234567890"],
    ["a leading zero", "012"],
    ["a plus sign", "+1"],
    ["a comma at the end", "[1,]"],
    ["a comment", "[1] // one"],
    ["single quotes", "{'a':1}"],
    ["text after the value", "1 2"],
    ["nothing", ""],
    ["a byte order mark", "\ufeff1"],
    ["a raw control character", '"a\nb"'],
    ["half of a surrogate pair, raw", '"\ud800"'],
    ["half of a surrogate pair, escaped", '"\\udc00"'],
    ["an escape that is none", '"\\x41"'],
    ["an escape of too few digits", '"\\u12"'],
    ["a fence that is not closed", '```json\n{"a":1}'],
    ["prose before a fence", 'Sure:\n```json\n{"a":1}\n```'],
  ])("refuses %s", (_, text) => {
    expect(read(text)).toBe("V01");
  });

  it.each([
    ["a whole surrogate pair", '"\\ud83d\\ude00"', "\u{1f600}"],
    ["members named like those of every object", '{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
    ["one fence around the whole", '```json\n{"a":1}\n```', { a: 1 }],
    ["a fence without a language", "  ```\r\n[]\r\n```  \n", []],
    ["fences inside a string", '{"a":"```"}', { a: "```" }],
    ["the largest exact whole number", "9007199254740991", 9007199254740991],
  ])("reads %s", (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it("bounds depth, values and strings while reading", () => {
    expect(read("[".repeat(100_000))).toBe("V02");
    expect(read('{"a":'.repeat(100_000))).toBe("V02");
    expect(read(`[${"1,".repeat(1_000)}1]`)).toBe("V02");
    expect(read(`"${"\u00e6".repeat(501)}"`)).toBe("V02");
    expect(read(`"${"\u00e6".repeat(500)}"`)).toHaveLength(500);
  });

  it("takes time linear in the text for every kind of it", () => {
    const long = 262_144;
    const texts = ['"', "\\", '"\\', "\\u0061", "[", "1", "-", " ", "```", "```\n", "\n", "{", '{"a":', "e", "\ud800"];
    const limits = { depth: 12, nodes: 20_000, stringLength: 65_536 };
    const before = performance.now();
    for (const text of texts) {
      parseStrict(text.repeat(long / text.length), limits);
      parseStrict(`"${text.repeat(long / text.length)}`, limits);
      parseStrict(`\`\`\`json\n${text.repeat(long / text.length)}\n\`\`\``, limits);
    }
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

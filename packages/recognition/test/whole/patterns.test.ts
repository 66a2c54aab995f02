import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { Intent } from "../../src/intent.ts";
import { allowRaisedLimits } from "../../src/parse/inside.ts";
import type { IntentExecutor } from "../../src/types/executor.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import { byRules } from "./instances.ts";
import { ends, holdsFor } from "./trial.ts";

const TIME = 120_000;

const schemaOf = (pattern: string): JsonSchema => ({
  type: "object",
  properties: { code: { type: "string", pattern, "x-intent": { exact: true } } },
});

// Each takes an engine that goes back over the text exponential or high polynomial time.
const bombs = [
  "^(a+)+$",
  "^(a|aa)+$",
  "^(a|a)*$",
  "^(a*)*b$",
  "(x+x+)+y",
  "(.*)*x$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
  "^(?:(?:a?){20}a{20})$",
  "(a?){9}(a?){9}a{18}",
  ".*.*.*.*=.*",
  "^\\s+|\\s+$",
  "(\\w+\\s?)+:$",
  "^(\\d+,?)+;$",
  "(?i)^(ı|i|I)+$",
  "^\\p{L}+(\\p{M}|\\p{L})*!$",
];

describe("a pattern that is a bomb elsewhere", () => {
  const texts = [
    "a".repeat(30_000),
    `${"a".repeat(30_000)}!`,
    "a1-_ ".repeat(6_000),
    `${"1,".repeat(12_000)}x`,
    " \t".repeat(9_000),
  ];
  test.each(bombs)(
    "%s takes bounded time on any value",
    async (pattern) => {
      for (const text of texts) {
        const value = text.trim() === "" ? `x${text}x` : text.trim();
        const said = { root: "input", pointer: "", text: value };
        const candidate = {
          ...{ kind: "information", intents: [], constraints: [], relations: [], removals: [], references: [] },
          ...{ unresolved: [], inferences: [], accounted: [{ kind: "information", evidence: [said] }] },
          fields: [
            {
              ...{ field: "code", owner: null, status: "extracted", valueJson: JSON.stringify(value) },
              ...{ alternativesJson: [], evidence: [said], note: null },
            },
          ],
        };
        const executor: IntentExecutor = {
          id: "one",
          features: { schema: "none", abort: false, offline: true },
          generate: async () => ({ outcome: "complete", candidateText: JSON.stringify(candidate) }),
        };
        const options = allowRaisedLimits({ schema: schemaOf(pattern), limits: { validationMs: 60_000 } });
        const proposed = new Intent(Object.assign(options, { executor }));
        await ends(proposed, { input: value }, { expected: ["CANDIDATE_INVALID"], bytes: value.length });
        const rules = byRules(allowRaisedLimits({ schema: schemaOf(pattern), limits: { validationMs: 60_000 } }));
        await ends(rules, { input: `Check code ${value}` }, { expected: [], bytes: value.length });
      }
    },
    TIME,
  );
});

test.each(
  [
    "(?=a)",
    "(?<!a)b",
    "\\1",
    "(a)\\1",
    "(?<n>a)\\k<n>",
    "[",
    "(",
    "a{1000}{1000}",
    "(((a{9}){9}){9}){9}",
    "a".repeat(1_001),
  ].map((pattern) => [pattern.slice(0, 40), pattern]),
)("%s is refused when the recogniser is made", (_, pattern) => {
  const before = performance.now();
  expect(() => new Intent({ schema: schemaOf(pattern) })).toThrow(
    expect.objectContaining({ code: "SCHEMA_UNSUPPORTED", stage: "config" }),
  );
  expect(performance.now() - before).toBeLessThan(1_000);
});

test(
  "600 random patterns are refused at once or applied in bounded time",
  async () => {
    const pieces = fc.constantFrom(
      ...["a", "b", ".", "\\d", "\\w", "[a-z]", "[^,]", "(a+)+", "(a|aa)", "(.*)*", "^", "$", "(?:", "(", ")", "|"],
      ...["+", "*", "?", "+?", "{2,9}", "{3}", "\\p{L}", "\\b", "\\u0061", "-", "_", "é", "\\", "]", "{", "(?i)"],
    );
    const patterns = fc.array(pieces, { minLength: 1, maxLength: 9 }).map((list) => list.join(""));
    let taken = 0;
    await holdsFor(600, patterns, async (pattern) => {
      let shop: Intent;
      try {
        shop = byRules({ schema: schemaOf(pattern) });
      } catch (thrown) {
        if (thrown instanceof IntentError && thrown.code === "SCHEMA_UNSUPPORTED") return;
        throw thrown;
      }
      taken += 1;
      await ends(shop, { input: `Check aaaa-1, ${"a".repeat(2_000)}1 and b2.` }, { expected: [], bytes: 2_100 });
    });
    expect(taken).toBeGreaterThan(100);
  },
  TIME,
);

import { expect, test } from "vitest";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import { byRules, MONDAY, SHOP } from "./instances.ts";
import { mixtures, spoiled, wordSalads } from "./texts.ts";
import { ends, holdsFor } from "./trial.ts";

// With the runs of the other files of this folder: 100,000.
const plain = byRules();
const shop = byRules(SHOP);
const TIME = 600_000;

test.each([
  ["fragments of requests", 5_000, mixtures],
  ["requests with hostile matter", 5_000, spoiled],
  ["words in any order", 6_000, wordSalads],
] as const)(
  "%s (%i of them) get a result from the rules, whatever they propose",
  async (_, runs, texts) => {
    let run = 0;
    let asked = 0;
    await holdsFor(runs, texts, async (input) => {
      run += 1;
      const ending = await ends(
        run % 4 === 0 ? shop : plain,
        {
          input,
          ...(run % 3 === 0 ? {} : { referenceTime: MONDAY }),
          output: { evidence: run % 5 === 0 ? "quotes" : "refs" },
        },
        // Half of a surrogate pair is no text, and controls alone say nothing.
        { expected: ["INPUT_INVALID"], bytes: Buffer.byteLength(input) },
      );
      if (!("result" in ending)) return;
      const { effective } = ending.result;
      if (allIntents(effective).length + allConstraints(effective).length > 0) asked += 1;
    });
    // The property says something only if requests are recognised.
    expect(asked).toBeGreaterThan(runs / 4);
  },
  TIME,
);

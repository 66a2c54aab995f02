import { describe, expect, test } from "vitest";
import { allowRaisedLimits } from "../../src/parse/inside.ts";
import { byRules, MONDAY, SHOP } from "./instances.ts";

const intent = byRules(allowRaisedLimits({ ...SHOP, limits: { validationMs: 60_000 } }));
const KIB = 1_024;
const TRIES = 3;
// 16 times the text may cost 16 times as much, with room for what a busy machine adds. Quadratic growth would be 256.
const MOST = 64;
// Below this the start of a parse hides how it grows.
const LEAST_MS = 3;

const kinds: [string, string][] = [
  ["requests", "Book a table for four by Friday under $60, but not at Luigi's. "],
  ["one sentence of requests", "book a table for four by Friday under $60 and "],
  ["one word", "word "],
  ["not not not", "not "],
  ["digits", "7,"],
  ["amounts and times", "$5 at 7pm "],
  ["quotation marks", `" '`],
  ["brackets", "([{<"],
  ["sentence ends", "a. "],
  ["lines", "a\n"],
  ["codes and addresses", "A-1 a@b.c "],
  ["combining marks", "e\u0301\u0323"],
];

describe("the cost of a parse", () => {
  test.each(kinds)(
    "grows with the length of %s, not with its square",
    async (_, unit) => {
      const costs = new Map<number, number>();
      for (const size of [4, 64]) {
        const input = `x${unit.repeat(Math.floor((size * KIB - 1) / Buffer.byteLength(unit)))}`;
        costs.set(size, await leastCost(() => intent.parse({ input, referenceTime: MONDAY })));
      }
      const ratio = (costs.get(64) ?? 0) / Math.max(costs.get(4) ?? 0, LEAST_MS);
      expect(ratio, JSON.stringify([...costs])).toBeLessThan(MOST);
    },
    300_000,
  );
});

/** Milliseconds of this process's own work, the least of several tries. */
async function leastCost(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

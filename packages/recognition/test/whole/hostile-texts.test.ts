import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { allowRaisedLimits } from "../../src/parse/inside.ts";
import { byRules, MONDAY, SHOP } from "./instances.ts";
import { anyCharacters, anyUnits, hostileMatter } from "./texts.ts";
import { ends, heapMiB, holdsFor } from "./trial.ts";

const plain = byRules();
const shop = byRules(SHOP);
// The bound on checking a candidate counts what other processes take as well; the bound of these tests does not.
const patient = byRules(allowRaisedLimits({ ...SHOP, limits: { validationMs: 60_000 } }));
const TIME = 600_000;
const LONGEST = 65_536;

test.each([
  ["hostile matter", 8_000, hostileMatter],
  ["characters of every category", 8_000, anyCharacters],
  ["UTF-16 units", 8_000, anyUnits],
] as const)(
  "%s (%i times) end in a result or a refusal of the input",
  async (_, runs, texts) => {
    let run = 0;
    await holdsFor(runs, texts, async (input) => {
      run += 1;
      await ends(
        run % 4 === 0 ? shop : plain,
        { input, referenceTime: MONDAY },
        { expected: ["INPUT_INVALID"], bytes: Buffer.byteLength(input) },
      );
    });
  },
  TIME,
);

const units: [string, string][] = [
  ["one word", "word "],
  ["one letter", "x"],
  ["not", "not "],
  ["neither and nor", "neither nor "],
  ["digits", "7"],
  ["separated digits", "1,"],
  ["double quotes", '"'],
  ["apostrophes", "' "],
  ["quoted negations", "'do not go' "],
  ["brackets", "([{<"],
  ["backslashes", "\\"],
  ["controls", "\u0007x"],
  ["direction overrides", "\u202ex"],
  ["combining marks", "e\u0301"],
  ["marks without a letter", "\u0301"],
  ["Hangul syllables in parts", "\u1100\u1161\u11a8"],
  ["emoji in sequences", "\u{1f469}\u200d\u{1f469}\u200d\u{1f467} "],
  ["new lines", "a\n"],
  ["sentences", "send it. "],
  ["commands in one sentence", "stop, "],
  ["corrections", "actually, make it two. "],
  ["swaps", "change Berlin to Rome. "],
  ["withdrawals", "never mind. "],
  ["amounts", "$5 "],
  ["times", "at 7 "],
  ["ranges", "from 1 to "],
  ["codes", "A-1 "],
  ["addresses", "a@b.c "],
  ["links", "https://x.y/"],
];

describe("64 KiB", () => {
  test.each(units)(
    "of %s, in a conversation, end in a result in bounded time",
    async (_, unit) => {
      const text = (bytes: number) => `x${unit.repeat(Math.floor((bytes - 1) / Buffer.byteLength(unit)))}`;
      const input = text(LONGEST);
      const { effective } = await shop.parse({
        input: "Buy one ticket to Berlin by Friday. Never by bus. Reserve a room, at most $90.",
        referenceTime: MONDAY,
      });
      const context = [
        { role: "user", content: text(20_000) },
        { role: "assistant", content: text(20_000) },
      ];
      const request = { input, baseline: effective, context, referenceTime: MONDAY };
      await ends(patient, request, { expected: [], bytes: LONGEST });
    },
    TIME,
  );

  test(
    "leave nothing behind",
    async () => {
      const texts = units.slice(0, 6).map(([, unit]) => unit.repeat(LONGEST / Buffer.byteLength(unit) - 1));
      const parseAll = async () => {
        for (const input of texts) await patient.parse({ input });
      };
      await parseAll();
      const before = heapMiB();
      await parseAll();
      await parseAll();
      expect(heapMiB() - before).toBeLessThan(8);
    },
    TIME,
  );

  test("and one byte more are refused before anything is read", async () => {
    await expect(plain.parse({ input: "x".repeat(LONGEST + 1) })).rejects.toThrow(IntentError);
    await expect(plain.parse({ input: "x".repeat(50_000_000) })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });
});

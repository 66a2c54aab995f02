// Texts that people write, texts that nobody would, and mixtures of both.
import fc from "fast-check";
import { CHARACTERS, HOSTILE } from "./characters.ts";
import { FRAGMENTS, JOINERS, WORDS } from "./fragments.ts";

/** Fragments of real requests, put together at random. */
export const mixtures: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...FRAGMENTS), fc.constantFrom(...JOINERS), fc.nat(9)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.map(([text, joiner, how], at) => (at === 0 ? "" : joiner) + cased(text, how)).join(""));

function cased(text: string, how: number): string {
  if (how > 1) return text;
  return how === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text.toUpperCase();
}

/** Single words of real requests in any order. */
export const wordSalads: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 10 })
  .map((words) => words.join(" "));

/** Requests with hostile matter inside. */
export const spoiled: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...FRAGMENTS, ...HOSTILE), { minLength: 1, maxLength: 6 }),
    fc.constantFrom("", " ", " "),
  )
  .map(([pieces, joiner]) => pieces.join(joiner));

export const hostileMatter: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 10 })
  .map((pieces) => pieces.join(""));

/** Characters of every category. */
export const anyCharacters: fc.Arbitrary<string> = fc
  .array(fc.oneof(...CHARACTERS.map((of) => fc.constantFrom(...of))), { maxLength: 24 })
  .map((characters) => characters.join(""));

/** UTF-16 units, most of which make no text. */
export const anyUnits: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 24 })
  .map((units) => String.fromCharCode(...units));

export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: mixtures },
  { weight: 4, arbitrary: spoiled },
  { weight: 2, arbitrary: wordSalads },
  { weight: 1, arbitrary: hostileMatter },
  { weight: 1, arbitrary: anyCharacters },
);

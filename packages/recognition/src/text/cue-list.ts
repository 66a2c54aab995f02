import { phraseSet, type Word, wordSet } from "./words.ts";

// English words that negate or restrict.
const SINGLE = wordSet(`
  not never no none nothing nobody nowhere neither nor without except excepting excluding excluded excludes exclude
  unless avoid avoiding avoids cannot cant dont doesnt didnt wont isnt arent wasnt werent shouldnt mustnt
  wouldnt couldnt hasnt havent hadnt neednt aint refrain refrains forbid forbidden prohibited nope
`);
const PAIRS = phraseSet(`
  but not, all but, everything but, everyone but, anything but, anyone but, anywhere but, nothing but, other
  than, instead of, rather than, apart from, aside from, no one, off limits
`);
// What rules something out without a word of negation.
const LONGER = phraseSet("out of bounds, out of the question");
const CONTRACTED = /^\p{L}*n't$/u;

/** How many words from `at` on are one cue; 0 for none. */
export function cuesAt(text: string, words: readonly Word[], at: number): number {
  const word = words[at];
  if (word === undefined) return 0;
  const next = words[at + 1];
  if (next !== undefined && PAIRS.has(`${word.lower} ${next.lower}`)) return 2;
  if (word.lower === "off" && phrase(words, at, 3) === "off the table") return 3;
  if (word.lower === "out" && next?.lower === "of")
    for (const count of [3, 4]) if (LONGER.has(phrase(words, at, count))) return count;
  if (SINGLE.has(word.lower)) return isNumberMark(text, word, next) ? 0 : 1;
  return CONTRACTED.test(word.lower) ? 1 : 0;
}

/** "order no. 5" numbers something. */
function isNumberMark(text: string, word: Word, next: Word | undefined): boolean {
  return (
    word.lower === "no" &&
    text.charAt(word.end) === "." &&
    next !== undefined &&
    next.start - word.end <= 2 &&
    /^\d/.test(next.text)
  );
}

function phrase(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map((word) => word.lower)
    .join(" ");
}

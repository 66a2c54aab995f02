// The words of a text with their places. Contractions are one word, with any sign that people type for an apostrophe;
// characters without a shape do not part a word, so that nothing hides in it.

export interface Word {
  start: number;
  end: number;
  /** As written. */
  text: string;
  /** Lower case, straight apostrophe, plain letters, nothing invisible. */
  lower: string;
}

const WORDS = /[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}\p{Cf}_]|['\u2019\u02bc\u00b4\u0060\u2032\uff07](?=[\p{L}\p{N}]))*/gu;
const ASCII = /^[\x20-\x7e]*$/;
const APOSTROPHES = /[\u2019\u02bc\u00b4\u0060\u2032\uff07]/gu;

export function findWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORDS)) {
    const word = match[0];
    words.push({
      start: match.index,
      end: match.index + word.length,
      text: word,
      lower: plain(word),
    });
  }
  return words;
}

function plain(word: string): string {
  const straight = word.replace(APOSTROPHES, "'");
  return (ASCII.test(straight) ? straight : straight.replace(/\p{Cf}/gu, "").normalize("NFKC")).toLowerCase();
}

/** A set of words written as one text. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** A set of phrases written as one text, commas between them. */
export function phraseSet(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " ")));
}

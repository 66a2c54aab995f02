// The words of a text with their places. Contractions are one word, with either apostrophe.

export interface Word {
  start: number;
  end: number;
  /** As written. */
  text: string;
  /** Lower case, straight apostrophe. */
  lower: string;
}

const WORDS = /[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_]|['\u2019](?=[\p{L}\p{N}]))*/gu;

export function findWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORDS)) {
    const word = match[0];
    words.push({
      start: match.index,
      end: match.index + word.length,
      text: word,
      lower: word.toLowerCase().replaceAll("\u2019", "'"),
    });
  }
  return words;
}

/** A set of words written as one text. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** A set of phrases written as one text, commas between them. */
export function phraseSet(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " ")));
}

import type { Cue } from "../../text/cues.ts";
import type { FoundValue } from "../../values/found-value.ts";
import type { Token } from "./tokens.ts";

/** One sentence ready for the rules: its words, and what the shared analysis found in it. */
export interface Sentence {
  /** The whole text that all offsets count in. */
  text: string;
  start: number;
  end: number;
  tokens: readonly Token[];
  values: readonly FoundValue[];
  cues: readonly Cue[];
}

export function lowerAt(sentence: Sentence, at: number): string {
  const token = sentence.tokens[at];
  return token?.kind === "word" ? token.lower : "";
}

export function hasTag(sentence: Sentence, at: number, ...tags: string[]): boolean {
  const token = sentence.tokens[at];
  return token !== undefined && tags.some((tag) => token.tags.has(tag));
}

export function isMark(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.kind === "mark";
}

/** The words from `at` on, as many as there are before a mark, at most `count`, in lower case. */
export function phraseAt(sentence: Sentence, at: number, count: number): string {
  const words: string[] = [];
  for (let index = at; index < at + count && sentence.tokens[index]?.kind === "word"; index += 1)
    words.push(lowerAt(sentence, index));
  return words.join(" ");
}

/** How many words from `at` on are the longest of these phrases; 0 for none. */
export function matchPhrase(sentence: Sentence, at: number, phrases: ReadonlySet<string>, longest: number): number {
  for (let count = longest; count > 0; count -= 1) {
    const phrase = phraseAt(sentence, at, count);
    if (phrase.split(" ").length === count && phrases.has(phrase)) return count;
  }
  return 0;
}

/** The value that begins in this token, if one does. */
export function valueAt(sentence: Sentence, at: number): FoundValue | null {
  const token = sentence.tokens[at];
  if (token === undefined) return null;
  return sentence.values.find((value) => value.start >= token.start && value.start < token.end) ?? null;
}

/** The value that a stretch begins with, a preposition before it or not: "for eight", "on Friday". */
export function leadingValue(sentence: Sentence, at: number): FoundValue | null {
  const own = valueAt(sentence, at);
  if (
    own !== null ||
    !/^(?:for|on|at|by|from|in|before|after|until|with|under|around|about)$/.test(lowerAt(sentence, at))
  )
    return own;
  return valueAt(sentence, at + 1);
}

/** The value that this token is part of, if it is of one. */
export function valueAround(sentence: Sentence, at: number): FoundValue | null {
  const token = sentence.tokens[at];
  if (token === undefined) return null;
  return sentence.values.find((value) => value.start < token.end && token.start < value.end) ?? null;
}

/** The index after the last token that begins before this offset. */
export function tokenAfter(sentence: Sentence, offset: number): number {
  let at = 0;
  while (at < sentence.tokens.length && (sentence.tokens[at]?.start ?? 0) < offset) at += 1;
  return at;
}

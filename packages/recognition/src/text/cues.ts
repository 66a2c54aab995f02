import { type Clause, splitClauses } from "./clauses.ts";
import { cuesAt } from "./cue-list.ts";
import { findLiterals, isInside } from "./literals.ts";
import { isProhibiting } from "./prohibiting.ts";
import { findWords, type Word } from "./words.ts";

/** A word that negates or restricts: it may never vanish from a result that says `complete`. */
export interface Cue {
  start: number;
  end: number;
  /** As written: the words that must be kept. Of "but not" and "all but" that is the second word, which restricts. */
  text: string;
  /** The whole cue in lower case, straight apostrophe, one space between words. */
  word: string;
  /** Index into splitClauses of the same text. */
  clause: number;
  /** Its clause is in prohibiting form: do not or never with a verb, must not, no with a noun and no finite verb. */
  prohibiting: boolean;
}

/** The cues of a text in order; null when there is no list for that language (BCP 47). */
export function findCues(text: string, language: string): Cue[] | null {
  if (!/^en(?:$|[-_])/i.test(language)) return null;
  return cuesOf(text, splitClauses(text));
}

function cuesOf(text: string, clauses: readonly Clause[]): Cue[] {
  const words = findWords(text);
  const literals = findLiterals(text);
  const cues: Cue[] = [];
  let clause = 0;
  let first = 0;
  let last = 0;
  for (let at = 0; at < words.length; at += 1) {
    const length = cuesAt(text, words, at);
    if (length === 0) continue;
    const head = words[at] as Word;
    const tail = words[at + length - 1] as Word;
    while (clause < clauses.length - 1 && (clauses[clause]?.end ?? 0) <= head.start) clause += 1;
    const span = clauses[clause] as Clause;
    while (first < at && (words[first]?.start ?? 0) < span.start) first += 1;
    last = Math.max(last, at);
    while (last < words.length && (words[last]?.start ?? 0) < span.end) last += 1;
    const { start } = head.lower === "but" || tail.lower === "but" ? tail : head;
    cues.push({
      start,
      end: tail.end,
      text: text.slice(start, tail.end),
      word: words
        .slice(at, at + length)
        .map((word) => word.lower)
        .join(" "),
      clause,
      prohibiting: !isInside(literals, head.start, tail.end) && isProhibiting(words, first, at, length, last),
    });
    at += length - 1;
  }
  return cues;
}

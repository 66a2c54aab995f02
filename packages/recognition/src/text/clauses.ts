import { findLiterals, isInside, type Span } from "./literals.ts";
import { splitSentences } from "./sentences.ts";
import { isSocial } from "./social.ts";
import { findWords, phraseSet, type Word, wordSet } from "./words.ts";

/** One piece of a sentence: what coverage counts and what an unresolved item quotes. */
export interface Clause {
  start: number;
  end: number;
  text: string;
  /** Index of its sentence. */
  sentence: number;
  /** Filler that asks for nothing. */
  social: boolean;
}

// A clause begins before each of these, if the clause before it holds something of its own.
const OPENERS = wordSet(`
  and but or then otherwise unless except excepting excluding without if when once until till because whereas
  whenever provided before after
`);
const PAIRS = phraseSet(`
  instead of, rather than, other than, with no, as long, as soon, apart from, aside from
`);
// Words that stand before what a clause is about, so that a clause of these alone is none yet.
const LEADING = wordSet(`
  and but or then otherwise so also just only even please not all ok okay well anything everything everyone
  nothing anyone
`);
const PROHIBITS = wordSet("not don't dont never mustn't shouldn't can't cannot won't without no");
// After a negated verb "and" and "or" join what is negated, unless one of these begins something else.
const NEW_SUBJECT = wordSet(`
  then please don't dont do never also instead just i you we they he she it no not but if when make let
`);
// "and, if so,": a joining word alone is no piece.
const JOINING = wordSet("and but or then so plus");
const NEGATED = wordSet("not don't dont never mustn't shouldn't");
const BETWEEN = wordSet(
  "under any circumstances circumstance ever please at all by means in case for reason whatsoever on account no matter what and i repeat really",
);
const ALL = wordSet("all everything everyone anything anyone anywhere nothing nobody none");
const SEPARATOR = /[,;:()\u2014[\]]|[\u2013-]/;
const BLANK = /\s/;

/**
 * The fixed splitter: sentences, then pieces between separators and before joining words. The pieces
 * cover all visible text; a separator belongs to the piece before it. Quoted literals stay whole.
 */
export function splitClauses(text: string): Clause[] {
  const literals = findLiterals(text);
  const words = findWords(text);
  const clauses: Clause[] = [];
  let next = 0;
  splitSentences(text, literals).forEach((span, sentence) => {
    const first = next;
    while (next < words.length && (words[next]?.start ?? 0) < span.end) next += 1;
    const inside = words.slice(first, next);
    for (const piece of pieces(text, span, inside, literals)) {
      clauses.push({
        start: piece.start,
        end: piece.end,
        text: text.slice(piece.start, piece.end),
        sentence,
        social: isSocial(inside.slice(piece.from, piece.to)),
      });
    }
  });
  return clauses;
}

interface Piece extends Span {
  /** Indexes of its words in the sentence. */
  from: number;
  to: number;
}

function pieces(text: string, sentence: Span, words: readonly Word[], literals: readonly Span[]): Piece[] {
  const made: Piece[] = [];
  let start = sentence.start;
  let from = 0;
  let negated = false;
  /** Whether the piece holds more than words that lead into one. */
  let filled = false;
  const cut = (end: number, to: number) => {
    const stop = trimEnd(text, start, end);
    if (stop > start) made.push({ start, end: stop, from, to });
    start = trimStart(text, end, sentence.end);
    from = to;
    negated = false;
    filled = false;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const previous = words[at - 1];
    const gapStart = previous?.end ?? sentence.start;
    const boundary = isInside(literals, word.start, word.end) ? null : separatorIn(text, gapStart, word.start);
    const verbless = hangs(words, from, at);
    if (
      boundary !== null &&
      boundary > start &&
      at > from &&
      !verbless &&
      !(at === from + 1 && JOINING.has(previous?.lower ?? ""))
    )
      cut(boundary, at);
    else if (at > from && opens(words, at, negated) && !isInside(literals, word.start, word.end) && filled)
      cut(word.start, at);
    negated ||= PROHIBITS.has(word.lower);
    filled ||= !LEADING.has(word.lower);
  }
  const end = trimEnd(text, start, sentence.end);
  if (end > start) made.push({ start, end, from, to: words.length });
  return made;
}

/** "do not, under any circumstances, call": the verb that is negated is still to come. */
function hangs(words: readonly Word[], from: number, to: number): boolean {
  for (let at = to - 1; at >= Math.max(from, to - 7); at -= 1) {
    const word = words[at]?.lower ?? "";
    if (NEGATED.has(word)) return word !== "no";
    if (!BETWEEN.has(word)) return false;
  }
  return false;
}

function opens(words: readonly Word[], at: number, negated: boolean): boolean {
  const word = words[at]?.lower ?? "";
  const next = words[at + 1]?.lower ?? "";
  if (negated && (word === "or" || word === "and")) return NEW_SUBJECT.has(next);
  if (word === "but" && ALL.has(words[at - 1]?.lower ?? "")) return false;
  if (word === "once" && words[at - 1]?.lower === "at") return false;
  return OPENERS.has(word) || PAIRS.has(`${word} ${next}`);
}

/** The place after the last separator between two words; null without one. */
function separatorIn(text: string, from: number, to: number): number | null {
  for (let at = to - 1; at >= from; at -= 1) {
    const mark = text.charAt(at);
    if (!SEPARATOR.test(mark)) continue;
    if (mark === "(" || mark === "[") return at;
    if (mark === "\u2014" || mark === ")" || mark === "]") return at + 1;
    const spaced = BLANK.test(text.charAt(at + 1));
    if (mark === "-" || mark === "\u2013") {
      if (spaced && (at === 0 || BLANK.test(text.charAt(at - 1)))) return at + 1;
    } else if (spaced) return at + 1;
  }
  return null;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && BLANK.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function trimStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && BLANK.test(text.charAt(at))) at += 1;
  return at;
}

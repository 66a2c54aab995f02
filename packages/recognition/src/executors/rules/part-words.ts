import type { Span } from "../../text/literals.ts";
import { wordSet } from "../../text/words.ts";
import { spanOf } from "./command.ts";
import type { Part } from "./cut.ts";
import { findInline, type Inline } from "./inline.ts";
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from "./lexicon.ts";
import { skipFillers } from "./politeness.ts";
import { hasTag, isMark, lowerAt, type Sentence, valueAt } from "./sentence.ts";

// What the words of a part say about its reach, before anything is made of it.

const ALL = wordSet("all everything everyone anything anyone anywhere every nothing");
const AFTER = wordSet("please thanks pls ok okay though either");

/** The words of a part that count: "all" belongs to "all but the newest", "please" to nothing. */
export function partSpan(sentence: Sentence, part: Part): Span {
  let from = part.from;
  if (part.kind === "exclusion" && lowerAt(sentence, from) === "but" && ALL.has(lowerAt(sentence, from - 1))) from -= 1;
  if (part.kind === "prohibition") from = Math.min(skipFillers(sentence, from), part.to - 1);
  if (part.kind === "preference") from = withWish(sentence, from);
  let to = inlineAfterExclusion(sentence, part)[0]?.from ?? part.to;
  while (
    to > from + 1 &&
    (isMark(sentence, to - 1) || (AFTER.has(lowerAt(sentence, to - 1)) && !/not$|n't$/.test(lowerAt(sentence, to - 2))))
  )
    to -= 1;
  return spanOf(sentence, from, to);
}

/** "a table, window seat if possible": the few words since the comma are what is wished for. */
function withWish(sentence: Sentence, from: number): number {
  if (!/^(?:if|where|when)$/.test(lowerAt(sentence, from))) return from;
  for (let at = from - 1; at >= Math.max(1, from - 4); at -= 1) {
    if (sentence.tokens[at]?.text === ",") return at + 1;
    if (isMark(sentence, at) || /^(?:and|or|but)$/.test(lowerAt(sentence, at)) || valueAt(sentence, at) !== null)
      return from;
  }
  return from;
}

/** "without onions for three people by noon": what follows the thing left out bounds the request. */
export function inlineAfterExclusion(sentence: Sentence, part: Part): Inline[] {
  if (part.kind !== "exclusion" || !/^(?:without|with)$/.test(lowerAt(sentence, part.from))) return [];
  return findInline(sentence, part.from + 2, part.to).filter((one) => !one.kept && one.kind !== "format");
}

/** "make no changes", "sell nothing": a command to leave something undone. */
export function hasNegativeObject(sentence: Sentence, part: Part): boolean {
  if (part.verb === null) return false;
  for (let at = part.verb + 1; at < Math.min(part.to, part.verb + 7); at += 1) {
    const word = lowerAt(sentence, at);
    const after = lowerAt(sentence, at + 1);
    if (/^(?:nothing|nobody|none|noone)$/.test(word) || (word === "no" && after === "one"))
      return valueAt(sentence, at) === null;
    if (word === "no")
      return valueAt(sentence, at) === null && !/^(?:more|less|later|earlier|fewer|longer|matter|problem)$/.test(after);
    if (!/^(?:me|us|him|her|them|you|up|on|off|out|in|to|for|with|at|from)$/.test(word)) return false;
  }
  return false;
}

/** "only refund the shipping". */
export function saysOnly(sentence: Sentence, part: Part): boolean {
  for (let at = part.from; at < (part.verb ?? part.from); at += 1) if (lowerAt(sentence, at) === "only") return true;
  return false;
}

/** The subject of a statement or condition: "my parcel" in "my parcel is late". */
export function subjectOf(sentence: Sentence, part: Part): Span | null {
  let from = part.from;
  while (from < part.to && !DETERMINERS.has(lowerAt(sentence, from))) from += 1;
  if (from > part.from + 2) return null;
  let to = from;
  while (to < part.to && !AUXILIARIES.has(lowerAt(sentence, to)) && !isMark(sentence, to)) {
    if (to > from && hasTag(sentence, to, "Verb")) break;
    to += 1;
  }
  return to > from + 1 && to < part.to ? spanOf(sentence, from, to) : null;
}

/** What a prohibition is about: "the email" in "don't send the email yet". */
export function objectMention(sentence: Sentence, part: Part): Span | null {
  for (let from = part.from; from < part.to; from += 1) {
    if (!/^(?:the|my|our|your|this|that|these|those|his|her|their|a|an)$/.test(lowerAt(sentence, from))) continue;
    let to = from + 1;
    while (
      to < part.to &&
      !isMark(sentence, to) &&
      !PREPOSITIONS.has(lowerAt(sentence, to)) &&
      !hasTag(sentence, to, "Adverb", "Verb")
    )
      to += 1;
    return to > from + 1 ? spanOf(sentence, from, to) : null;
  }
  return null;
}

/** "please," alone. */
export function isFiller(sentence: Sentence, part: Part): boolean {
  return skipFillers(sentence, part.from) >= part.to;
}

/** "Anna, book a room": whom the message speaks to. */
export function isAddressed(sentence: Sentence, part: Part, next: Part | undefined): boolean {
  if (part.from !== 0 || part.to > 2 || next === undefined || sentence.tokens[part.to]?.text !== ",") return false;
  const asks =
    next.kind === "command" || next.kind === "question" || next.kind === "want" || next.kind === "prohibition";
  return (
    asks &&
    /^\p{L}+$/u.test(lowerAt(sentence, part.from)) &&
    valueAt(sentence, part.from) === null &&
    sentence.cues.every((cue) => cue.start > (sentence.tokens[part.to]?.start ?? 0))
  );
}

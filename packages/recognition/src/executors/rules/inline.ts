import { phraseSet, wordSet } from "../../text/words.ts";
import type { ConstraintKind } from "../../types/names.ts";
import type { FoundValue } from "../../values/found-value.ts";
import { DETERMINERS, LANGUAGES, MOVING_VERBS, PREPOSITIONS, plainVerb, SHAPES } from "./lexicon.ts";
import { countOf, exactly } from "./numbers.ts";
import { hasTag, isMark, lowerAt, phraseAt, type Sentence, tokenAfter } from "./sentence.ts";

/** A constraint inside a command, said in passing: "by Friday", "for four", "into German". */
export interface Inline {
  kind: ConstraintKind;
  /** Token indexes. */
  from: number;
  to: number;
  valueJson: string | null;
  /** Whether its words stay part of the target: "two tickets". */
  kept: boolean;
}

const TIME_PREPOSITIONS = wordSet(
  "on at by before after until till from in within for since around between through during as to every starting beginning",
);
const AMOUNT_PREPOSITIONS = wordSet("for to by at under below within over around about with costing worth");
const PEOPLE = wordSet("people persons guests adults children kids of us diners seats pax");
const SHAPE_WORDS = wordSet(
  "format form formats file words sentences lines bullets points paragraphs characters pages language style",
);
const BOUND =
  /\b(?:at most|at least|up to|no more than|not more than|no less than|no fewer than|more than|less than|fewer than|maximum|minimum|max|min|under|over|below|above)\b/i;

/** The constraints between two tokens, in text order, none inside another. */
export function findInline(sentence: Sentence, from: number, to: number): Inline[] {
  const found: Inline[] = [];
  for (let at = from; at < to; at += 1) {
    const inline =
      valueInline(sentence, at, from, to) ??
      recurrenceAt(sentence, at, to) ??
      formatAt(sentence, at, to) ??
      partyAt(sentence, at, to);
    if (inline === null || (found.at(-1)?.to ?? 0) > inline.from) continue;
    const joined = joinTimes(sentence, found.at(-1), inline, from);
    if (joined === null) found.push(inline);
    else found[found.length - 1] = joined;
    at = inline.to - 1;
  }
  return found;
}

/** "on Friday or Saturday": one time that is left open, not two that both hold. */
function joinTimes(sentence: Sentence, before: Inline | undefined, next: Inline, first: number): Inline | null {
  if (before?.kind !== "time" || next.kind !== "time" || before.kept || next.kept) return null;
  let at = before.to;
  while (sentence.tokens[at]?.text === ",") at += 1;
  if (lowerAt(sentence, at) !== "or" || at + 1 !== next.from) return null;
  const either = before.from > first && lowerAt(sentence, before.from - 1) === "either";
  return { kind: "time", from: either ? before.from - 1 : before.from, to: next.to, valueJson: null, kept: false };
}

function valueInline(sentence: Sentence, at: number, first: number, last: number): Inline | null {
  const token = sentence.tokens[at];
  if (token === undefined || token.kind === "mark") return null;
  const value = sentence.values.find((one) => one.start >= token.start && one.start < token.end);
  if (value === undefined || token.kind === "literal") return null;
  const to = Math.min(last, tokenAfter(sentence, value.end));
  const span = { at, to: Math.max(to, at + 1), last };
  if (value.kind === "quantity") return quantityInline(sentence, value, span, first);
  if (value.kind === "amount") {
    const object = at === first && value.value?.type === "amount" && value.value.min === value.value.max;
    const from = object ? at : widen(sentence, at, first, AMOUNT_PREPOSITIONS);
    return { kind: "limit", from, to: span.to, valueJson: null, kept: object };
  }
  if (isAttribute(sentence, value, at, span.to, last)) return null;
  const moved = movedTo(sentence, at, span.to, first);
  if (moved !== null) return { kind: "time", from: moved, to: span.to, valueJson: null, kept: false };
  if (isLeft(sentence, at, first)) return null;
  return {
    kind: "time",
    from: widen(sentence, at, first, TIME_PREPOSITIONS),
    to: span.to,
    valueJson: null,
    kept: false,
  };
}

function quantityInline(
  sentence: Sentence,
  value: FoundValue,
  span: { at: number; to: number; last: number },
  first: number,
): Inline | null {
  const leads = sentence.tokens[span.at - 1];
  const bound = BOUND.test(value.text);
  if (bound) {
    const closes = span.to >= span.last || isMark(sentence, span.to);
    if (leads?.lower === "for" && closes)
      return { kind: "limit", from: span.at - 1, to: span.to, valueJson: null, kept: false };
    const kept = span.at === first || PREPOSITIONS.has(leads?.lower ?? "");
    return { kind: "limit", from: span.at, to: span.to, valueJson: null, kept };
  }
  if (value.value?.type !== "quantity" || value.value.min === null || value.value.min !== value.value.max) return null;
  const valueJson = JSON.stringify(value.value);
  if (span.at === first)
    return {
      kind: "quantity",
      from: span.at,
      to: span.to > span.at + 1 ? span.to : withNoun(sentence, span.at, span.to),
      valueJson,
      kept: true,
    };
  if (leads?.lower === "for" && (!isTimed(sentence, first) || value.end > (sentence.tokens[span.at]?.end ?? 0)))
    return { kind: "quantity", from: span.at - 1, to: span.to, valueJson, kept: false };
  return null;
}

/** "move it from Tuesday to Thursday": no stretch of days but the one that it goes to. */
function movedTo(sentence: Sentence, at: number, to: number, body: number): number | null {
  if (!isMoving(sentence, body)) return null;
  for (let index = at + 1; index < to - 1; index += 1)
    if (/^(?:to|until|till)$/.test(lowerAt(sentence, index))) return index;
  return null;
}

/** "move it from Monday at 9 …": when it was says which one is meant, and bounds nothing. */
function isLeft(sentence: Sentence, at: number, body: number): boolean {
  return (lowerAt(sentence, at) === "from" || lowerAt(sentence, at - 1) === "from") && isMoving(sentence, body);
}

function isMoving(sentence: Sentence, body: number): boolean {
  for (let back = 0; back < body; back += 1) if (MOVING_VERBS.has(plainVerb(lowerAt(sentence, back)))) return true;
  return false;
}

/** "set an alarm for 6": after these verbs a bare number is an hour or nothing that can be told. */
function isTimed(sentence: Sentence, body: number): boolean {
  for (let at = 0; at < body; at += 1)
    if (/^(?:set|schedule|move|wake|remind|call|meet|postpone|reschedule|delay|snooze)$/.test(lowerAt(sentence, at)))
      return true;
  return false;
}

/** "for four", "for 6 people"; "two tickets" where the object begins. */
function partyAt(sentence: Sentence, at: number, to: number): Inline | null {
  const count = countOf(lowerAt(sentence, at));
  if (count === null) return null;
  const before = lowerAt(sentence, at - 1);
  const next = lowerAt(sentence, at + 1);
  if (
    before === "for" &&
    (PEOPLE.has(next) || !isTimed(sentence, at - 1)) &&
    (at + 1 >= to ||
      isMark(sentence, at + 1) ||
      PEOPLE.has(next) ||
      sentence.values.some(
        (one) => one.start >= (sentence.tokens[at + 1]?.start ?? 0) && one.start < (sentence.tokens[at + 1]?.end ?? 0),
      ) ||
      PREPOSITIONS.has(next))
  )
    return {
      kind: "quantity",
      from: at - 1,
      to: PEOPLE.has(next) && at + 1 < to ? at + 2 : at + 1,
      valueJson: exactly(count),
      kept: false,
    };
  return null;
}

/** The count that an object begins with, and what is counted: "two tickets". */
export function leadingCount(sentence: Sentence, at: number, to: number): Inline | null {
  const word = lowerAt(sentence, at);
  const dozen = word === "a" && /^(?:dozen|couple)$/.test(lowerAt(sentence, at + 1));
  const count = dozen ? (lowerAt(sentence, at + 1) === "dozen" ? 12 : 2) : countOf(word);
  const number = dozen ? at + 2 : at + 1;
  if (
    count === null ||
    number >= to ||
    sentence.tokens[number]?.kind !== "word" ||
    !/^[a-z]/.test(lowerAt(sentence, number))
  )
    return null;
  if (PREPOSITIONS.has(lowerAt(sentence, number)) && lowerAt(sentence, number) !== "of") return null;
  if (
    /^(?:or|and|more|other|if|time|times|percent|hours?|minutes?|days?|weeks?|months?|years?|am|pm|o'clock)$/.test(
      lowerAt(sentence, number),
    )
  )
    return null;
  return {
    kind: "quantity",
    from: at,
    to: Math.min(to, withNoun(sentence, at, number)),
    valueJson: exactly(count),
    kept: true,
  };
}

function withNoun(sentence: Sentence, from: number, number: number): number {
  for (let at = number; at < number + 4; at += 1) {
    const word = lowerAt(sentence, at);
    if (word === "" || (at > number && (PREPOSITIONS.has(word) || DETERMINERS.has(word))))
      return Math.max(at, from + 1);
    if (hasTag(sentence, at, "Plural") || (word.length > 3 && /[^s]s$/.test(word))) return at + 1;
  }
  return number + 1;
}

/** "my 3pm appointment": the time says which one, it bounds nothing. */
function isAttribute(sentence: Sentence, value: FoundValue, at: number, to: number, last: number): boolean {
  if (/^['\u2019]s\b/.test(sentence.text.slice(value.end, value.end + 3))) return true;
  if (lowerAt(sentence, at - 1) === "than") return true;
  const token = sentence.tokens[to - 1];
  if (token !== undefined && /['\u2019]s$/.test(token.text) && token.end > value.end) return true;
  if (to >= last || isMark(sentence, to)) return false;
  const next = lowerAt(sentence, to);
  if (next === "" || PREPOSITIONS.has(next) || /^(?:and|or|but|if|please|then|unless)$/.test(next)) return false;
  const before = lowerAt(sentence, at - 1);
  if (DETERMINERS.has(before) || (DETERMINERS.has(lowerAt(sentence, at)) && hasTag(sentence, to, "Noun")))
    return hasTag(sentence, to, "Noun", "Adjective", "Gerund") || !hasTag(sentence, to, "Verb");
  return false;
}

// What stands before a time or an amount and bounds it.
const BOUNDS = phraseSet(
  "at least, at most, up to, no more than, not more than, no less than, no longer than, more than, less than",
);

function widen(sentence: Sentence, at: number, first: number, words: ReadonlySet<string>): number {
  let from = at;
  for (;;) {
    const bound = [2, 3].find((count) => from - count >= first && BOUNDS.has(phraseAt(sentence, from - count, count)));
    if (bound !== undefined) from -= bound;
    else if (from > first && words.has(lowerAt(sentence, from - 1))) from -= 1;
    else break;
  }
  return from;
}

/** "into German", "as a PDF", "in 100 words". */
function formatAt(sentence: Sentence, at: number, to: number): Inline | null {
  const word = lowerAt(sentence, at);
  if (!/^(?:in|into|as|to)$/.test(word)) return null;
  let end = at + 1;
  while (
    end < to &&
    /^(?:a|an|the|simple|plain|short|formal|clear|numbered|single|one|two|three|four|five|\d+)$/.test(
      lowerAt(sentence, end),
    )
  )
    end += 1;
  const named = sentence.tokens[end];
  if (end >= to || named?.kind !== "word") return null;
  const language = LANGUAGES.has(named.lower) && /^\p{Lu}/u.test(named.text);
  const shape =
    (SHAPES.has(named.lower) && word !== "to") ||
    (SHAPE_WORDS.has(named.lower) && (word === "in" || word === "as") && end > at + 1);
  if (!language && !shape) return null;
  let stop = end + 1;
  while (stop < to && (SHAPE_WORDS.has(lowerAt(sentence, stop)) || (SHAPES.has(lowerAt(sentence, stop)) && !language)))
    stop += 1;
  const next = sentence.tokens[stop];
  if (
    stop < to &&
    next?.kind === "word" &&
    !PREPOSITIONS.has(next.lower) &&
    !/^(?:and|please|by|with|now|or)$/.test(next.lower) &&
    next.tags.has("Noun")
  )
    return null;
  return { kind: "format", from: at, to: stop, valueJson: null, kept: false };
}

/** "twice a week", "three times per day". */
function recurrenceAt(sentence: Sentence, at: number, to: number): Inline | null {
  const once = /^(?:once|twice|thrice)$/.test(lowerAt(sentence, at));
  const every = once
    ? at + 1
    : countOf(lowerAt(sentence, at)) !== null && lowerAt(sentence, at + 1) === "times"
      ? at + 2
      : to;
  if (every + 1 >= to || !/^(?:a|per|every|each)$/.test(lowerAt(sentence, every))) return null;
  return { kind: "time", from: at, to: every + 2, valueJson: null, kept: false };
}

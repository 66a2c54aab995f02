import type { Span } from "../../text/literals.ts";
import { phraseSet, wordSet } from "../../text/words.ts";
import { boundObject, leaveBoundOut } from "./bounded-object.ts";
import type { Part } from "./cut.ts";
import { findInline, type Inline, leadingCount } from "./inline.ts";
import { COMMAND_VERBS, DETERMINERS, PREPOSITIONS, particlesOf, plainVerb, TELLING_VERBS } from "./lexicon.ts";
import { FILLERS_AFTER, objectOf, PRONOUNS } from "./object.ts";
import type { ReadIntent } from "./reading.ts";
import { hasTag, isMark, lowerAt, matchPhrase, phraseAt, type Sentence, valueAt } from "./sentence.ts";

/** A command with what it says in passing. */
export interface ReadCommand {
  intent: ReadIntent;
  inline: { found: Inline; owner: ReadIntent }[];
  child: ReadIntent | null;
  /** Token indexes of the object; null when there is none. */
  object: { from: number; to: number } | null;
  /** A negated content, "tell Bob not to call": tokens of it. */
  negatedContent: { from: number; to: number } | null;
}

/** Verbs that take whom they give to before what they give. */
const GIVING = wordSet("give grant send show offer lend pay hand tell teach bring read serve sell pass award assign");
const FIXED = phraseSet(
  "let me know, let us know, let him know, let her know, let them know, make sure, keep me posted, keep me updated, take care of, get rid of, keep an eye on, get in touch with, follow up on, sign up for, take a look at, have a look at, make use of, get back to",
);

export function readCommand(sentence: Sentence, part: Part, index: number): ReadCommand {
  const verb = part.verb ?? part.from;
  const to = part.dataFrom === null ? part.to : sentence.tokens.length;
  const action = actionAt(sentence, verb, to);
  const evidence = [spanOf(sentence, part.from, to)];
  const intent: ReadIntent = {
    parent: null,
    action: action.text,
    target: null,
    goal: spanOf(sentence, verb, to),
    reworded: null,
    understanding: "clear",
    evidence,
    sentence: index,
  };
  const command: ReadCommand = { intent, inline: [], child: null, object: null, negatedContent: null };
  if (part.dataFrom !== null) {
    let last = to;
    while (last > verb + 1 && /^[.!?]$/.test(sentence.tokens[last - 1]?.text ?? "")) last -= 1;
    let first = skipReceiver(sentence, action.to, last, action.verb);
    while (first < last - 1 && isMark(sentence, first)) first += 1;
    intent.target = spanOf(sentence, first, last);
    intent.goal = spanOf(sentence, verb, last);
    return command;
  }
  const content = contentAt(sentence, action, to);
  const end = content?.from ?? to;
  const body = skipReceiver(sentence, action.to, end, action.verb);
  const inline = findInline(sentence, body, to);
  const object = objectOf(sentence, verb, body, end, inline);
  command.object = object;
  if (object !== null) {
    intent.target = spanOf(sentence, object.from, object.to);
    const count = leadingCount(sentence, object.from, object.to);
    if (count !== null && !inline.some((one) => one.from === count.from)) inline.push(count);
    separated(sentence, intent, action, object, command);
  }
  if (object !== null && (isGapped(sentence, object.to, to) || goesOn(sentence, object.to, to)))
    intent.understanding = "partial";
  if (inline.some((one) => one.kind === "time" && leavesHour(sentence, one.to, to))) intent.understanding = "partial";
  if (content !== null) readContent(sentence, command, content, inline, index);
  boundObject(sentence, command, { verb, body, end, to }, inline);
  const late = command.child !== null && action.verb !== "remind" ? (content?.from ?? to) : to;
  for (const found of inline)
    command.inline.push({ found, owner: found.from >= late && command.child !== null ? command.child : intent });
  intent.goal = goalOf(sentence, verb, to, inline);
  leaveBoundOut(sentence, command, inline);
  return command;
}

/** "at 3 (or 4)": a second hour that is said by its figure alone. */
function leavesHour(sentence: Sentence, at: number, to: number): boolean {
  return lowerAt(sentence, at) === "or" && at + 1 < to && /^\d{1,2}$/.test(lowerAt(sentence, at + 1));
}

/** "turn left then right": more is to be done than the object says. */
function goesOn(sentence: Sentence, from: number, to: number): boolean {
  for (let at = from; at + 1 < to; at += 1)
    if (lowerAt(sentence, at) === "then") return !/^(?:|please|thanks|too)$/.test(lowerAt(sentence, at + 1));
  return false;
}

interface Action {
  verb: string;
  text: string;
  /** Index after it. */
  to: number;
}

function actionAt(sentence: Sentence, verb: number, limit: number): Action {
  const word = plainVerb(lowerAt(sentence, verb));
  const fixed = matchPhrase(sentence, verb, FIXED, 4);
  let to = Math.min(limit, verb + Math.max(fixed, 1));
  if (fixed === 0 && to < limit && particlesOf(word).has(lowerAt(sentence, to)) && valueAt(sentence, to) === null) {
    to += 1;
    if (
      to < limit &&
      lowerAt(sentence, to - 1) === "up" &&
      /^(?:with|on|for)$/.test(lowerAt(sentence, to)) &&
      /^(?:follow|sign|catch)$/.test(word)
    )
      to += 1;
  }
  return { verb: word, text: textOf(sentence, verb, to), to };
}

/** "get me a refund": whom it is for is not what it is about. */
function skipReceiver(sentence: Sentence, at: number, to: number, verb: string): number {
  const receives =
    /^(?:me|us|him|her|them|you)$/.test(lowerAt(sentence, at)) ||
    (hasTag(sentence, at, "Person", "FirstName", "ProperNoun") && sentence.tokens[at]?.kind === "word");
  if (!receives || at + 1 >= to) return at;
  const next = sentence.tokens[at + 1];
  if (next === undefined || next.kind === "mark") return at;
  if (next.kind === "literal") return PRONOUNS.has(lowerAt(sentence, at)) ? at + 1 : at;
  const person = (index: number) => hasTag(sentence, index, "Person", "FirstName", "ProperNoun");
  if (
    GIVING.has(verb) &&
    next.lower === "and" &&
    person(at + 2) &&
    at + 3 < to &&
    !PREPOSITIONS.has(lowerAt(sentence, at + 3)) &&
    !isMark(sentence, at + 3)
  )
    return at + 3;
  if (
    valueAt(sentence, at + 1)?.kind === "time" ||
    PREPOSITIONS.has(next.lower) ||
    /^(?:that|to|if|when|and|or|but|not|please|whether|how|what|where|why|who)$/.test(next.lower)
  )
    return at;
  const pronoun = PRONOUNS.has(lowerAt(sentence, at));
  if (pronoun && particlesOf(verb).has(next.lower)) return at;
  if (GIVING.has(verb) && !pronoun) return hasTag(sentence, at + 1, "ProperNoun") ? at : at + 1;
  return DETERMINERS.has(next.lower) || /^\d/.test(next.lower) || (pronoun && !hasTag(sentence, at + 1, "Adverb"))
    ? at + 1
    : at;
}

/** "ticket 11 to Priya and ticket 12 to Tom": a second thing shares the verb, and more than the rules tell apart. */
function isGapped(sentence: Sentence, from: number, to: number): boolean {
  const seen = new Set<string>();
  let joined = false;
  for (let at = from; at < to; at += 1) {
    const word = lowerAt(sentence, at);
    if (word === "and" && /^(?:another|\d+|one|two|three|the|a|an|my|[a-z]+)$/.test(lowerAt(sentence, at + 1)))
      joined = seen.size > 0;
    else if (/^(?:to|for|on|at|with|from|by|in)$/.test(word)) {
      if (joined && seen.has(word)) return true;
      seen.add(word);
    }
  }
  return false;
}

interface Content {
  /** Index of "to" or "not". */
  from: number;
  verb: number;
  negated: boolean;
}

/** "remind me to call Sam": where the content begins. */
function contentAt(sentence: Sentence, action: Action, to: number): Content | null {
  if (!TELLING_VERBS.has(action.verb)) return null;
  for (let at = action.to + 1; at < Math.min(to, action.to + 7); at += 1) {
    if (isMark(sentence, at)) return null;
    const phrase = phraseAt(sentence, at, 2);
    if (phrase === "not to" || phrase === "to not" || phrase === "never to")
      return { from: at, verb: at + 2, negated: true };
    if (
      lowerAt(sentence, at) === "to" &&
      (COMMAND_VERBS.has(lowerAt(sentence, at + 1)) || hasTag(sentence, at + 1, "Infinitive")) &&
      !DETERMINERS.has(lowerAt(sentence, at + 1))
    )
      return { from: at, verb: at + 1, negated: false };
  }
  return null;
}

function readContent(
  sentence: Sentence,
  command: ReadCommand,
  content: Content,
  inline: Inline[],
  index: number,
): void {
  const to = lastOf(sentence, command.intent);
  if (content.negated) {
    command.negatedContent = { from: content.from, to };
    return;
  }
  const action = actionAt(sentence, content.verb, to);
  const body = skipReceiver(sentence, action.to, to, action.verb);
  const object = objectOf(sentence, content.verb, body, to, inline);
  const count = object === null ? null : leadingCount(sentence, object.from, object.to);
  if (count !== null && !inline.some((one) => one.from === count.from)) inline.push(count);
  command.child = {
    parent: command.intent,
    action: action.text,
    target: object === null ? null : spanOf(sentence, object.from, object.to),
    goal: goalOf(sentence, content.verb, to, inline),
    reworded: null,
    understanding: "clear",
    evidence: [spanOf(sentence, content.from, to)],
    sentence: index,
  };
}

function lastOf(sentence: Sentence, intent: ReadIntent): number {
  const end = intent.evidence[0]?.end ?? 0;
  let at = sentence.tokens.length;
  while (at > 0 && (sentence.tokens[at - 1]?.start ?? 0) >= end) at -= 1;
  return at;
}

/** "turn the lights off": the verb phrase is written apart. */
function separated(
  sentence: Sentence,
  intent: ReadIntent,
  action: Action,
  object: { from: number; to: number },
  command: ReadCommand,
): void {
  const at = particleIn(sentence, action, object);
  if (at === null) return;
  command.object = { from: object.from, to: at };
  intent.target = spanOf(sentence, object.from, at);
  intent.reworded = {
    action: `${action.text} ${sentence.tokens[at]?.text ?? ""}`,
    statement: "The verb phrase is written apart in the text.",
  };
}

/** The particle that stands at the end of the object, or before what follows it: "sign me up for …". */
function particleIn(sentence: Sentence, action: Action, object: { from: number; to: number }): number | null {
  if (action.text.includes(" ")) return null;
  for (let at = object.from + 1; at < object.to; at += 1) {
    const word = lowerAt(sentence, at);
    if (!/^(?:up|off|on|out|down|in|back|away|over)$/.test(word) || !particlesOf(action.verb).has(word)) continue;
    if (at + 1 === object.to || (PREPOSITIONS.has(lowerAt(sentence, at + 1)) && at === object.from + 1)) return at;
  }
  return null;
}

function goalOf(sentence: Sentence, verb: number, to: number, inline: readonly Inline[]): Span {
  let end = to;
  for (;;) {
    const cut = inline.find((one) => !one.kept && one.to >= end && one.from < end && one.from > verb);
    if (cut !== undefined) end = cut.from;
    else if (
      end > verb + 1 &&
      (isMark(sentence, end - 1) ||
        (FILLERS_AFTER.has(lowerAt(sentence, end - 1)) && !/^(?:me|for|well)$/.test(lowerAt(sentence, end - 1))) ||
        /^(?:and|or|but|then|to|from|of|with|into|for)$/.test(lowerAt(sentence, end - 1)))
    )
      end -= 1;
    else return spanOf(sentence, verb, end);
  }
}

export function spanOf(sentence: Sentence, from: number, to: number): Span {
  const start = sentence.tokens[from]?.start ?? sentence.end;
  return { start, end: Math.max(start, sentence.tokens[Math.max(to, from + 1) - 1]?.end ?? start) };
}

function textOf(sentence: Sentence, from: number, to: number): string {
  const span = spanOf(sentence, from, to);
  return sentence.text.slice(span.start, span.end);
}

import { phraseSet, wordSet } from "../../text/words.ts";
import { followsAsSubject, isQuestion, isStatement } from "./clause-forms.ts";
import { AUXILIARIES, COMMAND_VERBS, DETERMINERS, NOUN_LIKE, PREPOSITIONS, particlesOf } from "./lexicon.ts";
import { countOf } from "./numbers.ts";
import { skipWrapping, verbAfter } from "./politeness.ts";
import { forbidsFrom, forbidsLater, isBarred, isExclusion, isHeldBack, isProhibition } from "./restrictions.ts";
import {
  hasTag,
  isMark,
  leadingValue,
  lowerAt,
  matchPhrase,
  phraseAt,
  type Sentence,
  tokenAfter,
  valueAround,
  valueAt,
} from "./sentence.ts";

/** What a stretch of a sentence is, judged by how it begins. */
export type PartKind =
  | "command"
  | "want"
  | "prohibition"
  | "condition"
  | "exclusion"
  | "preference"
  | "requirement"
  | "statement"
  | "question"
  | "value"
  | "reason"
  | "yes"
  | "no"
  | "social";

const CONDITIONS = phraseSet(`
  if, unless, until, till, once, when, whenever, as soon as, as long as, so long as, provided, provided that, providing, in case, only if,
  only when, even if, not until, assuming, the moment, while, before, after, if and only if, on condition that, not unless, not before
`);
const REASONS = wordSet("because since cause although though");
const PREFERENCES = phraseSet(`
  preferably, ideally, if possible, if you can, if at all possible, whichever, whatever, i prefer, i'd prefer, i would prefer, i'd rather, i would rather, we prefer, we'd prefer, we'd rather,
  if it's not too much trouble, as soon as possible, asap, the sooner the better, the cheaper the better, no need to, no rush, my preference is, preference for, where possible, when possible, as quickly as possible, if available, if it works
`);
const REQUIREMENTS = phraseSet(`
  make sure, make sure that, ensure, ensure that, be sure that, see to it that, it must, it has to, it needs to, it should, they must, they have to, they need to, they should, must be, must have, has to be, needs to be,
  it's important that, it is important that, it is essential that, it's essential that, this must, this has to, that must, they need, it needs
`);
const WANTS = phraseSet(`
  i need, i want, i would like, i'd like, we need, we want, we would like, we'd like, i'm looking for, i am looking for, we're looking for, looking for, i'd love, i'll have, i'll take, i request, i require, we require, i could use
`);
const YES = wordSet("yes yep yeah yup sure correct exactly confirmed right affirmative absolutely definitely agreed");
const NO = wordSet("no nope nah");

/** What stands before the beginning: nothing of the same sentence, a mark, or a joining word. */
export type Opening = "sentence" | "mark" | "joined";

/** What begins at this token; null when nothing does, so that it goes on with what is before it. */
export function kindAt(sentence: Sentence, at: number, opening: Opening): PartKind | null {
  const word = lowerAt(sentence, at);
  if (sentence.tokens[at] === undefined || isMark(sentence, at)) return null;
  if (
    opening === "sentence" &&
    endsAfter(sentence, at) &&
    YES.has(word) &&
    !/^(?:then|or)$/.test(lowerAt(sentence, at - 1))
  )
    return "yes";
  if (opening === "sentence" && endsAfter(sentence, at) && NO.has(word)) return "no";
  if (/^(?:thanks|thx|cheers|thank)$/.test(word) && /^(?:for|you|to|again|so|very)$/.test(lowerAt(sentence, at + 1)))
    return "social";
  if (matchPhrase(sentence, at, PREFERENCES, 6) > 0 && !isWhateverYouDo(sentence, at)) return "preference";
  if (at > 0 && (phraseAt(sentence, at, 2) === "save for" || isBarred(sentence, at) || isHeldBack(sentence, at)))
    return "exclusion";
  if (isCondition(sentence, at)) return "condition";
  if (isRequirement(sentence, at)) return "requirement";
  if (isHeading(sentence, at)) return "reason";
  if (opening !== "joined" && leadingValue(sentence, at)?.kind === "time" && !followsAsSubject(sentence, at))
    return forbidsAfterValue(sentence, at) ? "prohibition" : "value";
  if (isCommand(sentence, at, opening)) return "command";
  if (isExclusion(sentence, at)) return "exclusion";
  if (isProhibition(sentence, at)) return reasonBefore(sentence, at, opening) ?? "prohibition";
  if (REASONS.has(word) && valueAt(sentence, at) === null) return "reason";
  if (matchPhrase(sentence, at, WANTS, 4) > 0) return "want";
  if (opening !== "joined" && isQuestion(sentence, at)) return "question";
  if (isStatement(sentence, at, opening)) return "statement";
  const value = leadingValue(sentence, at);
  return value !== null && opening !== "joined" && boundsAlone(sentence, at) ? "value" : null;
}

/** "the wall is wet (never lean on it)": what is told before a command that forbids. */
function reasonBefore(sentence: Sentence, at: number, opening: Opening): PartKind | null {
  if (!forbidsLater(sentence, at)) return null;
  if (REASONS.has(lowerAt(sentence, at))) return "reason";
  return isStatement(sentence, at, opening) ? "statement" : null;
}

/** "on Sundays don't call": the time is of what is forbidden. */
function forbidsAfterValue(sentence: Sentence, at: number): boolean {
  const value = leadingValue(sentence, at);
  return value !== null && forbidsFrom(sentence, tokenAfter(sentence, value.end)) && isProhibition(sentence, at);
}

/** Whether what begins here interrupts a stretch without any mark or joining word before it. */
export function interrupts(sentence: Sentence, at: number): PartKind | null {
  if (matchPhrase(sentence, at, PREFERENCES, 6) > 0) return "preference";
  if (isCondition(sentence, at) && !findsOut(sentence, at)) return "condition";
  if (lowerAt(sentence, at) === "because") return "reason";
  if (isExclusion(sentence, at)) return "exclusion";
  return null;
}

const HEADINGS = wordSet(
  "rule rules policy note notes notice reminder important warning attention caution urgent nb ps fyi disclaimer restrictions instructions request",
);

/** "House rules: (no smoking)", "important - (don't open it)": what is said before that by itself says nothing. */
function isHeading(sentence: Sentence, at: number): boolean {
  if (at !== 0) return false;
  let end = 0;
  while (end < 4 && sentence.tokens[end]?.kind === "word") end += 1;
  const last = /^\d{1,3}$/.test(lowerAt(sentence, end - 1)) ? end - 2 : end - 1;
  if (!HEADINGS.has(lowerAt(sentence, last)) || !isMark(sentence, end)) return false;
  if (!/^(?::|[-\u2013\u2014]+)$/.test(sentence.tokens[end]?.text ?? "")) return false;
  return kindAt(sentence, end + 1, "mark") !== null;
}

function isWhateverYouDo(sentence: Sentence, at: number): boolean {
  return /^whatever (?:you do|happens|else)/.test(phraseAt(sentence, at, 3));
}

function isRequirement(sentence: Sentence, at: number): boolean {
  const count = matchPhrase(sentence, at, REQUIREMENTS, 5);
  if (count > 0) return !/^(?:to|you)$/.test(lowerAt(sentence, at + count)) && !isProhibition(sentence, at);
  return (
    at > 0 &&
    /^(?:extra|double|lots|plenty)$/.test(lowerAt(sentence, at)) &&
    hasTag(sentence, at + 1, "Noun", "Preposition")
  );
}

/** A count that goes on ("2 litres of milk") is the next thing of a list, no bound of what is before it. */
function boundsAlone(sentence: Sentence, at: number): boolean {
  const value = leadingValue(sentence, at);
  if (value === null || value.kind !== "quantity") return true;
  if (value.value?.type === "quantity" && value.value.min !== value.value.max) return true;
  const next = tokenAfter(sentence, value.end);
  return next >= sentence.tokens.length || isMark(sentence, next);
}

function endsAfter(sentence: Sentence, at: number): boolean {
  return at + 1 >= sentence.tokens.length || isMark(sentence, at + 1);
}

function isCondition(sentence: Sentence, at: number): boolean {
  const count = matchPhrase(sentence, at, CONDITIONS, 4);
  if (count === 0) return false;
  const phrase = phraseAt(sentence, at, count);
  if (
    count + at >= sentence.tokens.length ||
    isMark(sentence, at + count) ||
    valueAround(sentence, at) !== null ||
    valueAt(sentence, at + count)?.kind === "time"
  )
    return false;
  if (
    /^(?:when|while|once)$/.test(phrase) &&
    (lowerAt(sentence, at - 1) === "at" || lowerAt(sentence, at - 1) === "since")
  )
    return false;
  if (phrase === "when" && AUXILIARIES.has(lowerAt(sentence, at + 1))) return false;
  return !(
    phrase === "once" &&
    (at + 1 >= sentence.tokens.length ||
      isMark(sentence, at + 1) ||
      /^(?:a|per|every|more)$/.test(lowerAt(sentence, at + 1)))
  );
}

/** "check if it shipped": what is found out, no condition. */
function findsOut(sentence: Sentence, at: number): boolean {
  if (!/^(?:if|when|whether)$/.test(lowerAt(sentence, at))) return false;
  for (let back = at - 1; back >= 0 && back >= at - 3; back -= 1) {
    const word = lowerAt(sentence, back);
    if (word === "tell" && /\?\s*$/.test(sentence.text.slice(sentence.start, sentence.end))) return true;
    if (/^(?:check|see|find|out|confirm|verify|determine|decide|wonder|ask|know|whether)$/.test(word))
      return lowerAt(sentence, back - 1) !== "me" || word !== "know";
    if (!/^(?:me|out|for|him|her|them|us)$/.test(word) && !hasTag(sentence, back, "Person")) return false;
  }
  return false;
}

/** The verb of the command that begins here; null when none does. */
export function commandVerbAt(sentence: Sentence, at: number, opening: Opening): number | null {
  const wrapping = skipWrapping(sentence, at);
  const wrapped = verbAfter(sentence, wrapping);
  if (wrapped !== null)
    return isProhibition(sentence, wrapped) &&
      sentence.cues.some((cue) => cue.prohibiting && cue.start < (sentence.tokens[wrapped]?.start ?? 0))
      ? null
      : wrapped;
  if (wrapping.verb !== null) return null;
  return isPlainCommand(sentence, wrapping.at, wrapping.at > at ? "sentence" : opening) ? wrapping.at : null;
}

function isCommand(sentence: Sentence, at: number, opening: Opening): boolean {
  return commandVerbAt(sentence, at, opening) !== null;
}

function isPlainCommand(sentence: Sentence, at: number, opening: Opening): boolean {
  const word = lowerAt(sentence, at);
  if (
    /^(?:not|never|nor)$/.test(lowerAt(sentence, at + 1)) ||
    /^(?:avoid|refrain|exclude|forbid|dont)$|n't$/.test(word)
  )
    return false;
  const known = COMMAND_VERBS.has(word);
  const tagged =
    hasTag(sentence, at, "Infinitive", "Imperative") &&
    !NOUN_LIKE.has(word) &&
    !AUXILIARIES.has(word) &&
    !PREPOSITIONS.has(word);
  if (!known && !(opening === "sentence" && tagged)) return false;
  const next = sentence.tokens[at + 1];
  if (next === undefined || next.kind === "mark") return !NOUN_LIKE.has(word) || hasTag(sentence, at, "Verb");
  if (!NOUN_LIKE.has(word)) return !AUXILIARIES.has(next.lower);
  return showsVerb(sentence, at, opening);
}

/** For a word that may be a noun: whether what follows is an object. */
function showsVerb(sentence: Sentence, at: number, opening: Opening): boolean {
  const next = sentence.tokens[at + 1];
  if (next === undefined) return false;
  if (next.kind === "literal") return true;
  const word = next.lower;
  if (AUXILIARIES.has(word)) return false;
  if (/^[#\d]/.test(word)) {
    const counted = sentence.tokens[at + 2]?.kind === "word" && !PREPOSITIONS.has(lowerAt(sentence, at + 2));
    return (
      !copulaAfter(sentence, at + 2) &&
      (opening === "sentence" || (counted && !/^(?:and|or|to|by)$/.test(lowerAt(sentence, at + 2))))
    );
  }
  const object =
    DETERMINERS.has(word) ||
    /^(?:me|us|it|them|him|her|you)$/.test(word) ||
    particlesOf(lowerAt(sentence, at)).has(word);
  if (object || hasTag(sentence, at + 1, "ProperNoun", "Person", "Place")) return !copulaAfter(sentence, at + 2);
  // ", and order two": a count is ordered, unless it numbers something: "order one and order two".
  if (opening === "mark" && countOf(word) !== null) return true;
  if (opening !== "sentence") return false;
  if (PREPOSITIONS.has(word)) return hasTag(sentence, at, "Verb");
  return (
    !/^(?:status|id|ids|number|numbers|confirmation|history|details|is|was|has|did)$/.test(word) &&
    !copulaAfter(sentence, at + 1)
  );
}

/** "Order 000123 is late": the first word was a noun after all. */
function copulaAfter(sentence: Sentence, at: number): boolean {
  return /^(?:is|was|are|were|isn't|wasn't|aren't|weren't|has|hasn't|had|never|still|arrived|shipped)$/.test(
    lowerAt(sentence, at),
  );
}

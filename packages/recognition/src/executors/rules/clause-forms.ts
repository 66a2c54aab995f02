import { wordSet } from "../../text/words.ts";
import { AUXILIARIES, DETERMINERS, NOUN_LIKE, PREPOSITIONS, SUBJECTS } from "./lexicon.ts";
import { isProhibition } from "./restrictions.ts";
import { hasTag, lowerAt, phraseAt, type Sentence, tokenAfter, valueAt } from "./sentence.ts";
import type { Opening } from "./starts.ts";

// Stretches with a subject of their own: questions and statements.

const ASKS = /^(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should|shall|may|might)(?:n't)?$/;
const QUESTION_WORDS = wordSet(
  "what what's where where's when when's who who's whom whose which why how how's what're whats wheres hows",
);
const SUBJECT_FORMS = /^(?:i|we|you|he|she|it|they|this|that|there)'(?:m|s|re|ve|d|ll)$/;

export function isQuestion(sentence: Sentence, at: number): boolean {
  const word = lowerAt(sentence, at);
  if (QUESTION_WORDS.has(word)) return true;
  const next = lowerAt(sentence, at + 1);
  if (word === "don't") return SUBJECTS.has(next);
  return ASKS.test(word) && next !== "" && !/^(?:not|never)$/.test(next);
}

export function isStatement(sentence: Sentence, at: number, opening: Opening): boolean {
  const word = lowerAt(sentence, at);
  if (SUBJECT_FORMS.test(word)) return true;
  if (word === "not")
    return (
      opening !== "joined" &&
      !isProhibition(sentence, at) &&
      (/^(?:sure|yet|really|bad|happy)$/.test(lowerAt(sentence, at + 1)) ||
        hasTag(sentence, at + 1, "PastTense", "Adjective"))
    );
  if (/^(?:don't|dont)$/.test(word) || phraseAt(sentence, at, 2) === "do not")
    return !isProhibition(sentence, at) && sentence.tokens[at + 1]?.kind === "word";
  if (SUBJECTS.has(word)) return verbSoon(sentence, at + 1, 3);
  const noun =
    NOUN_LIKE.has(word) ||
    DETERMINERS.has(word) ||
    hasTag(sentence, at, "Noun") ||
    hasTag(sentence, at, "Adjective", "Value") ||
    (valueAt(sentence, at)?.kind === "time" && followsAsSubject(sentence, at));
  return noun && opening !== "joined" && verbSoon(sentence, at + 1, 8);
}

function verbSoon(sentence: Sentence, from: number, within: number): boolean {
  for (let at = from; at < from + within; at += 1) {
    const word = lowerAt(sentence, at);
    if (word === "" && sentence.tokens[at]?.kind !== "literal") return false;
    if (AUXILIARIES.has(word) || hasTag(sentence, at, "PastTense", "Modal", "Copula")) return true;
    if (
      hasTag(sentence, at, "PresentTense", "Infinitive") &&
      !hasTag(sentence, at, "Gerund") &&
      (within <= 3 || /s$/.test(word))
    )
      return true;
    if (at > from && PREPOSITIONS.has(word) && within > 3 && /^(?:to|for)$/.test(word)) return false;
  }
  return false;
}

/** "tomorrow is fine", "Friday works": the time is what a statement is about. */
export function followsAsSubject(sentence: Sentence, at: number): boolean {
  const next = tokenAfter(sentence, valueAt(sentence, at)?.end ?? 0);
  return (
    AUXILIARIES.has(lowerAt(sentence, next)) ||
    (hasTag(sentence, next, "PresentTense") && /s$/.test(lowerAt(sentence, next)))
  );
}

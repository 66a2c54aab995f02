import { phraseSet, wordSet } from "../../text/words.ts";
import { AUXILIARIES, COMMAND_VERBS, DETERMINERS, PREPOSITIONS, SUBJECTS } from "./lexicon.ts";
import { hasTag, lowerAt, matchPhrase, phraseAt, type Sentence } from "./sentence.ts";

// What people wrap around a request without changing it.

const FILLERS = wordSet(`
  please pls plz kindly just also now so first firstly second finally next afterwards ok okay well actually instead maybe
  perhaps again lastly simply quickly possibly then right basically hey hi hello yo hiya secondly thirdly additionally furthermore
  and oh only either fine always
`);
const BEFORE_VERB = phraseSet(`
  can you, could you, would you, will you, can u, could u, i want to, i want you to, i need to, i need you to, i would like to,
  i'd like to, id like to, i would like you to, i'd like you to, i'd love to, i'd love you to, i wanna, i wish to, i have to, i've got to, we need to, we want to,
  we would like to, we'd like to, we need you to, we want you to, we'd like you to, let's, let us, help me, help me to, help us, remember to, do remember to, please do, make sure to, be sure to, make sure you,
  don't forget to, do not forget to, dont forget to, never forget to, don't let me forget to, do not let me forget to, dont let me forget to, never let me forget to,
  don't let us forget to, do not let us forget to, dont let us forget to, never let us forget to, go ahead and, try to, feel free to, you should, you must, you need to, you have to,
  can i, could i, may i, can we, could we, i'm looking to, i am looking to, i was hoping you could, i was wondering if you could,
  i wonder if you could, is it possible to, is it possible for you to, it would be great if you could, it'd be great if you could,
  would it be possible to, i was hoping to, do you think you could, i would appreciate it if you could, i'd appreciate it if you could,
  would you be able to, are you able to, are you able to help me, can you help me, could you help me, can you help me to, could you help me to, i'm trying to, i am trying to, be so kind to,
  i ask you to, i'm asking you to, your task is to, your job is to, don't hesitate to, do not hesitate to, i plan to, i'd prefer to, i would prefer to, i prefer to, we have to, i expect you to
`);
const BEFORE_GERUND = phraseSet(`would you mind, do you mind, how about, what about, i suggest, i'd suggest`);
const LONGEST = 7;
// A negation word inside a wrapping that asks: it must be accounted for all the same.
const NEGATED = /^(?:don't|dont|do not|never) (?:forget|hesitate|let)/;

export interface Wrapping {
  /** Index of the first word after it. */
  at: number;
  /** Whether a verb has to follow. */
  verb: "plain" | "gerund" | null;
  /** Tokens from here to `at` hold a negation that asks for nothing; null without one. */
  negatedFrom: number | null;
}

// Said before an order, to stress it.
const ASIDES = phraseSet(
  "whatever you do, no matter what, come what may, under the circumstances, in the circumstances",
);

export function skipFillers(sentence: Sentence, from: number): number {
  let at = from;
  for (;;) {
    const two = /^(?:at least|at once|right away|right now|for now)$/.test(phraseAt(sentence, at, 2));
    const aside = matchPhrase(sentence, at, ASIDES, 4);
    if (aside > 0) at += aside;
    else if (two && COMMAND_VERBS.has(lowerAt(sentence, at + 2))) at += 2;
    else if (FILLERS.has(lowerAt(sentence, at)) || (sentence.tokens[at]?.text === "," && at > from)) at += 1;
    else return at;
  }
}

/** Goes past fillers and wrappings such as "could you please". */
export function skipWrapping(sentence: Sentence, from: number): Wrapping {
  const wrapping: Wrapping = { at: from, verb: null, negatedFrom: null };
  for (;;) {
    const before = wrapping.at;
    wrapping.at = skipFillers(sentence, wrapping.at);
    const gerund = matchPhrase(sentence, wrapping.at, BEFORE_GERUND, LONGEST);
    const plain = gerund === 0 ? matchPhrase(sentence, wrapping.at, BEFORE_VERB, LONGEST) : 0;
    if (plain > 0) {
      const words = sentence.tokens.slice(wrapping.at, wrapping.at + plain).map((token) => token.lower);
      if (NEGATED.test(words.join(" "))) wrapping.negatedFrom = wrapping.at;
      wrapping.verb = "plain";
    }
    if (gerund > 0) wrapping.verb = "gerund";
    wrapping.at += plain + gerund;
    if (wrapping.at === before) return wrapping;
  }
}

/** The place of the verb that the wrapping leads to; null when none follows. */
export function verbAfter(sentence: Sentence, wrapping: Wrapping): number | null {
  if (wrapping.verb === null) return null;
  let at = wrapping.at;
  while (/ly$/.test(lowerAt(sentence, at)) && !COMMAND_VERBS.has(lowerAt(sentence, at))) at += 1;
  const word = lowerAt(sentence, at);
  if (word === "" || /^\d/.test(word)) return null;
  if (wrapping.verb === "gerund") return word.endsWith("ing") ? at : null;
  if (/^(?:avoid|refrain|exclude|forbid|dont)$|n't$/.test(word)) return null;
  if (COMMAND_VERBS.has(word)) return at;
  const other =
    DETERMINERS.has(word) ||
    PREPOSITIONS.has(word) ||
    SUBJECTS.has(word) ||
    AUXILIARIES.has(word) ||
    word === "not" ||
    word === "never";
  return other || hasTag(sentence, at, "Adverb", "Pronoun", "Conjunction") ? null : at;
}

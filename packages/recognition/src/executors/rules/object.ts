import { wordSet } from "../../text/words.ts";
import type { Inline } from "./inline.ts";
import {
  COMMAND_VERBS,
  DETERMINERS,
  MOVING_VERBS,
  PREPOSITIONS,
  particlesOf,
  plainVerb,
  TELLING_VERBS,
  TRANSFER_VERBS,
} from "./lexicon.ts";
import { hasTag, isMark, leadingValue, lowerAt, type Sentence, valueAt } from "./sentence.ts";

const ENDS_OBJECT = wordSet(
  "that about saying so because since while via using regarding concerning whether whichever if when unless until by as and then but",
);
const FROM_VERBS = wordSet("remove delete transfer move import copy deduct subtract withdraw take get export download");
/** Verbs that tell somebody something: what is told is no part of whom. */
const MESSAGING = wordSet(
  "email text message tell inform notify remind warn advise write call ping alert assure promise ask let reply",
);
export const PRONOUNS = wordSet("me us him her them you it");
export const FILLERS_AFTER = wordSet(
  "please thanks too also now again asap instead well yet ok okay for me right away immediately anyway though",
);

/** Tokens of what the verb acts on; null when nothing is named. */
export function objectOf(
  sentence: Sentence,
  verb: number,
  body: number,
  to: number,
  inline: readonly Inline[],
): { from: number; to: number } | null {
  let from = body;
  const cutAt = (at: number) => inline.find((one) => !one.kept && at >= one.from && at < one.to);
  for (let cut = cutAt(from); cut !== undefined; cut = cutAt(from)) from = cut.to;
  while (from < to && (isMark(sentence, from) || /^(?:please|now|again|also|just)$/.test(lowerAt(sentence, from))))
    from += 1;
  const first = lowerAt(sentence, from);
  if (
    from >= to ||
    (PREPOSITIONS.has(first) && first !== "all") ||
    (/^(?:to|if|whether|that)$/.test(first) && !DETERMINERS.has(first))
  )
    return null;
  let end = from;
  for (let at = from; at < to; at += 1) {
    if (cutAt(at) !== undefined || (at > from && endsObject(sentence, verb, from, at))) break;
    if (isMark(sentence, at) && !continues(sentence, at, to)) break;
    end = at + 1;
  }
  while (
    end > from + 1 &&
    (isMark(sentence, end - 1) ||
      (FILLERS_AFTER.has(lowerAt(sentence, end - 1)) &&
        (lowerAt(sentence, end - 1) !== "me" || lowerAt(sentence, end - 2) === "for")) ||
      (PREPOSITIONS.has(lowerAt(sentence, end - 1)) &&
        lowerAt(sentence, end - 2) !== "as" &&
        !particlesOf(lowerAt(sentence, verb)).has(lowerAt(sentence, end - 1))))
  )
    end -= 1;
  return end === from ? null : { from, to: end };
}

/** A comma inside a list goes on; anything else ends the object. */
function continues(sentence: Sentence, at: number, to: number): boolean {
  const mark = sentence.tokens[at]?.text;
  return at + 1 < to && (mark === "," || mark === "&" || mark === "-" || mark === ".");
}

function endsObject(sentence: Sentence, verb: number, from: number, at: number): boolean {
  const word = lowerAt(sentence, at);
  if (sentence.tokens[at]?.kind === "literal") return hasTag(sentence, at - 1, "Person", "FirstName");
  const verbWord = plainVerb(lowerAt(sentence, verb));
  if (word === "and" || word === "or") return false;
  if (PRONOUNS.has(lowerAt(sentence, from)) && at === from + 1)
    return !/^(?:and|or|all|both)$/.test(word) && !(particlesOf(verbWord).has(word) && standsLast(sentence, at));
  if (PRONOUNS.has(lowerAt(sentence, from)) && at === from + 2 && !/^(?:and|or)$/.test(lowerAt(sentence, at - 1)))
    return true;
  if (word === "to") {
    if (TRANSFER_VERBS.has(verbWord)) return true;
    return (
      COMMAND_VERBS.has(lowerAt(sentence, at + 1)) &&
      !hasTag(sentence, at + 1, "Place", "ProperNoun") &&
      /^[a-z]/.test(sentence.tokens[at + 1]?.text ?? "")
    );
  }
  if (word === "into" || word === "onto") return TRANSFER_VERBS.has(verbWord) || verbWord === "put";
  if (word === "from")
    return FROM_VERBS.has(verbWord) && !(MOVING_VERBS.has(verbWord) && leadingValue(sentence, at)?.kind === "time");
  if (word === "with")
    return /^(?:share|replace|fill|pay|help|connect|merge|combine|compare|sync|integrate|split|talk|speak|meet|contact|present)$/.test(
      verbWord,
    );
  if (MESSAGING.has(verbWord) && (word === "that" || /^(?:i|we|you|he|she|they|it)(?:'\w+)?$/.test(word))) return true;
  if (word === "know" && verbWord === "let") return true;
  if (word === "that")
    return TELLING_VERBS.has(verbWord) || PRONOUNS.has(lowerAt(sentence, at - 1)) || hasTag(sentence, at - 1, "Person");
  if (word === "as" && /^(?:before|usual|always|last)$/.test(lowerAt(sentence, at + 1))) return false;
  if (word === "about") return from < at;
  return ENDS_OBJECT.has(word) && valueAt(sentence, at) === null;
}

/** Whether a particle is followed by nothing that it could govern. */
function standsLast(sentence: Sentence, at: number): boolean {
  const next = sentence.tokens[at + 1];
  return (
    next === undefined || next.kind === "mark" || PREPOSITIONS.has(next.lower) || valueAt(sentence, at + 1) !== null
  );
}

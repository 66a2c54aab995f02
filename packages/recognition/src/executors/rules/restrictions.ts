import { phraseSet, wordSet } from "../../text/words.ts";
import { AUXILIARIES, DETERMINERS, PREPOSITIONS, SUBJECTS } from "./lexicon.ts";
import { countOf } from "./numbers.ts";
import { hasTag, isMark, lowerAt, matchPhrase, phraseAt, type Sentence } from "./sentence.ts";

// Stretches that take something out of what is asked: exclusions and prohibitions.

const EXCLUSIONS = phraseSet(`
  except, except for, excepting, excluding, but not, apart from, aside from, other than, without, instead of, rather than, with the exception of,
  but no, with no, with neither, but skip, but leave out, but omit, leaving out, skipping, omitting, save for, minus, barring, and not, though not, although not
`);

export function isExclusion(sentence: Sentence, at: number): boolean {
  const word = lowerAt(sentence, at);
  const before = lowerAt(sentence, at - 1);
  const next = lowerAt(sentence, at + 1);
  if (isBarred(sentence, at)) return true;
  if (matchPhrase(sentence, at, EXCLUSIONS, 4) > 0)
    return !/^(?:but|and) (?:not|no)$/.test(phraseAt(sentence, at, 2)) || !AUXILIARIES.has(lowerAt(sentence, at + 2));
  if (word === "but") return /^(?:all|everything|everyone|anything|anyone|anywhere|every|nothing)$/.test(before);
  if (/^(?:that|which|who)$/.test(word)) return isRestrictiveNegation(sentence, at);
  const fixed = /^(?:sure|only|just|yet|really|to|so|that|least|been|be|a|have|the|because|if)$/.test(next);
  if (word !== "not" || AUXILIARIES.has(before) || next === "") return false;
  if (/^(?:a|the)$/.test(next)) return true;
  const bare =
    hasTag(sentence, at + 1, "PastTense") &&
    (at === 0 || !isMark(sentence, at - 1) || lowerAt(sentence, at + 2) === "yet");
  if (fixed || bare) return false;
  if (isMark(sentence, at - 1)) return at > 0;
  if (PREPOSITIONS.has(next) || DETERMINERS.has(next) || hasTag(sentence, at + 1, "ProperNoun")) return true;
  return hasTag(sentence, at - 1, "Noun") && (next === "too" || hasTag(sentence, at + 1, "Gerund", "Adjective"));
}

/** "a laptop that isn't refurbished" says which ones not; "the order that never came" tells of one. */
function isRestrictiveNegation(sentence: Sentence, at: number): boolean {
  const from = sentence.tokens[at]?.start ?? 0;
  const to = sentence.tokens[at + 3]?.start ?? sentence.end;
  if (!sentence.cues.some((cue) => cue.start > from && cue.start < to)) return false;
  if (
    /^(?:sure|ensure|say|says|saying|said|know|think|hope|tell|told|believe|see|means|so|certain|confirm|check|remember)$/.test(
      lowerAt(sentence, at - 1),
    )
  )
    return false;
  for (let back = at - 1; back >= Math.max(0, at - 7); back -= 1) {
    const word = lowerAt(sentence, back);
    if (/^(?:the|my|our|your|his|her|their|its|this|that|these|those)$/.test(word)) return false;
    if (/^(?:a|an|any|some|all|every|one|ones|something|anything)$/.test(word)) return true;
    if (isMark(sentence, back) || hasTag(sentence, back, "Pronoun")) break;
  }
  return at > 1 && !isMark(sentence, at - 1) && !hasTag(sentence, at - 1, "Person", "ProperNoun", "Pronoun");
}

/** Whether a cue in prohibiting form stands in this stretch with nothing but its subject before it. */
export function isProhibition(sentence: Sentence, at: number): boolean {
  const from = sentence.tokens[at]?.start ?? 0;
  const cue = sentence.cues.find((one) => one.start >= from);
  if (cue === undefined || !cue.prohibiting) return false;
  for (let index = at; index < sentence.tokens.length; index += 1) {
    const token = sentence.tokens[index];
    if (token === undefined || token.end > cue.start) return true;
    if (token.kind === "mark" || index - at > 10) return false;
    if (/^(?:and|or|but|so|if|because|that|which|who|when)$/.test(token.lower) && index > at) return false;
  }
  return true;
}

const QUANTIFIES = /^(?:all|every|everything|everyone|everybody|any|anything|anyone|each|both|whole)$/;
const ORDERS = /^(?:order|ordered|get|bring|make|grab|have|like|want|need|take|fetch|buy|i'll|prepare|cook|serve)$/;
// What is held in the hand or kept waiting, and is no part of a dish.
const HELD = phraseSet(`
  line, door, phone, call, order, invoice, shipment, delivery, payment, parcel, package, mail, date, place, table, room, seat, spot,
  elevator, lift, meeting, fort, button, key, rope, ladder, bag, baby, car, train, flight, event, funds, money, ticket, position, rest
`);

/** "all the team (bar Tom)", "everything (save the piano)". */
export function isBarred(sentence: Sentence, at: number): boolean {
  const word = lowerAt(sentence, at);
  if (word !== "bar" && word !== "save") return false;
  const next = lowerAt(sentence, at + 1);
  const before = lowerAt(sentence, at - 1);
  const taken =
    /^(?:the|my|our|your|his|her|their|this|that|these|those|one|two|three|four|five|him|her|them|mine|yours|for)$/.test(
      next,
    ) || hasTag(sentence, at + 1, "ProperNoun", "Person");
  if (!taken || /^(?:to|and|or|must|should|can|could|will|please|every|each|any|whole|a|the)$/.test(before))
    return false;
  for (let back = at - 1; back >= Math.max(0, at - 6) && !isMark(sentence, back); back -= 1)
    if (QUANTIFIES.test(lowerAt(sentence, back))) return true;
  return false;
}

/** "order a burger (hold the onions)": something is left out of what is ordered. */
export function isHeldBack(sentence: Sentence, at: number): boolean {
  if (lowerAt(sentence, at) !== "hold" || !/^(?:the|any|all)$/.test(lowerAt(sentence, at + 1))) return false;
  let end = at + 2;
  while (
    end < at + 5 &&
    sentence.tokens[end]?.kind === "word" &&
    !/^(?:and|or|but|please)$/.test(lowerAt(sentence, end))
  )
    end += 1;
  const last = lowerAt(sentence, end - 1);
  const closed =
    end >= sentence.tokens.length || isMark(sentence, end) || /^(?:and|or|but|please)$/.test(lowerAt(sentence, end));
  if (end === at + 2 || !closed || HELD.has(last.replace(/s$/, ""))) return false;
  // "A latte, (hold the foam)": an order that names the dish alone.
  if (
    isMark(sentence, at - 1) &&
    (/^(?:an?|another)$/.test(lowerAt(sentence, 0)) || countOf(lowerAt(sentence, 0)) !== null)
  )
    return true;
  for (let back = 0; back < at; back += 1)
    if (
      ORDERS.test(lowerAt(sentence, back)) &&
      (back === 0 || !/^(?:the|my|this|that|our)$/.test(lowerAt(sentence, back - 1)))
    )
      return true;
  return false;
}

const FORBIDS = wordSet("don't dont never");

/** "since the lift is broken (don't deliver)": a command begins though no mark stands before it. */
export function forbidsFrom(sentence: Sentence, at: number): boolean {
  if (/^(?:just|please)$/.test(lowerAt(sentence, at))) return forbidsFrom(sentence, at + 1);
  const cue = FORBIDS.has(lowerAt(sentence, at)) ? at : lowerAt(sentence, at + 1) === "not" ? at + 1 : null;
  if (cue === null || (cue !== at && lowerAt(sentence, at) !== "do")) return false;
  const from = sentence.tokens[cue]?.start ?? 0;
  if (!sentence.cues.some((one) => one.prohibiting && one.start === from)) return false;
  let before = at - 1;
  while (before > 0 && /ly$|^(?:just|please|also|ever)$/.test(lowerAt(sentence, before))) before -= 1;
  const word = lowerAt(sentence, before);
  if (SUBJECTS.has(word)) return PREPOSITIONS.has(lowerAt(sentence, before - 1));
  return !AUXILIARIES.has(word) && word !== "to";
}

/** Whether such a command begins further on, before any mark: what is before it stands by itself. */
export function forbidsLater(sentence: Sentence, at: number): boolean {
  for (let index = at + 1; index < sentence.tokens.length && index < at + 20 && !isMark(sentence, index); index += 1)
    if (forbidsFrom(sentence, index)) return true;
  return false;
}

import { type Word, wordSet } from "./words.ts";

// Whether the clause of a cue forbids something. It must not be too shy: what forbids may not be
// booked as mere information. Nor too bold: "I can't log in" and "it is not shipped" forbid nothing.

// What may stand before the verb of a command.
const BEFORE_COMMAND = wordSet(`
  please pls plz kindly and but or so also just then ok okay well now again oh yes no sorry hey hi otherwise
  still instead remember whatever first finally lastly importantly important note careful absolutely
  definitely certainly really under any circumstances at least thanks do you must should shall may can to
  sure make that be ensure above all actually ever by means with there want i need
`);
// "You do not remember it": a statement about whoever is addressed, if no duty word stands between.
const DUTY = wordSet("must should shall may can to");
const NEGATED_DO = wordSet("not don't dont");
const NEGATED_DUTY = wordSet("mustn't mustnt shouldn't shouldnt needn't neednt");
const NEGATED_ABILITY = wordSet("can't cant cannot couldn't couldnt won't wont");
const EASED = wordSet(`
  forget hesitate worry mind need have know you i we they only sure yet really bad too much
  necessarily remember think see understand get care
`);
const COMPARED = wordSet(`
  more less fewer later earlier longer sooner higher lower cheaper smaller larger older further problem
  worries thanks idea doubt matter one wonder
`);
const FINITE = wordSet(`
  is are was were am has have had does did do will would can could isn't aren't works worked came comes
  arrived shows went happened happens it's i'm there's that's got gets said says seems may might
`);
const AFTER_NOT = wordSet(`
  from at on in to by with before after for via through over under between during near any the a an this that
  these those my your our his her their anything anyone
`);
const OUTRIGHT = wordSet("avoid avoiding refrain exclude forbid forbidden prohibited");
const SELF = wordSet("i we");
const WANTS = wordSet("want wish like");

/** `first` and `last` bound the words of the clause, `at` and `length` the cue among them. */
export function isProhibiting(
  words: readonly Word[],
  first: number,
  at: number,
  length: number,
  last: number,
): boolean {
  const cue = words[at]?.lower ?? "";
  if (length > 1) return false;
  const next = at + length < last ? (words[at + length]?.lower ?? "") : "";
  const before = words[at - 1]?.lower ?? "";
  const previous = at - 1 >= first ? before : "";
  const leads = isLead(words, first, at);
  if (OUTRIGHT.has(cue)) return cue === "forbidden" || cue === "prohibited" || leads;
  if (NEGATED_DUTY.has(cue)) return cue.startsWith("need") ? false : !asks(next);
  if (cue === "not" && (previous === "must" || previous === "should" || previous === "shall" || previous === "may"))
    return previous !== "may" || hasYou(words, first, at);
  if (NEGATED_ABILITY.has(cue)) return hasYou(words, first, at) && next !== "you";
  if (cue === "not" && (previous === "can" || previous === "will")) return hasYou(words, first, at);
  if (cue === "never")
    return next !== "" && next !== "mind" && next !== "forget" && (leads || DUTY.has(previous) || previous === "you");
  if (NEGATED_DO.has(cue)) return negatedDo(words, at, next, leads, cue);
  if (cue === "no" || cue === "none" || cue === "nothing" || cue === "nobody")
    return leads && noNoun(words, at, next, last);
  if (cue === "neither") return leads && next !== "" && next !== "of" && next !== "one" && !FINITE.has(next);
  if (cue === "nor") return next !== "" && !FINITE.has(next);
  return false;
}

function negatedDo(words: readonly Word[], at: number, next: string, leads: boolean, cue: string): boolean {
  if (next === "") return false;
  const does = cue !== "not" || words[at - 1]?.lower === "do";
  const subject = words[cue === "not" ? at - 2 : at - 1]?.lower ?? "";
  if (does && SELF.has(subject)) return WANTS.has(next);
  if (!leads) return false;
  if (does) return !EASED.has(next) || next === "get" || next === "have";
  return AFTER_NOT.has(next) || words[at - 1]?.lower === "to";
}

function noNoun(words: readonly Word[], at: number, next: string, last: number): boolean {
  if (next === "" || COMPARED.has(next) || next === "i" || next === "you" || next === "it" || next === "we")
    return false;
  for (let index = at + 1; index < last; index += 1) if (FINITE.has(words[index]?.lower ?? "")) return false;
  return true;
}

function isLead(words: readonly Word[], first: number, at: number): boolean {
  if (at - first > 8) return false;
  for (let index = first; index < at; index += 1) if (!BEFORE_COMMAND.has(words[index]?.lower ?? "")) return false;
  return true;
}

function hasYou(words: readonly Word[], first: number, at: number): boolean {
  return words[at - 1]?.lower === "you" || (words[at - 2]?.lower === "you" && at - 2 >= first);
}

function asks(next: string): boolean {
  return next === "it" || next === "we" || next === "you" || next === "i" || next === "they";
}

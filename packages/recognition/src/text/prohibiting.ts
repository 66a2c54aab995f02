import { advisesAgainst, isRule, passesOn, rulesOutDay } from "./ruling-out.ts";
import { commandsAfter } from "./verb-subject.ts";
import { type Word, wordSet } from "./words.ts";

// Whether the clause of a cue forbids something. It must not be too shy: what forbids may not be
// booked as mere information. Nor too bold: "I can't log in" and "it is not shipped" forbid nothing.

// What may stand before the verb of a command.
const BEFORE_COMMAND = wordSet(`
  please pls plz kindly and but or so also just then ok okay well now again oh yes no sorry hey hi otherwise
  still instead remember whatever first finally lastly importantly important note careful absolutely
  definitely certainly really under any circumstances at least thanks do you must should shall may can to
  sure make that be try careful like would i'd could will we in on ensure above all actually ever by means with there want i need not repeat happens happen matter what come maybe perhaps better rather let's lets whatever absolutely
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
  more less fewer later earlier longer sooner higher lower cheaper smaller larger older further problem wait
  worries thanks idea doubt matter one wonder different good
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
const SELF_OBJECT = wordSet("me us");
// "I do not want to forget it" asks for care, and forbids nothing.
const FAILS = wordSet("forget miss lose");
const EVER = wordSet("ever really actually want particularly");
const WANTS = wordSet("want wish");

const CIRCUMSTANCES = wordSet("circumstances circumstance case account event means conditions");
const PERMISSION = wordSet("may must should shall");
const NOBODY = wordSet("no none nothing nobody neither");

/** `first` and `last` bound the words of the clause, `at` and `length` the cue among them. */
export function isProhibiting(
  words: readonly Word[],
  first: number,
  at: number,
  length: number,
  last: number,
): boolean {
  const cue = words[at]?.lower ?? "";
  const end = at + length;
  const next = end < last ? (words[end]?.lower ?? "") : "";
  const previous = at - 1 >= first ? (words[at - 1]?.lower ?? "") : "";
  if (length > 1) return isRuledOut(words, at, length) || (cue === "no" && nobodyMay(words, end, last));
  const leads = isLead(words, first, at) || (cue !== "not" && isRule(words, first, at));
  if (rulesOutDay(words, first, at, last) || advisesAgainst(words, first, at, last)) return true;
  if (passesOn(words, first, at, last)) return true;
  if (cue === "won't" && next === "do" && !isSelf(words, first, at) && !VAGUE.has(previous))
    return end + 1 >= last || /^(?:for|please|at|this|either)$/.test(words[end + 1]?.lower ?? "");
  // "don't let me forget to call": asks for the call.
  if (next === "let" && SELF_OBJECT.has(words[end + 1]?.lower ?? "") && words[end + 2]?.lower === "forget")
    return words[end + 3]?.lower !== "to" || end + 3 >= last;
  if (cue === "excluded") return !words.slice(first, at).some((word) => FINITE.has(word.lower));
  if (OUTRIGHT.has(cue)) return cue === "forbidden" || cue === "prohibited" || leads;
  if (NEGATED_DUTY.has(cue)) return !cue.startsWith("need") && !asks(next);
  if (NEGATED_ABILITY.has(cue)) {
    if (cue === "won't" && REFUSED.has(next)) return true;
    return (hasYou(words, first, at) && next !== "you") || isCap(words, end, last);
  }
  if (ALLOWED.has(next)) return !isSelf(words, first, at);
  if (cue === "no" && (isRefusal(words, first, at, next) || isPleaded(words, at, last))) return true;
  if (cue === "not" && UNWILLING.test(`${previous} ${next}`))
    return isCap(words, /^(?:pay|spend)ing$/.test(next) ? end : end + 2, last);
  if (/^(?:are not|aren't)$/.test(cue === "not" ? `${previous} not` : cue) && UNWELCOME.has(next))
    return !isSelf(words, first, at);
  if (NOBODY.has(cue)) return forbidsAny(words, at, last, leads);
  if (cue === "nor") return next !== "" && !FINITE.has(next);
  if (NO_OPTION.test(`${next} ${words[end + 1]?.lower ?? ""}`) && end + 1 < last) return !leads;
  if (cue === "never" && isBound(words, at, next, cue, previous)) return !isSelf(words, first, at);
  if (cue === "never")
    return (
      forbidsEver(next, previous, leads) ||
      (!leads && !MODALS.has(previous) && next !== "mind" && commandsAfter(words, first, at, next))
    );
  if (REFUSED.has(next) && (cue === "won't" || previous === "will")) return true;
  if (isBound(words, at, next, cue, previous)) return !isSelf(words, first, at);
  if (!NEGATED_DO.has(cue)) return false;
  if (cue === "not" && forbidsBy(words, first, at, next, previous)) return true;
  if (cue === "not" && (DUTY.has(previous) || MODALS.has(previous)) && isCap(words, end, last)) return true;
  return negatedDo(words, first, at, next, leads, cue);
}

// "is not an option", "isn't on the table".
const NO_OPTION = /^(?:an option|on the|a possibility|up for)$/;
const UNWILLING = /^(?:i'm|we're|am|are) (?:paying|spending|going|willing|prepared|ready|able)$/;
const UNWELCOME = wordSet("ok okay acceptable welcome wanted");
const AFTER_REFUSAL = wordSet("for from go no to as at in on unless until please thanks either too");
const ALLOWED = wordSet("allowed permitted");
const SPENDING = wordSet("spend spending pay paying afford go do exceed budget");
const BEYOND = wordSet("more over above beyond past exceed");

/** "(we can't) spend more than 400 euros": a bound, though it is told as what the writer is unable to do. */
function isCap(words: readonly Word[], from: number, last: number): boolean {
  if (from >= last || !SPENDING.has(words[from]?.lower ?? "")) return false;
  return words.slice(from, Math.min(last, from + 5)).some((word) => BEYOND.has(word.lower));
}

const REFUSED = wordSet("accept tolerate allow permit pay have");
const VAGUE = wordSet("it this that there i we they he she");
const POSSESSIVE = wordSet("my your our his her their the a");
const MODALS = wordSet("can could would will may");

/** "not" after a word of duty, after "let's", and in "how about not …ing". */
function forbidsBy(words: readonly Word[], first: number, at: number, next: string, previous: string): boolean {
  if (next === "") return false;
  if (previous === "must" || previous === "should" || previous === "shall" || previous === "let's") return true;
  if (previous === "about" && next.endsWith("ing")) return true;
  if (previous === "may") return at - 2 >= first && !VAGUE.has(words[at - 2]?.lower ?? "");
  return (DUTY.has(previous) || MODALS.has(previous) || previous === "you") && hasYou(words, first, at);
}

/** "is not to be paid", "you're not to touch it"; "it's not to my taste" is none. */
function isBound(words: readonly Word[], at: number, next: string, cue: string, previous: string): boolean {
  if (next !== "to" || POSSESSIVE.has(words[at + 2]?.lower ?? "") || words[at + 2]?.lower === "blame") return false;
  return (
    cue === "isn't" ||
    cue === "aren't" ||
    (/^(?:not|never)$/.test(cue) && /^(?:is|are|you're|they're|it's)$/.test(previous))
  );
}

function isSelf(words: readonly Word[], first: number, at: number): boolean {
  return words.slice(first, at).some((word) => SELF.has(word.lower) || word.lower === "i'm" || word.lower === "we're");
}

function forbidsEver(next: string, previous: string, leads: boolean): boolean {
  if (next === "" || next === "mind" || next === "forget" || SELF.has(previous)) return false;
  return leads || DUTY.has(previous) || previous === "you";
}

function negatedDo(
  words: readonly Word[],
  first: number,
  at: number,
  next: string,
  leads: boolean,
  cue: string,
): boolean {
  if (next === "") return false;
  const does = cue !== "not" || words[at - 1]?.lower === "do";
  const subject = words[cue === "not" ? at - 2 : at - 1]?.lower ?? "";
  if (does && SELF.has(subject))
    return (
      (WANTS.has(next) || (EVER.has(next) && WANTS.has(words[at + 2]?.lower ?? ""))) &&
      !FAILS.has(words[at + 3]?.lower ?? "")
    );
  if (!leads) {
    const begin = cue === "not" ? at - 1 : at;
    return does && !EASED.has(next) && commandsAfter(words, first, begin, next);
  }
  if (does && next === "you") return words[at + 2]?.lower === "dare" || words[at + 2]?.lower === "ever";
  if (does) return !EASED.has(next) || next === "get" || (next === "have" && words[at + 2]?.lower !== "to");
  // "I am so not in the mood" stresses a fact.
  if (words[at - 1]?.lower === "so") return false;
  return AFTER_NOT.has(next) || words[at - 1]?.lower === "to";
}

/** "that's a no (for me)", "meat is a no-go". */
function isRefusal(words: readonly Word[], first: number, at: number, next: string): boolean {
  if (next !== "" && !AFTER_REFUSAL.has(next)) return false;
  if (/^(?:is|was)$/.test(words[first]?.lower ?? "")) return false;
  return [at - 1, at - 2].some((place) => place > first && words[place]?.lower === "a");
}

/** "(I'm allergic) no shrimp please". */
function isPleaded(words: readonly Word[], at: number, last: number): boolean {
  if (last - at < 3 || last - at > 6 || !/^(?:please|pls|plz)$/.test(words[last - 1]?.lower ?? "")) return false;
  for (let index = at + 1; index < last; index += 1) if (FINITE.has(words[index]?.lower ?? "")) return false;
  return !COMPARED.has(words[at + 1]?.lower ?? "");
}

/** "off limits", "out of the question" of what is spoken of. */
function isRuledOut(words: readonly Word[], at: number, length: number): boolean {
  const [head, tail] = [words[at]?.lower, words[at + length - 1]?.lower];
  return (
    (head === "off" && (tail === "limits" || tail === "table")) ||
    (head === "out" && (tail === "question" || tail === "bounds"))
  );
}

/** "no calls", "nothing over 50", "nobody may enter", "under no circumstances sell". */
function forbidsAny(words: readonly Word[], at: number, last: number, leads: boolean): boolean {
  const cue = words[at]?.lower ?? "";
  const next = at + 1 < last ? (words[at + 1]?.lower ?? "") : "";
  if (cue === "no" && CIRCUMSTANCES.has(next)) return !SELF.has(words[at + 3]?.lower ?? "");
  if (!leads) return false;
  if (nobodyMay(words, at + 1, last)) return true;
  if (cue === "neither") return next !== "" && next !== "of" && next !== "one" && !FINITE.has(next);
  return noNoun(words, at, next, last);
}

/** Whether a word of permission comes before any other finite verb. */
function nobodyMay(words: readonly Word[], from: number, last: number): boolean {
  for (let index = from; index < Math.min(last, from + 8); index += 1) {
    const word = words[index]?.lower ?? "";
    if (PERMISSION.has(word) || (/^(?:is|are)$/.test(word) && words[index + 1]?.lower === "to")) return true;
    if (FINITE.has(word)) return false;
  }
  return false;
}

function noNoun(words: readonly Word[], at: number, next: string, last: number): boolean {
  if (next === "" || COMPARED.has(next) || SUBJECT.has(next)) return false;
  for (let index = at + 1; index < last; index += 1) if (FINITE.has(words[index]?.lower ?? "")) return false;
  return true;
}

const SUBJECT = wordSet("i you it we");

// What parts a command from the reason that is given for it.
const REASONED = wordSet("so hence therefore thus consequently");

/** Whether the cue begins a command: nothing stands before it in its clause, or the reason for it, up to "so". */
function isLead(words: readonly Word[], first: number, at: number): boolean {
  for (let index = at - 1; index >= first; index -= 1) {
    const word = words[index]?.lower ?? "";
    if (REASONED.has(word)) return true;
    if (at - index > 8 || !BEFORE_COMMAND.has(word)) return false;
  }
  return true;
}

function hasYou(words: readonly Word[], first: number, at: number): boolean {
  return (at - 1 >= first && words[at - 1]?.lower === "you") || (at - 2 >= first && words[at - 2]?.lower === "you");
}

function asks(next: string): boolean {
  return next === "it" || next === "we" || next === "you" || next === "i" || next === "they";
}

import { type Word, wordSet } from "./words.ts";

// What forbids without an order: rules that are told, days that do not suit, advice against something.

const RULES = wordSet(`
  rule rules policy policies principle principles motto guideline guidelines instruction instructions law demand request requirement
  condition conditions restriction restrictions deal agreement advice wish
`);
const BE = wordSet("is are was be being remains that");
const DAYS = wordSet(`
  monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays weekend weekends
  weekday weekdays morning mornings afternoon afternoons evening evenings night nights noon midnight today tomorrow tonight
`);
const SUITS = wordSet("work works suit suits do fit fits");
const SUITABLE = wordSet("good possible convenient suitable great ideal free available fine workable doable");
const NEGATED_DO = wordSet("don't dont doesn't doesnt won't wont can't cant cannot wouldn't");
const NEGATED_BE = wordSet("isn't isnt aren't arent");
const PREFERABLE = wordSet("better best wise wiser wisest safer safest preferable advisable sensible smart smarter");
const TOLD = wordSet("told asked instructed advised ordered warned urged begged reminded want wants");
const ADDRESSED = wordSet("me us you him her them everyone everybody all people");
const MATTERS = wordSet(
  "important essential critical crucial vital imperative necessary insist demand require prefer careful",
);
const SELF = wordSet("i i'd we we'd i'm we're i've we've he she they he'd she'd they'd");
const ASKING = wordSet("is was are were do does did would isn't would it be should will why");

/** "my rule is (never fly)", "the policy: (no calls)": the cue begins what the rule says. */
export function isRule(words: readonly Word[], first: number, at: number): boolean {
  let before = at - 1;
  while (before > first && BE.has(words[before]?.lower ?? "")) before -= 1;
  if (before === at - 1 || before < first) return false;
  for (let index = before; index >= Math.max(first, before - 3); index -= 1)
    if (RULES.has(words[index]?.lower ?? "")) return true;
  return false;
}

/** "Tuesdays don't work", "Friday isn't possible", "mornings are no good". */
export function rulesOutDay(words: readonly Word[], first: number, at: number, last: number): boolean {
  const word = (index: number) => (index >= first && index < last ? (words[index]?.lower ?? "") : "");
  const cue = word(at);
  const next = word(at + 1);
  if (NEGATED_DO.has(cue)) return DAYS.has(word(at - 1)) && SUITS.has(next);
  if (NEGATED_BE.has(cue)) return DAYS.has(word(at - 1)) && SUITABLE.has(next);
  const negates = (cue === "not" || (cue === "no" && next === "good")) && DAYS.has(word(at - 2));
  if (!negates) return false;
  if (/^(?:is|are)$/.test(word(at - 1))) return SUITABLE.has(next);
  return /^(?:do|does|will)$/.test(word(at - 1)) && SUITS.has(next);
}

/** "I was told not to open it", "it's important not to call": others said so. */
export function passesOn(words: readonly Word[], first: number, at: number, last: number): boolean {
  const word = (index: number) => (index >= first && index < last ? (words[index]?.lower ?? "") : "");
  const cue = word(at);
  if (word(first) !== "it" && ASKING.has(word(first))) return false;
  if (/^(?:supposed|meant)$/.test(word(at + 1)))
    return word(at - 1) === "you're" || word(cue === "not" ? at - 2 : at - 1) === "you";
  if (/^(?:not|never)$/.test(cue) && word(at + 1) === "to") {
    const teller = ADDRESSED.has(word(at - 1)) ? word(at - 2) : word(at - 1);
    return TOLD.has(teller) || (MATTERS.has(teller) && !words.slice(first, at).some(({ lower }) => SELF.has(lower)));
  }
  const from = cue === "not" && word(at - 1) === "do" ? at - 1 : at;
  return (
    (from < at || cue === "never" || cue === "don't" || cue === "dont") &&
    word(from - 1) === "you" &&
    (MATTERS.has(word(from - 2)) || (word(from - 2) === "that" && MATTERS.has(word(from - 3))))
  );
}

/** "it would be better not to call", "best not mention it"; "I'd better not" says what oneself will do. */
export function advisesAgainst(words: readonly Word[], first: number, at: number, last: number): boolean {
  if (words[at]?.lower !== "not" || at - 1 < first || at + 1 >= last) return false;
  if (!PREFERABLE.has(words[at - 1]?.lower ?? "")) return false;
  if (ASKING.has(words[first]?.lower ?? "") && words[first]?.lower !== "it") return false;
  for (let index = at - 2; index >= Math.max(first, at - 4); index -= 1)
    if (SELF.has(words[index]?.lower ?? "")) return false;
  return true;
}

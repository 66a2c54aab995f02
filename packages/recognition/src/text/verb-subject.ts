import { type Word, wordSet } from "./words.ts";

// "don't" and "never" before a verb command, unless the word before them can be the subject of that verb.

const SUBJECTS = wordSet(`
  i you we they he she it who whom which that this these those both all some many most several few others ones
  someone people children kids men women folks police staff data media guys parents everyone anyone nobody u
`);
const COUNTS = wordSet("two three four five six seven eight nine ten");
const DETERMINERS = wordSet("the a an my your our his her its their this that these those some each every any another");
const PREPOSITIONS = wordSet(`
  of on in at by for with to from after before during until till since without under over about because due despite
  near above below
`);
const STRESS = wordSet(`
  just still also even often always usually generally normally currently probably simply really honestly actually
  truly definitely certainly absolutely apparently sometimes now both all
`);
const FINITE = wordSet(`
  is are was were am has have had does did will would can could i'm it's he's she's that's there's we're they're
  you're isn't aren't wasn't weren't broke died fell left went came got lost hurt
`);
const NO_PLURAL = wordSet(
  `
  is was this yes always perhaps its has as us thus plus besides sometimes afterwards does thanks pls news hurts aches
  rains snows sleeps lives needs wants hates says
`,
);
// Third persons that end what is told: "my back hurts".
const TELLS = wordSet(`
  hurts aches rains snows sleeps lives hates says leaks smells stinks stings itches bleeds throbs squeaks fails sucks matters arrives happens
  begins stays remains seems feels closes opens ends starts leaves comes goes
`);
const PAST = wordSet(`
  came went got had was were did left gave took made said told saw found sent paid bought brought thought knew began
  broke fell felt kept lost met ran sat slept spoke spent stood won wrote heard held led meant let's been done gone
  seen happens ate drank drove flew forgot got grew hid rang rode rose sold sang taught wore woke
`);
const WHEN = wordSet("today tomorrow tonight later then please again anyway");
const NO_VERB = wordSet(`
  the a an my your our his her its their to of on in at by for with from and or but so not no any if when i you we they
  he she it this that these those again more less before yet too very quite mind really ever even always actually
  necessarily sure only
`);

/** Whether a command begins with the cue at `at` (`verb`: the word after it), whatever else stands before it in its clause. */
export function commandsAfter(words: readonly Word[], first: number, at: number, verb: string): boolean {
  if (!isPlain(verb)) return false;
  let before = at - 1;
  while (before > first && isStress(words[before]?.lower ?? "")) before -= 1;
  return before >= first && !canBeSubject(words, first, before);
}

function isPlain(verb: string): boolean {
  if (verb === "" || NO_VERB.has(verb) || PAST.has(verb) || FINITE.has(verb)) return false;
  return !/(?:[aeiouy][a-z]*[^e]ed|[aeiouy][a-z]*ing|[^s]s|n't)$/.test(verb);
}

function isStress(word: string): boolean {
  return STRESS.has(word) || /[a-z]{2}ly$/.test(word);
}

function canBeSubject(words: readonly Word[], first: number, at: number): boolean {
  const word = words[at]?.lower ?? "";
  if (TELLS.has(word) && at > first && !DETERMINERS.has(words[at - 1]?.lower ?? "")) return false;
  const inPhrase = opensWithPreposition(words, first, at);
  if (SUBJECTS.has(word) || COUNTS.has(word)) return !inPhrase;
  if (/(?:[^s]s|s')$/.test(word) && !NO_PLURAL.has(word))
    return !inPhrase && !/^(?:he|she|it)$/.test(words[at - 1]?.lower ?? "");
  if (PREPOSITIONS.has(word) || /ed$/.test(word)) return false;
  return !inPhrase && hasNounPhrase(words, first, at) && !hasFinite(words, first, at);
}

/** "on weekends", "because of that", "for safety reasons": the clause so far is what a preposition governs. */
function opensWithPreposition(words: readonly Word[], first: number, at: number): boolean {
  for (let index = at - 1; index >= Math.max(first, at - 4); index -= 1) {
    const word = words[index]?.lower ?? "";
    if (PREPOSITIONS.has(word))
      return index === first || PREPOSITIONS.has(words[index - 1]?.lower ?? "") || hasFinite(words, first, index);
    if (FINITE.has(word)) return false;
  }
  return false;
}

/** A noun with an article, or the second of two: "the card", "Tom and Ann". */
function hasNounPhrase(words: readonly Word[], first: number, at: number): boolean {
  for (let index = at - 1; index >= Math.max(first, at - 4); index -= 1) {
    const word = words[index]?.lower ?? "";
    if (DETERMINERS.has(word) || (word === "and" && !WHEN.has(words[at]?.lower ?? ""))) return true;
  }
  return false;
}

function hasFinite(words: readonly Word[], first: number, at: number): boolean {
  for (let index = at - 1; index >= Math.max(first, at - 12); index -= 1) {
    const word = words[index]?.lower ?? "";
    if (FINITE.has(word) || /[a-z]{2}ed$/.test(word)) return true;
  }
  return false;
}

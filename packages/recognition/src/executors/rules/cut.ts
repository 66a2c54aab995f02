import { wordSet } from "../../text/words.ts";
import { namesThing } from "./again.ts";
import { AUXILIARIES, COMMAND_VERBS, DETERMINERS, JOINERS, PREPOSITIONS, SUBJECTS } from "./lexicon.ts";
import { skipFillers } from "./politeness.ts";
import { forbidsFrom } from "./restrictions.ts";
import { hasTag, isMark, lowerAt, phraseAt, type Sentence } from "./sentence.ts";
import { commandVerbAt, interrupts, kindAt, type Opening, type PartKind } from "./starts.ts";

/** A stretch of one sentence that is one thing: a command, a condition, a prohibition. */
export interface Part {
  kind: PartKind | "fragment";
  /** Token indexes; marks at both ends are left out. */
  from: number;
  to: number;
  /** Joining words before it, in lower case. */
  lead: string[];
  /** Index of the verb of a command. */
  verb: number | null;
  /** Offset from which on the command has material, not instructions: "summarise this: …". */
  dataFrom: number | null;
}

const MATERIAL_NOUNS = wordSet(`
  this following text message sentence below email note paragraph article passage words phrase content document that these quote comment poem letter transcript post tweet
  review conversation thread line lines reply input string prompt
`);
const MATERIAL_VERBS = wordSet(`
  summarise summarize translate rewrite proofread paraphrase classify explain analyse analyze transcribe correct shorten simplify say type write print repeat read spell
`);
// What may stand between a negation and its verb.
const BETWEEN = wordSet("under any circumstances ever please at all by means for reason whatsoever on account");
const NEVER_JOINS = wordSet(
  "condition exclusion preference reason prohibition statement requirement want question yes no value social",
);
const OPENING_LEADS = wordSet(
  "then but otherwise so therefore hence thus consequently else afterwards afterward next finally lastly meanwhile plus also",
);

const TELLS = wordSet("statement reason condition fragment preference");

export function cutParts(sentence: Sentence): Part[] {
  const parts: Part[] = [];
  const count = sentence.tokens.length;
  let at = 0;
  while (at < count) {
    const { next, lead, opening } = skipLead(sentence, at);
    if (next >= count) {
      if (lead.length > 0) parts.push(fragment(at, count, lead));
      break;
    }
    const kind =
      kindAt(sentence, next, opening) ??
      (opening === "sentence" || opening === "mark" ? kindAt(sentence, skipFillers(sentence, next), opening) : null) ??
      "fragment";
    const part: Part = { kind, from: next, to: next, lead, verb: null, dataFrom: null };
    if (kind === "fragment" && lead.includes("but") && lowerAt(sentence, next) === "with") part.kind = "requirement";
    if (kind === "command") part.verb = commandVerbAt(sentence, next, opening);
    part.to = endOf(sentence, part);
    at = Math.max(part.to, next + 1);
    while (part.to > part.from + 1 && isMark(sentence, part.to - 1) && part.dataFrom === null) part.to -= 1;
    parts.push(part);
  }
  return parts;
}

function fragment(from: number, to: number, lead: string[]): Part {
  return { kind: "fragment", from, to, lead, verb: null, dataFrom: null };
}

function skipLead(sentence: Sentence, from: number): { next: number; lead: string[]; opening: Opening } {
  const lead: string[] = [];
  let marked = from === 0;
  let at = from;
  while (at < sentence.tokens.length) {
    if (isMark(sentence, at)) marked = true;
    else if (
      JOINERS.has(lowerAt(sentence, at)) &&
      kindAt(sentence, at, "mark") !== "exclusion" &&
      !isLoneWord(sentence, at)
    )
      lead.push(lowerAt(sentence, at));
    else break;
    at += 1;
  }
  const bold = from === 0 || lead.some((word) => OPENING_LEADS.has(word));
  return { next: at, lead, opening: bold ? "sentence" : marked ? "mark" : "joined" };
}

/** "nor", "or" and the like with nothing after them in the sentence. */
function isLoneWord(sentence: Sentence, at: number): boolean {
  return sentence.tokens.slice(at + 1).every((token) => token.kind === "mark") && at === 0;
}

/** The index of the first token that is no longer of this part. */
function endOf(sentence: Sentence, part: Part): number {
  const count = sentence.tokens.length;
  const first =
    part.verb ?? (part.kind === "fragment" ? part.from : Math.min(skipFillers(sentence, part.from), count - 1));
  for (let at = first + 1; at < count; at += 1) {
    const token = sentence.tokens[at];
    if (token === undefined || token.kind === "literal") continue;
    if (token.kind === "mark") {
      if (token.text === ":" && takesMaterial(sentence, part, at)) {
        part.dataFrom = sentence.tokens[at + 1]?.start ?? token.end;
        return count;
      }
      if (token.text === ";" || token.text === "(") return at;
      if (token.text === ")" || /[.!?]/.test(token.text)) {
        if (token.text === ")") return at;
        continue;
      }
      if (beginsNew(sentence, part, at) || closes(sentence, part, at)) return at;
      continue;
    }
    if (JOINERS.has(token.lower) && !belongsBefore(sentence, at)) {
      if (beginsNew(sentence, part, at)) return at;
      if (token.lower !== "but") continue;
    }
    if (TELLS.has(part.kind) && forbidsFrom(sentence, at)) return at;
    if (part.kind === "condition") {
      if (startsWithoutMark(sentence, part, at)) return at;
      continue;
    }
    if (part.kind === "statement" || part.kind === "reason" || part.kind === "question" || part.kind === "preference")
      continue;
    const kind = interrupts(sentence, at);
    if (
      kind !== null &&
      !(part.kind === "exclusion" && kind === "exclusion") &&
      !(part.kind === "prohibition" && kind === "exclusion" && (at <= first + 2 || qualifies(sentence, at)))
    )
      return at;
  }
  return count;
}

/** "no olives please, and a coke": what is left out ends with the word that asks. */
function closes(sentence: Sentence, part: Part, at: number): boolean {
  const asked = /^(?:please|pls|thanks)$/.test(lowerAt(sentence, at - 1)) && at - 1 > part.from;
  return asked && /^(?:exclusion|prohibition)$/.test(part.kind) && lowerAt(sentence, at + 1) === "and";
}

/** "never book it without asking": says how it may not be done. */
function qualifies(sentence: Sentence, at: number): boolean {
  return lowerAt(sentence, at) === "without" && /ing$/.test(lowerAt(sentence, at + 1));
}

/** "if so", "unless I say otherwise": no joining words. */
function belongsBefore(sentence: Sentence, at: number): boolean {
  const before = lowerAt(sentence, at - 1);
  if (lowerAt(sentence, at) === "so") return before === "if" || before === "so";
  if (lowerAt(sentence, at) === "but")
    return /^(?:nobody|none|noone)$/.test(before) || phraseAt(sentence, at - 2, 2) === "no one";
  if (lowerAt(sentence, at) === "else")
    return /^(?:who|what|where|(?:no|some|any|every)(?:body|thing|one|where)|one)$/.test(before);
  return (
    lowerAt(sentence, at) === "otherwise" &&
    /^(?:say|said|told|tell|instructed|agreed|stated|specified|noted|indicated|mentioned|unless|notified|decide|hear)$/.test(
      before,
    )
  );
}

/** Whether, after the marks and joining words at `at`, something else begins. */
function beginsNew(sentence: Sentence, part: Part, at: number): boolean {
  const { next, lead, opening } = skipLead(sentence, at);
  if (next >= sentence.tokens.length) return false;
  const kind = kindAt(sentence, next, opening === "sentence" && at > 0 && lead.length === 0 ? "mark" : opening);
  if (kind === null) {
    const acts = /^(?:command|want)$/.test(part.kind) || (part.kind === "fragment" && part.lead.includes("then"));
    if (acts && lead.includes("then") && namesThing(sentence, next)) return true;
    if (lead.includes("otherwise") || lead.includes("but") || (lead.includes("then") && part.kind === "condition"))
      return true;
    return false;
  }
  if (NEVER_JOINS.has(kind))
    return (
      !(kind === "statement" && part.kind === "statement" && lead.length === 0) &&
      !(kind === "value" && part.kind === "value" && lead.length > 0)
    );
  if (part.kind === "prohibition") return !sharesNegation(sentence, part, at, lead);
  return true;
}

/** "do not cancel or change it": the negation reaches over the joining word. */
function sharesNegation(sentence: Sentence, part: Part, at: number, lead: readonly string[]): boolean {
  if (lead.length === 1 && (lead[0] === "or" || lead[0] === "nor")) return true;
  if (lead.some((word) => OPENING_LEADS.has(word))) return false;
  const cueEnd = sentence.cues.find((cue) => cue.start >= (sentence.tokens[part.from]?.start ?? 0))?.end ?? 0;
  let words = 0;
  for (let index = part.from; index < at; index += 1) {
    const token = sentence.tokens[index];
    if (
      token !== undefined &&
      token.start >= cueEnd &&
      token.kind !== "mark" &&
      !JOINERS.has(token.lower) &&
      !BETWEEN.has(token.lower)
    )
      words += COMMAND_VERBS.has(token.lower) ? 1 : 10;
  }
  return words < 10;
}

function takesMaterial(sentence: Sentence, part: Part, at: number): boolean {
  if (part.kind !== "command" || part.verb === null || at + 1 >= sentence.tokens.length) return false;
  return MATERIAL_NOUNS.has(lowerAt(sentence, at - 1)) || MATERIAL_VERBS.has(lowerAt(sentence, part.verb));
}

/** The command that follows a condition with no comma between them, where it is clear. */
function startsWithoutMark(sentence: Sentence, part: Part, at: number): boolean {
  const word = lowerAt(sentence, at);
  if (word === "please") return kindAt(sentence, at, "joined") === "command";
  if (at < part.from + 3 || !COMMAND_VERBS.has(word)) return false;
  const before = lowerAt(sentence, at - 1);
  const object = /^(?:it|them|him|her|me|us)$/.test(before) && hasTag(sentence, at - 2, "Verb");
  const particle =
    /^(?:up|off|out|on|down|in|over|away|back|through)$/.test(before) &&
    hasTag(sentence, at - 2, "Verb", "PastTense", "Adjective");
  if (
    !object &&
    (SUBJECTS.has(before) ||
      AUXILIARIES.has(before) ||
      DETERMINERS.has(before) ||
      (PREPOSITIONS.has(before) && !particle) ||
      /^(?:not|never|to|and|or|dont)$|n't$/.test(before))
  )
    return false;
  if (
    !object &&
    hasTag(sentence, at - 1, "Adjective") &&
    !hasTag(sentence, at - 2, "Copula") &&
    !AUXILIARIES.has(lowerAt(sentence, at - 2))
  )
    return false;
  const after = lowerAt(sentence, at + 1);
  if (
    !DETERMINERS.has(after) &&
    !/^(?:it|them|him|her|me|us)$/.test(after) &&
    sentence.tokens[at + 1]?.kind !== "literal" &&
    !hasTag(sentence, at + 1, "ProperNoun")
  )
    return false;
  for (let back = part.from + 1; back < at; back += 1) {
    if (AUXILIARIES.has(lowerAt(sentence, back)) || hasTag(sentence, back, "Verb", "PastTense", "PresentTense"))
      return true;
  }
  return false;
}

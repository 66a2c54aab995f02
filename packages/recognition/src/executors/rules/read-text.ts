import { splitClauses } from "../../text/clauses.ts";
import { findCues } from "../../text/cues.ts";
import { findLiterals, type Span } from "../../text/literals.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findValues, type ValueContext } from "../../values/find-values.ts";
import { Assembly } from "./assembly.ts";
import { readCaps } from "./caps.ts";
import { coverCues } from "./cover-cues.ts";
import { cutParts } from "./cut.ts";
import { keepDenials } from "./keep-denials.ts";
import { placeConstraints } from "./place-constraints.ts";
import { emptyReading, type Reading } from "./reading.ts";
import { PRIOR } from "./references.ts";
import type { Sentence } from "./sentence.ts";
import { tokensOf } from "./tokens.ts";
import { readTotals } from "./totals.ts";

// What the rules attempt: more is marked unparsed as one stretch, so that cost stays linear and small.
const MOST_TEXT = 12_000;
const MOST_SENTENCES = 120;
const LONGEST_SENTENCE = 700;
const MOST_WORDS = 110;
const MOST_INTENTS = 60;

/** Reads commands, constraints and statements out of a text; `standing`: a request holds already. */
export function readText(text: string, context: ValueContext, eachCode = false, standing = false): Reading {
  const reading = emptyReading(text);
  const assembly = new Assembly(reading, eachCode, standing);
  const literals = findLiterals(text);
  const all = splitSentences(text, literals);
  const attempted = all.filter((span, index) => index < MOST_SENTENCES && span.end <= MOST_TEXT);
  const limit = attempted.at(-1)?.end ?? 0;
  const material = text.slice(0, limit);
  const values = findValues(material, context);
  const cues = findCues(material, "en") ?? [];
  const social = splitClauses(material).filter((clause) => clause.social);
  let from = { value: 0, cue: 0, literal: 0, social: 0 };
  for (const [index, span] of attempted.entries()) {
    const inside = <T extends Span>(items: readonly T[], first: number): { items: T[]; next: number } => {
      let next = first;
      while (next < items.length && (items[next]?.start ?? 0) < span.end) next += 1;
      return { items: items.slice(first, next), next };
    };
    const own = {
      values: inside(values, from.value),
      cues: inside(cues, from.cue),
      literals: inside(literals, from.literal),
      social: inside(social, from.social),
    };
    from = { value: own.values.next, cue: own.cues.next, literal: own.literals.next, social: own.social.next };
    if (assembly.dataFrom !== null) break;
    if (span.end - span.start > LONGEST_SENTENCE || reading.intents.length > MOST_INTENTS) {
      assembly.unparsed(span);
      continue;
    }
    const fillers = own.social.items;
    const tokens = tokensOf(text, span, own.literals.items).filter(
      (token) => !fillers.some((one) => token.start >= one.start && token.end <= one.end),
    );
    for (const filler of fillers)
      reading.accounted.push({ kind: "social", span: { start: filler.start, end: filler.end } });
    if (tokens.length > MOST_WORDS) {
      assembly.unparsed(span);
      continue;
    }
    if (tokens.every((token) => token.kind === "mark")) continue;
    const free = own.values.items.filter(
      (value) =>
        !/^\d{1,2}[AP]$/.test(value.text) &&
        !own.literals.items.some((one) => value.start >= one.start && value.start < one.end),
    );
    const sentence: Sentence = {
      text,
      start: span.start,
      end: span.end,
      tokens,
      values: free,
      cues: own.cues.items.filter(
        (cue) => !own.literals.items.some((one) => cue.start >= one.start && cue.start < one.end),
      ),
    };
    assembly.add(sentence, cutParts(sentence), index);
  }
  if (assembly.dataFrom !== null) assembly.takeRest(limit, all);
  const rest = all[attempted.length];
  const last = all.at(-1);
  if (rest !== undefined && last !== undefined) assembly.unparsed({ start: rest.start, end: last.end });
  keepDenials(reading, cues);
  readRepeats(reading);
  readCaps(reading, values);
  readTotals(reading, values, standing);
  placeConstraints(reading);
  coverCues(reading, cues, literals);
  return reading;
}

/** "the usual, please": words that mean an earlier request ask for it again, without a verb. */
function readRepeats(reading: Reading): void {
  for (const span of [...reading.fragments]) {
    const text = reading.text.slice(span.start, span.end);
    if (PRIOR.exec(text)?.index !== 0) continue;
    reading.fragments.splice(reading.fragments.indexOf(span), 1);
    reading.intents.push({
      parent: null,
      action: null,
      target: { ...span },
      goal: { ...span },
      reworded: null,
      understanding: "clear",
      evidence: [{ ...span }],
      sentence: -1,
    });
  }
}

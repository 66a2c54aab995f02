import { findWords, wordSet } from "../../text/words.ts";
import { ANAPHORS, COMMAND_VERBS, DETERMINERS, PREPOSITIONS } from "./lexicon.ts";
import type { ReadConstraint, ReadIntent, Reading } from "./reading.ts";

const EMPTY = wordSet("and or but not no never do don't dont be is are please of one to you must should");

/**
 * Decides whose constraint it is where the words around it do not. One intent owns what speaks of the
 * same thing or stands in its sentence; what several intents could mean holds for the whole request.
 */
export function placeConstraints(reading: Reading): void {
  const outer = reading.intents.filter((intent) => intent.parent === null);
  for (const constraint of reading.constraints) {
    if (constraint.owner !== null || constraint.follows !== null) continue;
    constraint.owner =
      constraint.kind === "prohibition"
        ? ownerOfProhibition(reading, constraint, outer)
        : outer.length === 1
          ? (outer[0] ?? null)
          : null;
  }
  for (const constraint of reading.constraints)
    if (constraint.follows !== null) constraint.owner = constraint.follows.owner;
}

function ownerOfProhibition(
  reading: Reading,
  constraint: ReadConstraint,
  intents: readonly ReadIntent[],
): ReadIntent | null {
  const [only] = intents;
  if (only === undefined) return null;
  const text = reading.text.slice(constraint.span.start, constraint.span.end);
  if (intents.length === 1) return only.sentence === constraint.sentence || isAbout(reading, only, text) ? only : null;
  const meant = intents.filter((intent) => sharesWord(reading, intent, text));
  const [one] = meant;
  return meant.length === 1 && one !== undefined && !refersBack(text) ? one : null;
}

function isAbout(reading: Reading, intent: ReadIntent, text: string): boolean {
  return refersBack(text) || sharesWord(reading, intent, text);
}

function refersBack(text: string): boolean {
  return findWords(text).some((word) => ANAPHORS.has(word.lower));
}

function sharesWord(reading: Reading, intent: ReadIntent, text: string): boolean {
  const own = contentWords(
    intent.target === null
      ? reading.text.slice(intent.goal.start, intent.goal.end)
      : reading.text.slice(intent.target.start, intent.target.end),
  );
  for (const word of contentWords(text, true)) if (own.has(word)) return true;
  return false;
}

/** Words of a text that carry content, plurals folded; `withVerb`: its first word of content may be a verb, which is none. */
export function contentWords(text: string, withVerb = false): Set<string> {
  const words = new Set<string>();
  let verb = withVerb;
  for (const word of findWords(text.slice(0, 2_000))) {
    if (
      EMPTY.has(word.lower) ||
      DETERMINERS.has(word.lower) ||
      PREPOSITIONS.has(word.lower) ||
      ANAPHORS.has(word.lower)
    )
      continue;
    if (verb && COMMAND_VERBS.has(word.lower)) {
      verb = false;
      continue;
    }
    words.add(word.lower.length > 3 ? word.lower.replace(/(?<=[^s])s$/, "") : word.lower);
  }
  return words;
}

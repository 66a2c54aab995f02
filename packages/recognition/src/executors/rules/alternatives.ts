import { type ReadCommand, spanOf } from "./command.ts";
import { DETERMINERS } from "./lexicon.ts";
import type { ReadIntent } from "./reading.ts";
import { hasTag, lowerAt, type Sentence, valueAt } from "./sentence.ts";

/**
 * "get me a refund or a replacement": one intent for each of the things, the first of which the command
 * itself becomes. Only for things that each stand by themselves; "a black or white shirt" is one.
 */
export function readAlternatives(sentence: Sentence, read: ReadCommand, index: number): ReadIntent[] {
  return splitObject(
    sentence,
    read,
    index,
    (at) => lowerAt(sentence, at) === "or",
    (at) => standsAlone(sentence, at) && isArticled(sentence, at) === isArticled(sentence, read.object?.from ?? at),
  );
}

/** "check 00417 and 00418": one intent for each code, where the business wants one code for each. */
export function readEachCode(sentence: Sentence, read: ReadCommand, index: number): ReadIntent[] {
  const code = (at: number) =>
    /^#?[\p{L}-]*\d[\p{L}\p{N}-]*$/u.test(sentence.tokens[at]?.text ?? "") && !isMeasured(sentence, at);
  const { object } = read;
  if (object === null) return [];
  for (let at = object.from; at < object.to; at += 1) {
    const joins =
      sentence.tokens[at]?.text === "," ||
      lowerAt(sentence, at) === "and" ||
      (at === object.from && /^\p{L}+s$/u.test(lowerAt(sentence, at)));
    if (!joins && !code(at)) return [];
  }
  return splitObject(
    sentence,
    read,
    index,
    (at) => (lowerAt(sentence, at) === "and" || sentence.tokens[at]?.text === ",") && code(at + 1),
    (at) => code(at) || code(at + 1),
  );
}

function splitObject(
  sentence: Sentence,
  read: ReadCommand,
  index: number,
  joins: (at: number) => boolean,
  stands: (at: number) => boolean,
): ReadIntent[] {
  const { object, intent } = read;
  if (object === null || intent.target === null) return [];
  const first = lowerAt(sentence, object.from) === "either" ? object.from + 1 : object.from;
  const starts = [first];
  for (let at = first + 1; at < object.to - 1; at += 1) {
    if (!joins(at)) continue;
    if (!stands(starts.at(-1) ?? first) || !stands(at + 1)) return [];
    starts.push(at + 1);
  }
  if (starts.length < 2) return [];
  const verb = sentence.text
    .slice(intent.goal.start, sentence.tokens[object.from]?.start ?? intent.goal.start)
    .trimEnd();
  const spans = starts.map((from, place) => {
    const next = starts[place + 1];
    return spanOf(sentence, from, next === undefined ? object.to : withoutJoiner(sentence, next - 1));
  });
  const whole = sentence.text.slice(intent.target.start, intent.target.end);
  const statement = `"${verb}" applies to each part of "${whole}".`;
  const evidence = { start: intent.evidence[0]?.start ?? intent.goal.start, end: intent.goal.end };
  const goals = spans.map((span) => `${verb} ${sentence.text.slice(span.start, span.end)}`);
  const [own, ...others] = spans;
  if (own === undefined) return [];
  intent.target = own;
  if (sentence.text.slice(intent.goal.start, own.end) === goals[0])
    intent.goal = { start: intent.goal.start, end: own.end };
  else intent.reworded = { goal: goals[0] ?? "", statement };
  return others.map((target, place) => ({
    parent: null,
    action: intent.action,
    target,
    goal: { ...target },
    reworded: { goal: goals[place + 1] ?? "", statement },
    understanding: "clear",
    evidence: [{ ...evidence, end: Math.max(target.end, evidence.start) }],
    sentence: index,
  }));
}

function standsAlone(sentence: Sentence, at: number): boolean {
  const token = sentence.tokens[at];
  if (token === undefined || token.kind === "mark") return false;
  return (
    token.kind === "literal" ||
    DETERMINERS.has(token.lower) ||
    /^#?[\p{Lu}\p{N}-]*\d/u.test(token.text) ||
    hasTag(sentence, at, "ProperNoun", "Place", "Organization")
  );
}

/** The end of a thing before "or", ", and" and the like. */
function withoutJoiner(sentence: Sentence, at: number): number {
  let end = at;
  while (sentence.tokens[end - 1]?.text === "," || /^(?:and|or)$/.test(lowerAt(sentence, end - 1))) end -= 1;
  return end;
}

/** A figure that is a time, an amount or a count of something is no code. */
function isMeasured(sentence: Sentence, at: number): boolean {
  const value = valueAt(sentence, at);
  return value !== null && !(value.value?.type === "quantity" && value.value.unit === null);
}

/** Things joined with each other look alike: "a flight to Madrid or Lisbon" names two places, not two things to book. */
function isArticled(sentence: Sentence, at: number): boolean {
  return DETERMINERS.has(lowerAt(sentence, at));
}

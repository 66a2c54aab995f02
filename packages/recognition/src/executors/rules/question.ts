import { type ReadCommand, spanOf } from "./command.ts";
import type { Part } from "./cut.ts";
import { findInline, leadingCount } from "./inline.ts";
import { AUXILIARIES, COMMAND_VERBS, DETERMINERS, PREPOSITIONS, SUBJECTS } from "./lexicon.ts";
import { hasTag, isMark, lowerAt, type Sentence } from "./sentence.ts";

// Requests that are no commands: questions, and wishes for a thing ("I need a flight").

export function readQuestion(sentence: Sentence, part: Part, index: number): ReadCommand {
  const to = lastWord(sentence, part);
  const verb = askedVerb(sentence, part, to);
  const object = verb === null ? askedThing(sentence, part, to) : thingFrom(sentence, verb + 1, to);
  const inline = verb === null ? [] : findInline(sentence, verb + 1, to).filter((one) => one.kind !== "quantity");
  const cut = inline.find((one) => !one.kept && object !== null && one.from > object.from && one.from < object.to);
  if (object !== null && cut !== undefined) object.to = cut.from;
  const trailing = inline.findLast((one) => !one.kept && one.to === to);
  const span = spanOf(sentence, part.from, part.to);
  const intent = {
    parent: null,
    action: verb === null ? null : (sentence.tokens[verb]?.text ?? null),
    target: object === null ? null : spanOf(sentence, object.from, object.to),
    goal: spanOf(sentence, part.from, trailing?.from ?? to),
    reworded: null,
    understanding: "clear" as const,
    evidence: [span],
    sentence: index,
  };
  return {
    intent,
    inline: inline.map((found) => ({ found, owner: intent })),
    child: null,
    object: null,
    negatedContent: null,
  };
}

export function readWant(sentence: Sentence, part: Part, index: number): ReadCommand {
  const to = lastWord(sentence, part);
  let object = part.from + 1;
  while (
    object < to &&
    !DETERMINERS.has(lowerAt(sentence, object)) &&
    /^(?:i|we|i'd|we'd|i'm|i'll|we're|would|am|need|want|like|love|looking|for|have|take|request|require|could|use|really|just|also|to|get)$/.test(
      lowerAt(sentence, object),
    )
  )
    object += 1;
  const verb = actionStart(sentence, part, object);
  const inline = findInline(sentence, object, to);
  let end = object;
  while (end < to && !inline.some((one) => !one.kept && one.from === end) && !isMark(sentence, end)) end += 1;
  while (
    end > object + 1 &&
    (PREPOSITIONS.has(lowerAt(sentence, end - 1)) || /^(?:please|and|or|thanks)$/.test(lowerAt(sentence, end - 1)))
  )
    end -= 1;
  const count = leadingCount(sentence, object, end);
  if (count !== null && !inline.some((one) => one.from === count.from)) inline.push(count);
  let goal = to;
  for (
    let cut = inline.find((one) => !one.kept && one.to >= goal && one.from > object);
    cut !== undefined;
    cut = inline.find((one) => !one.kept && one.to >= goal && one.from > object && one.from < goal)
  ) {
    goal = cut.from;
    while (goal > object && isMark(sentence, goal - 1)) goal -= 1;
  }
  const action = spanOf(sentence, verb, object);
  const found = object < end ? { from: object, to: end } : null;
  const intent = {
    parent: null,
    action: sentence.text.slice(action.start, action.end),
    target: found === null ? null : spanOf(sentence, found.from, found.to),
    goal: spanOf(sentence, part.from, goal),
    reworded: null,
    understanding: "clear" as const,
    evidence: [spanOf(sentence, part.from, part.to)],
    sentence: index,
  };
  return {
    intent,
    inline: inline.map((one) => ({ found: one, owner: intent })),
    child: null,
    object: found,
    negatedContent: null,
  };
}

/** The verb of "I would like", "I'm looking for". */
function actionStart(sentence: Sentence, part: Part, object: number): number {
  for (let at = part.from; at < object; at += 1)
    if (/^(?:need|want|like|love|looking|have|take|request|require|use)$/.test(lowerAt(sentence, at))) return at;
  return part.from;
}

function lastWord(sentence: Sentence, part: Part): number {
  let to = part.to;
  while (to > part.from + 1 && (isMark(sentence, to - 1) || /^(?:please|thanks)$/.test(lowerAt(sentence, to - 1))))
    to -= 1;
  return to;
}

/** "how do I reset my password": the verb that is asked about. */
function askedVerb(sentence: Sentence, part: Part, to: number): number | null {
  for (let at = part.from + 1; at < Math.min(to, part.from + 7); at += 1) {
    const asks =
      /^(?:can|could|do|should|may|must|did|does|will|would|to)$/.test(lowerAt(sentence, at - 2)) ||
      lowerAt(sentence, at - 1) === "to";
    if (
      asks &&
      COMMAND_VERBS.has(lowerAt(sentence, at)) &&
      (SUBJECTS.has(lowerAt(sentence, at - 1)) || lowerAt(sentence, at - 1) === "to")
    )
      return at;
  }
  return null;
}

/** "what is the status of order 5": what is asked after. */
function askedThing(sentence: Sentence, part: Part, to: number): { from: number; to: number } | null {
  for (let at = part.from; at < Math.min(to, part.from + 4); at += 1) {
    const word = lowerAt(sentence, at);
    if (!/^(?:is|are|was|were|what's|where's|who's|when's|how's)$/.test(word)) continue;
    return SUBJECTS.has(lowerAt(sentence, at + 1)) && !DETERMINERS.has(lowerAt(sentence, at + 1))
      ? null
      : thingFrom(sentence, at + 1, to);
  }
  return null;
}

function thingFrom(sentence: Sentence, from: number, to: number): { from: number; to: number } | null {
  if (from >= to || PREPOSITIONS.has(lowerAt(sentence, from))) return null;
  let end = from;
  while (
    end < to &&
    !isMark(sentence, end) &&
    !(
      end > from &&
      (AUXILIARIES.has(lowerAt(sentence, end)) ||
        (hasTag(sentence, end, "PastTense") && !hasTag(sentence, end, "Adjective")))
    )
  )
    end += 1;
  while (end > from + 1 && PREPOSITIONS.has(lowerAt(sentence, end - 1))) end -= 1;
  return end > from ? { from, to: end } : null;
}

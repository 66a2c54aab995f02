import { type ReadCommand, spanOf } from "./command.ts";
import type { Part } from "./cut.ts";
import { findInline } from "./inline.ts";
import { DETERMINERS } from "./lexicon.ts";
import { countOf } from "./numbers.ts";
import type { ReadIntent } from "./reading.ts";
import { hasTag, isMark, leadingValue, lowerAt, type Sentence } from "./sentence.ts";

// "buy a mug, then a plate": a second thing for the verb that was said before.

/** Whether a thing is named here, so that after "then" it is the next to be acted on. */
export function namesThing(sentence: Sentence, at: number): boolean {
  const token = sentence.tokens[at];
  if (token === undefined || token.kind === "mark") return false;
  return (
    token.kind === "literal" ||
    DETERMINERS.has(token.lower) ||
    countOf(token.lower) !== null ||
    hasTag(sentence, at, "ProperNoun", "Person", "Place", "Noun")
  );
}

/** Whether this stretch is such a thing. */
export function isAgain(sentence: Sentence, part: Part, before: ReadIntent | null): boolean {
  return (
    (part.kind === "fragment" || (part.kind === "value" && leadingValue(sentence, part.from)?.kind === "quantity")) &&
    part.lead.includes("then") &&
    before !== null &&
    before.parent === null &&
    before.target !== null &&
    before.action !== null &&
    namesThing(sentence, part.from) &&
    sentence.tokens
      .slice(part.from, part.to)
      .every((token) => !/^(?:is|are|was|were|will|it|i|you|we)$/.test(token.lower))
  );
}

/** The intent of it, and what it says in passing. */
export function readAgain(sentence: Sentence, part: Part, index: number, before: ReadIntent): ReadCommand {
  const verb = verbPhrase(sentence, before);
  const inline = findInline(sentence, part.from, part.to);
  const cut = inline.find((one) => !one.kept && one.from > part.from);
  let to = cut?.from ?? part.to;
  while (to > part.from + 1 && (isMark(sentence, to - 1) || /^(?:please|and|too)$/.test(lowerAt(sentence, to - 1))))
    to -= 1;
  const target = spanOf(sentence, part.from, to);
  const start = before.evidence[0]?.start ?? before.goal.start;
  const intent: ReadIntent = {
    parent: null,
    action: before.action,
    target,
    goal: { ...target },
    reworded: {
      goal: `${verb} ${sentence.text.slice(target.start, target.end)}`,
      statement: `"${verb}" applies to what is named after it as well.`,
    },
    understanding: "clear",
    evidence: [{ start, end: spanOf(sentence, part.from, part.to).end }],
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

/** "get me" of "get me a mug"; of one that was read like this itself, the verb it shares. */
function verbPhrase(sentence: Sentence, { target, goal, reworded, action }: ReadIntent): string {
  const length = target === null ? 0 : target.end - target.start;
  if (reworded?.goal !== undefined) return reworded.goal.slice(0, Math.max(0, reworded.goal.length - length)).trimEnd();
  const said = sentence.text.slice(goal.start, target?.start ?? goal.start).trim();
  return said === "" ? (action ?? "") : said;
}

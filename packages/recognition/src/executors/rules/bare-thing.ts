import { type ReadCommand, spanOf } from "./command.ts";
import type { Part } from "./cut.ts";
import { findInline, leadingCount } from "./inline.ts";
import { countOf } from "./numbers.ts";
import { objectOf } from "./object.ts";
import type { ReadIntent } from "./reading.ts";
import { hasTag, type Sentence } from "./sentence.ts";

// "a ride to the airport at 7, max $60": what is wanted is named, and no verb says how it is got.

const INTRODUCES = /^(?:a|an|another|some|one)$/;
const TELLS =
  /^(?:is|are|was|were|be|been|am|will|would|can|could|should|shall|may|might|must|has|have|had|does|do|did|i|you|we|he|she|it|they|there|who|which|that|this|what|why|how|when|where|if|because|so|than|of course)$/;
// What somebody has or needs to say, and no thing to be got.
const TOLD =
  /^(?:problem|issue|error|mistake|question|complaint|bug|moment|minute|second|thing|idea|lot|bit|reason)s?$/;
const MOST_WORDS = 40;

/** Whether this stretch is such a thing: an indefinite or counted noun, and nothing that is told of it. */
export function isBareThing(sentence: Sentence, part: Part): boolean {
  if (part.kind !== "fragment" && part.kind !== "value") return false;
  if (part.to - part.from > MOST_WORDS || part.lead.length > 0) return false;
  if (sentence.text.slice(sentence.start, sentence.end).trimEnd().endsWith("?")) return false;
  const tokens = sentence.tokens.slice(part.from, part.to);
  if (tokens.some((token) => TELLS.test(token.lower))) return false;
  const [first, second] = tokens;
  if (first === undefined || first.kind !== "word" || second === undefined || second.kind !== "word") return false;
  const counted = countOf(first.lower) !== null && leadingCount(sentence, part.from, part.to) !== null;
  const best = first.lower === "the" && hasTag(sentence, part.from + 1, "Superlative");
  if (!INTRODUCES.test(first.lower) && !counted && !best) return false;
  const end = tokens.findIndex((token) => /^(?:to|for|from|in|at|on|with|by|under|of)$/.test(token.lower));
  const head = end < 0 ? tokens : tokens.slice(0, end);
  if (head.some((token) => TOLD.test(token.lower))) return false;
  // A verb of the thing's own would tell something of it: "a man called".
  const tells = head.some((_, at) => at > 0 && hasTag(sentence, part.from + at, "PastTense", "PresentTense"));
  return !tells && head.some((_, at) => at > 0 && hasTag(sentence, part.from + at, "Noun", "Unit"));
}

/** The intent of it, without an action, and what it says in passing. */
export function readBareThing(sentence: Sentence, part: Part, index: number): ReadCommand {
  const inline = findInline(sentence, part.from, part.to);
  const found = objectOf(sentence, part.from, part.from, part.to, inline);
  const object = found ?? { from: part.from, to: part.to };
  const count = leadingCount(sentence, object.from, object.to);
  if (count !== null && !inline.some((one) => one.from === count.from)) inline.push(count);
  const target = spanOf(sentence, object.from, object.to);
  const intent: ReadIntent = {
    parent: null,
    action: null,
    target,
    goal: { ...target },
    reworded: null,
    understanding: "clear",
    evidence: [spanOf(sentence, part.from, part.to)],
    sentence: index,
  };
  return {
    intent,
    inline: inline.map((one) => ({ found: one, owner: intent })),
    child: null,
    object,
    negatedContent: null,
  };
}

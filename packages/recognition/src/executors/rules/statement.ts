import { phraseSet } from "../../text/words.ts";
import type { ConstraintKind } from "../../types/names.ts";
import type { Part } from "./cut.ts";
import { hasTag, leadingValue, lowerAt, matchPhrase, phraseAt, type Sentence } from "./sentence.ts";

const WISHES = phraseSet(
  "i prefer, i'd prefer, i would prefer, we prefer, i'd rather, i would rather, we'd rather, i like, my preference is, it would be nice, it'd be nice, i hope",
);
// Forbidding without a word of negation.
const REFUSES = /\b(?:i|we) refuse to\b|\b(?:is|are) (?:off[- ]limits|out of bounds|banned|taboo)\b/i;
const DUTIES = /^(?:must|should|shall|needs|need|has|have)$/;
const OWN = /^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|i|we|you|he|she|it|they|what|who|there) /;
const BUDGET = /\b(?:budget|limit|maximum|max|cap|ceiling|spending)\b/i;

/** The kind of a part that restricts what is asked. */
export function restrictionKind(sentence: Sentence, part: Part): ConstraintKind {
  switch (part.kind) {
    case "exclusion":
      return isWithoutDoing(sentence, part) ? "prohibition" : "exclusion";
    case "prohibition":
      if (/^exclud/.test(lowerAt(sentence, part.from))) return "exclusion";
      return isEased(sentence, part) ? "preference" : "prohibition";
    case "requirement":
      return "requirement";
    case "value":
      return valueKind(sentence, part);
    default:
      return "preference";
  }
}

/** The constraint that a statement makes; null for a mere fact. */
export function statementKind(sentence: Sentence, part: Part): ConstraintKind | null {
  const from = sentence.tokens[part.from]?.start ?? 0;
  const to = sentence.tokens[part.to - 1]?.end ?? 0;
  if (sentence.cues.some((cue) => cue.prohibiting && cue.start >= from && cue.end <= to)) return "prohibition";
  if (REFUSES.test(sentence.text.slice(from, to)) || isOut(sentence, part)) return "prohibition";
  if (matchPhrase(sentence, part.from, WISHES, 4) > 0) return "preference";
  const text = sentence.text.slice(from, to);
  const amount = sentence.values.some((value) => value.kind === "amount" && value.start >= from && value.end <= to);
  if (amount && BUDGET.test(text)) return "limit";
  return hasDuty(sentence, part) ? "requirement" : null;
}

/** "red is out", "flights are out": what has no article is no thing that has gone. */
function isOut(sentence: Sentence, part: Part): boolean {
  const words = phraseAt(sentence, part.from, part.to - part.from);
  return (
    /^(?:[\p{L}-]+ ){1,3}(?:is|are) out(?: for (?:me|us|now))?$/u.test(words) &&
    !OWN.test(words) &&
    !hasTag(sentence, part.from, "Person")
  );
}

/** "the room must face the garden": a duty of what is asked for, not of whoever writes. */
function hasDuty(sentence: Sentence, part: Part): boolean {
  if (/^(?:i|we|you)$/.test(lowerAt(sentence, part.from))) return false;
  for (let at = part.from + 1; at < Math.min(part.to, part.from + 7); at += 1) {
    const word = lowerAt(sentence, at);
    if (!DUTIES.test(word)) continue;
    return word === "must" || word === "shall" || word === "should" || lowerAt(sentence, at + 1) === "to";
  }
  return false;
}

function valueKind(sentence: Sentence, part: Part): ConstraintKind {
  const value = leadingValue(sentence, part.from);
  if (value === null || value.kind === "time") return "time";
  if (value.kind === "amount") return "limit";
  return value.value?.type === "quantity" && value.value.min !== null && value.value.min === value.value.max
    ? "quantity"
    : "limit";
}

function isWithoutDoing(sentence: Sentence, part: Part): boolean {
  return (
    lowerAt(sentence, part.from) === "without" &&
    /ing$/.test(lowerAt(sentence, part.from + 1)) &&
    !/^(?:anything|nothing|pudding|icing|dressing|stuffing|topping)$/.test(lowerAt(sentence, part.from + 1))
  );
}

function isEased(sentence: Sentence, part: Part): boolean {
  return phraseAt(sentence, part.from, 2) === "no need" || phraseAt(sentence, part.from, 2) === "no rush";
}

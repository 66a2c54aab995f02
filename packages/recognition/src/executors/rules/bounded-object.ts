import { type ReadCommand, spanOf } from "./command.ts";
import type { Inline } from "./inline.ts";
import { countOf } from "./numbers.ts";
import { objectOf } from "./object.ts";
import { lowerAt, type Sentence } from "./sentence.ts";

/** "at least 3 mugs": what is bounded is no part of the bound. */
export function boundObject(
  sentence: Sentence,
  command: ReadCommand,
  at: { verb: number; body: number; end: number; to: number },
  inline: readonly Inline[],
): void {
  const bound = boundOf(inline, at.body);
  const from = bound === null ? null : countedAt(sentence, bound);
  if (from === null) return;
  const object = objectOf(
    sentence,
    at.verb,
    from,
    at.end,
    inline.filter((one) => one !== bound),
  );
  if (object === null) return;
  // "and at most two cars": another bounded thing, which the object does not hold.
  while (object.to > object.from + 1 && /^(?:and|or|)$/.test(lowerAt(sentence, object.to - 1))) {
    object.to -= 1;
    command.intent.understanding = "partial";
  }
  command.object = object;
  command.intent.target = spanOf(sentence, object.from, object.to);
}

/** The goal says what is wanted, without how many of it at least or at most. */
export function leaveBoundOut(sentence: Sentence, { intent, object }: ReadCommand, inline: readonly Inline[]): void {
  const bound =
    object === null ? null : (inline.find((one) => isBound(one) && countedAt(sentence, one) === object.from) ?? null);
  if (bound === null || object === null || intent.reworded !== null) return;
  const [start, rest] = [sentence.tokens[bound.from]?.start ?? 0, sentence.tokens[object.from]?.start ?? 0];
  if (intent.goal.start >= start || intent.goal.end <= rest) return;
  const statement = `"${sentence.text.slice(start, rest).trim()}" bounds what is asked for.`;
  intent.reworded = {
    goal: `${sentence.text.slice(intent.goal.start, start)}${sentence.text.slice(rest, intent.goal.end)}`,
    statement,
  };
}

function isBound(one: Inline): boolean {
  return one.kind === "limit" && one.kept && one.valueJson === null;
}

function boundOf(inline: readonly Inline[], body: number): Inline | null {
  return inline.find((one) => one.from === body && isBound(one)) ?? null;
}

/** The word after the figure of a bound; null when it counts nothing that is named. */
function countedAt(sentence: Sentence, { from, to }: Inline): number | null {
  for (let at = from + 1; at < to; at += 1)
    if (/^\d/.test(lowerAt(sentence, at)) || countOf(lowerAt(sentence, at)) !== null)
      return at + 1 < sentence.tokens.length && sentence.tokens[at + 1]?.kind === "word" ? at + 1 : null;
  return null;
}

import { splitSentences } from "../../text/sentences.ts";
import type { Quote } from "../../types/candidate.ts";
import type { ContextItem } from "../../types/input.ts";

// What the context speaks of, where it speaks of one thing only. Items are read from the newest on.

const MOST_ITEMS = 8;
const MOST_TEXT = 2_000;
const EARLIER = /\b(?:last|previous|earlier|usual|before|past|recent|most recent|ordered|bought|booked)\b/i;
const NAMED_AFTER =
  /\b(?:was|were|is|ordered|bought|booked|had|:)\s+((?:an?|the|your|my|\d+|one|two|three)\s[^.!?;\n]{2,160})/i;
const CODED = /\b(?:the |your |my |an? )?\p{L}+ (?:number |no\. ?|id )?#?(?=[\p{L}\p{N}-]*\d)[\p{L}\p{N}-]{2,40}/giu;
const SUBJECT =
  /^(?:the|your|my|our|an?)\s(?:[\p{L}\p{N}'-]+\s){0,4}?[\p{L}\p{N}'-]+(?=\s(?:is|was|are|were|has|have|had|will|can|could|should|costs?|arrived|shipped|leaves|starts|begins)\b)/iu;
const OBJECT =
  /\b(?:found|got|have|see|booked|ordered|created|made|prepared|added|saved)\s((?:the|your|an?|one)\s[\p{L}\p{N}' -]{2,60}?)(?=[.,;!?\n]|$| (?:for|at|on|by|from|that|which)\b)/iu;

/** What "the same as before" was: an item that tells of an earlier request. */
export function thingOfBefore(context: readonly ContextItem[]): Quote | null {
  for (const { item, index } of newest(context)) {
    for (const sentence of sentencesOf(item.content)) {
      if (!EARLIER.test(sentence)) continue;
      const thing = NAMED_AFTER.exec(sentence)?.[1]?.trim();
      if (thing !== undefined && thing !== "") return quote(index, thing);
    }
  }
  return null;
}

/** The one thing that the newest telling item speaks of; null when it speaks of several or of none. */
export function salientThing(context: readonly ContextItem[]): Quote | null {
  for (const { item, index } of newest(context)) {
    const things = new Map<string, string>();
    for (const sentence of sentencesOf(item.content)) {
      const coded = [...sentence.matchAll(CODED)]
        .map((match) => match[0])
        .filter((thing) => !/^(?:on|at|by|in|of|for|is|was|to|from) /i.test(thing));
      const found = coded.length > 0 ? coded : [SUBJECT.exec(sentence)?.[0] ?? OBJECT.exec(sentence)?.[1]];
      for (const thing of found) if (thing !== undefined) things.set(thing.toLowerCase(), thing.trim());
    }
    const [only, other] = [...things.values()];
    if (only !== undefined) return other === undefined ? quote(index, only) : null;
  }
  return null;
}

function newest(context: readonly ContextItem[]): { item: ContextItem; index: number }[] {
  return context
    .map((item, index) => ({ item, index }))
    .reverse()
    .slice(0, MOST_ITEMS);
}

function sentencesOf(text: string): string[] {
  const part = text.slice(0, MOST_TEXT);
  return splitSentences(part)
    .slice(0, 40)
    .map((span) => part.slice(span.start, span.end));
}

function quote(index: number, text: string): Quote {
  return { root: "context", pointer: `/${index}/content`, text };
}

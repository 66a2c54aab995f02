import type { Span } from "../../text/literals.ts";
import type { RelationType } from "../../types/names.ts";
import type { Part } from "./cut.ts";
import { isMark, lowerAt, type Sentence } from "./sentence.ts";

/** How a command follows on the one before it; `otherwise` when it stands against its condition. */
export type Link = RelationType | "otherwise";

/** What the joining words say; "and" alone says nothing. */
export function linkOf(sentence: Sentence, part: Part, sameSentence: boolean): Link | null {
  const said = new Set(part.lead);
  for (let at = part.from; at < (part.verb ?? part.from); at += 1) said.add(lowerAt(sentence, at));
  const has = (...words: string[]) => words.some((word) => said.has(word));
  if (has("otherwise", "else")) return "otherwise";
  if (has("meanwhile")) return "parallel";
  if (has("then", "afterwards", "afterward", "next", "finally", "lastly")) return "sequence";
  return has("or") && sameSentence ? "alternative" : null;
}

/** The words of a part with the joining words before it. */
export function withLead(sentence: Sentence, part: Part, span: Span): Span {
  let at = part.from;
  for (let left = part.lead.length; left > 0 && at > 0; at -= 1) if (!isMark(sentence, at - 1)) left -= 1;
  return { start: sentence.tokens[at]?.start ?? sentence.start, end: span.end };
}

/** "check and confirm the order": the first verb has no object of its own. */
export function sharesObject(part: Part, next: Part): boolean {
  return (
    next.kind === "command" &&
    part.verb !== null &&
    part.to === part.verb + 1 &&
    next.lead.some((word) => word === "and" || word === "or")
  );
}

import type { Candidate, Quote } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { ValueContext } from "../../values/find-values.ts";
import { quoteOf } from "./quoting.ts";
import { readText } from "./read-text.ts";
import { type Reading, takeOut } from "./reading.ts";
import { toCandidate } from "./to-candidate.ts";

// A yes or a no, and what it says yes to: what the person asked before, or what the assistant offered.

const GO_AHEAD =
  /^(?:(?:yes|yeah|yep|yup|sure|ok|okay|please|right|correct|exactly|confirmed?|absolutely|definitely|agreed|perfect|great),?\s*)*(?:please\s+)?(?:go ahead|go for it|proceed|continue|do (?:it|that|so|this|both|all of (?:it|them))|carry on|sounds good|that(?:'s| is) (?:right|correct|fine|ok|okay|good|it)|confirm(?: (?:it|that))?)(?:\s+(?:please|now|then|thanks|with (?:it|that)))*$/i;
const BARE_YES =
  /^(?:(?:yes|yeah|yep|yup|sure|ok|okay|correct|exactly|confirmed|right|absolutely|definitely|agreed|of course)[,.! ]*(?:please|thanks|thank you)?[,.! ]*){1,3}$/i;
const BARE_NO =
  /^(?:no|nope|nah|no thanks|no thank you|not now|rather not|please don't|don't|do not|no,? (?:don't|please don't|do not|never mind|not that|don't do (?:it|that)))(?:[,.! ]*(?:thanks|thank you|please))?$/i;
const OFFER =
  /\b(?:shall|should) (?:i|we)\s+|\b(?:do|would) you (?:want|like) (?:me|us) to\s+|\bwant me to\s+|\bi (?:can|could|will)\s+/i;
const LONGEST = 160;

export type Reply = { yes: boolean; start: number; end: number };

/** The reply that the whole message is; null when it says more, or something else. */
export function readReply(reading: Reading): Reply | null {
  const start = Math.max(0, reading.text.search(/\S/));
  const end = reading.text.trimEnd().length;
  if (end - start > LONGEST) return null;
  const said = reading.text
    .slice(start, end)
    .replace(/\u2019/g, "'")
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "")
    .trim();
  if (BARE_YES.test(said) || GO_AHEAD.test(said)) return { yes: true, start, end };
  return BARE_NO.test(said) ? { yes: false, start, end } : null;
}

/** Proposes what the reply adopts from the context; false when there is nothing that it could be. */
export function adopt(
  reading: Reading,
  reply: Reply,
  material: TaskMaterial,
  context: ValueContext,
): ((candidate: Candidate) => void) | null {
  for (let index = material.context.length - 1; index >= Math.max(0, material.context.length - 6); index -= 1) {
    const item = material.context[index];
    if (item === undefined || item.role === "tool" || item.role === "background") continue;
    const part = item.role === "user" ? item.content.slice(0, 4_000) : offerIn(item.content);
    if (part === null) continue;
    const read = readText(part, context);
    if (read.intents.length === 0) continue;
    const own = quoteOf(reading.text, reply);
    takeOut(reading, { start: 0, end: reading.text.length });
    return (candidate) => {
      const { candidate: adopted } = toCandidate(read, [], () => null);
      const moved = (quotes: Quote[]): Quote[] => [
        own,
        ...quotes.map((one) => ({ root: "context" as const, pointer: `/${index}/content`, text: one.text })),
      ];
      for (const intent of adopted.intents) {
        candidate.intents.push({ ...intent, evidence: moved(intent.evidence) });
        candidate.inferences.push({
          about: intent.key,
          kind: "reference",
          statement: "The reply adopts what was said before.",
          evidence: moved(intent.evidence),
        });
      }
      for (const one of adopted.constraints) candidate.constraints.push({ ...one, evidence: moved(one.evidence) });
      for (const one of adopted.relations) candidate.relations.push({ ...one, evidence: moved(one.evidence) });
      for (const one of adopted.unresolved) candidate.unresolved.push({ ...one, evidence: moved(one.evidence) });
    };
  }
  return null;
}

/** What an assistant offers to do: "Shall I cancel order 5?". */
function offerIn(content: string): string | null {
  const offer = OFFER.exec(content.slice(0, 4_000));
  if (offer === null) return null;
  const rest = content.slice(offer.index + offer[0].length);
  const end = rest.search(/[?!\n]|\.\s|\.$/);
  const offered = rest.slice(0, end < 0 ? 400 : end);
  return GO_AHEAD.test(offered.trim()) ? null : offered;
}

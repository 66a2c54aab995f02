import type { Span } from "../../text/literals.ts";
import { isInside } from "../../text/literals.ts";
import type { Quote } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { ReferenceKind } from "../../types/names.ts";
import { quoteOf } from "./quoting.ts";
import type { ReadIntent, Reading } from "./reading.ts";
import { salientThing, thingOfBefore } from "./salience.ts";

/** Words of a target that point at something said elsewhere. */
export interface ReadReference {
  owner: ReadIntent;
  kind: ReferenceKind;
  span: Span;
  /** Null: nothing that was said settles it. */
  resolvesTo: Quote | null;
}

const ANAPHOR =
  /^(?:it|them|it all|them all|this|that|these|those|him|her|both|all of (?:it|them)|(?:this|that|these|those|the (?:other|same)) (?:one|ones|thing|things))$/i;
export const PRIOR =
  /\b(?:the same(?: \S+){0,4} (?:as|like) (?:before|last time|always|ever|yesterday|usual|previously)|(?:my|the) usual|same as (?:before|last time)|the same again|as last time|what i (?:had|ordered|bought) (?:before|last time))\b/i;
// "repeat my last order".
const REPEATS = /^(?:repeat|redo|reorder|rebook|resend)$/i;
const LATEST = /^(?:my|the|our) (?:last|previous|latest|most recent) \p{L}+/iu;
// "it" in these is nobody's.
const EMPTY_IT = /^it (?:rain|snow|seem|take)/i;

export function readReferences(reading: Reading, material: TaskMaterial): ReadReference[] {
  const references: ReadReference[] = [];
  for (const intent of reading.intents) {
    if (intent.target === null) continue;
    const text = reading.text.slice(intent.target.start, intent.target.end);
    const prior = PRIOR.exec(text) ?? (REPEATS.test(intent.action ?? "") ? LATEST.exec(text) : null);
    if (prior !== null && prior.index === 0)
      references.push({ owner: intent, kind: "prior_request", span: intent.target, resolvesTo: beforeOf(material) });
    else if (ANAPHOR.test(text) && !EMPTY_IT.test(text))
      references.push({
        owner: intent,
        kind: "anaphora",
        span: intent.target,
        resolvesTo: resolve(reading, intent, material),
      });
  }
  return references;
}

/** What was said nearest before: in this text, in what holds, in the context. */
function resolve(reading: Reading, intent: ReadIntent, material: TaskMaterial): Quote | null {
  const at = intent.target?.start ?? 0;
  const things = [
    ...reading.mentions,
    ...reading.intents
      .filter((one) => one !== intent && one !== intent.parent)
      .flatMap((one) => (one.target === null ? [] : [one.target])),
  ];
  const before = things.filter(
    (thing) =>
      thing.end <= at && !ANAPHOR.test(reading.text.slice(thing.start, thing.end)) && !isInside([thing], at, at + 1),
  );
  const nearest = before.sort((a, b) => b.start - a.start)[0];
  if (nearest !== undefined) return quoteOf(reading.text, nearest);
  const standing = (material.baseline?.intents ?? []).flatMap((one, index) =>
    isSaid(one.target) ? [{ index, target: one.target }] : [],
  );
  const [only] = standing;
  if (only !== undefined)
    return standing.length === 1
      ? { root: "baseline", pointer: `/intents/${only.index}/target`, text: only.target }
      : null;
  return salientThing(material.context);
}

function beforeOf(material: TaskMaterial): Quote | null {
  const said = thingOfBefore(material.context);
  if (said !== null) return said;
  const [only, other] = material.baseline?.intents ?? [];
  if (only === undefined || !isSaid(only.target) || other !== undefined) return null;
  return { root: "baseline", pointer: "/intents/0/target", text: only.target };
}

/** Words that nobody said cannot be pointed at. */
function isSaid(words: string | null): words is string {
  return words !== null && words.trim() !== "";
}

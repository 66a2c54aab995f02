// Requests that only say again what holds already.
import type { CandidateIntent } from "../types/candidate.ts";
import type { Constraint, RecognisedIntent } from "../types/result.ts";
import { plainForm } from "./content-words.ts";
import { addChange, type Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { isSameContent } from "./intent-content.ts";

// Words that ask for one more of the same.
const ANEW =
  /(?<!\p{L})(?:another|again|second|extra|additional|one more|noch ein\p{L}*|weitere\p{L}?|encore|autre|otr[oa]|en til)(?!\p{L})/iu;

/** The intent of the baseline that a new one repeats word for word, with nothing new about it; undefined when it asks for another. */
export function repeatedIntent(draft: Draft, said: CandidateIntent, evidence: Evidence): RecognisedIntent | undefined {
  if (draft.carried.size === 0 || said.parent !== null) return undefined;
  if (evidence.spans.some((span) => ANEW.test(draft.request.input.slice(span.start, span.end)))) return undefined;
  const { candidate } = draft;
  if (candidate.intents.some((one) => one.parent === said.key || isTaken(draft, one, said))) return undefined;
  for (const intent of draft.state.intents) {
    if (!draft.carried.has(intent.id) || draft.altered.has(intent.id) || !isSameContent(intent, said)) continue;
    if (candidate.intents.some((one) => one.baselineId === intent.id)) continue;
    const mine = candidate.constraints.filter((one) => one.owner === said.key);
    if (mine.every((one) => findRepeated(draft, intent.constraints, one) !== undefined)) return intent;
  }
  return undefined;
}

/** Two equal requests in one turn are two requests. */
function isTaken(draft: Draft, one: CandidateIntent, said: CandidateIntent): boolean {
  return one !== said && one.parent === null && plainForm(one.goal) === plainForm(said.goal) && draft.keys.has(one.key);
}

/** The constraint of the baseline that says the same, unless this turn gives it other words. */
export function findRepeated(
  draft: Draft,
  constraints: readonly Constraint[],
  said: Pick<Constraint, "kind" | "text">,
): Constraint | undefined {
  return constraints.find(
    (one) =>
      draft.carried.has(one.id) &&
      !draft.replaced.has(one.id) &&
      one.kind === said.kind &&
      plainForm(one.text) === plainForm(said.text),
  );
}

/** One `no_effect` for each thing that was said again: the topmost of what belongs together. */
export function tellRepeated(draft: Draft): void {
  const changed = new Set<string>();
  for (const { change } of draft.changes) {
    const { kind, id } = change.target;
    if (kind === "intent" || kind === "input") changed.add(id);
    const owner = kind === "constraint" ? draft.constraints.get(id)?.owner?.id : undefined;
    if (owner !== undefined) changed.add(owner);
  }
  const told = new Set<string>();
  const intents = draft.repeated.filter((one) => one.kind === "intent");
  const said = new Set(intents.map((one) => one.id));
  for (const { id, evidence } of intents) {
    const parent = draft.intents.get(id)?.parent;
    if (changed.has(id) || told.has(id)) continue;
    told.add(id);
    if (parent && said.has(parent.id)) continue;
    addChange(draft, "add", "intent", id, evidence, "no_effect");
  }
  for (const { kind, id, owner, evidence } of draft.repeated) {
    if (kind !== "constraint" || told.has(id) || (owner !== null && told.has(owner))) continue;
    told.add(id);
    addChange(draft, "add", "constraint", id, evidence, "no_effect");
  }
}

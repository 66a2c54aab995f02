// What the candidate says it inferred, pointed at what it is about.
import { type Draft, standingOf } from "./draft.ts";

export function applyInferences(draft: Draft): void {
  for (const [at, said] of draft.candidate.inferences.entries()) {
    const evidence = draft.evidence.inferences[at];
    const about = objectOf(draft, said.about);
    if (evidence === undefined || about === null) continue;
    // The core's own statement about a value stands in for the candidate's.
    if (draft.inferences.some((one) => one.about === about && one.kind === said.kind && one.below === "/value"))
      continue;
    const { kind, statement } = said;
    draft.inferences.push({
      about,
      below: "",
      kind,
      statement,
      sourceRefs: evidence.refs,
      position: evidence.position,
    });
  }
}

/** The object of the result that a key, a baseline ID or a field names; of what is not in the state, its change. */
function objectOf(draft: Draft, name: string): object | null {
  const { id } = standingOf(draft, name);
  const { state } = draft;
  const item = draft.intents.get(id)?.intent ?? draft.constraints.get(id)?.constraint;
  if (item !== undefined) return item;
  for (const list of [state.relations, state.unresolved]) {
    const found = list.find((one) => one.id === id);
    if (found !== undefined) return found;
  }
  for (const { intent } of draft.intents.values()) {
    const found = intent.references.find((one) => one.id === id);
    if (found !== undefined) return found;
  }
  const result = draft.fieldResults.find((one) => one.field === name);
  return result ?? draft.changes.find(({ change }) => change.target.id === id)?.change ?? null;
}

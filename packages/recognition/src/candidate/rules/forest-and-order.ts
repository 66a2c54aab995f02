import { hasCycle } from "../../result/state-invariants.ts";
import type { Relation } from "../../types/result.ts";
import type { CandidateView, Report } from "../candidate-view.ts";

/** V04: parents form a forest of bounded depth; relations join two things and order them without a circle. */
export function checkForestAndOrder(view: CandidateView, report: Report): void {
  checkForest(view, report);
  const { relations } = view.candidate;
  for (const [index, { from, to }] of relations.entries()) {
    const id = view.intentId(from);
    if (id !== null && id === view.intentId(to)) report(`/relations/${index}`, "joins an intent with itself");
  }
  if (hasCycle(standingRelations(view))) report("/relations", "go in a circle of sequence and depends_on");
}

function checkForest(view: CandidateView, report: Report): void {
  const { childDepth } = view.request.settings.limits;
  // The depth of each intent, 1 without a parent; infinite for one whose parents go in a circle.
  const depths = new Map<string, number>();
  for (const [index, intent] of view.candidate.intents.entries()) {
    const chain = new Set<string>();
    let key: string | null = intent.key;
    while (key !== null && !depths.has(key) && !chain.has(key)) {
      chain.add(key);
      key = view.intents.get(key)?.parent ?? null;
    }
    let depth = key === null ? 0 : (depths.get(key) ?? Number.POSITIVE_INFINITY);
    for (const one of [...chain].reverse()) {
      depth += 1;
      depths.set(one, depth);
    }
    const found = depths.get(intent.key) ?? 1;
    if (found === Number.POSITIVE_INFINITY) report(`/intents/${index}/parent`, "leads in a circle");
    else if (found > childDepth) report(`/intents/${index}/parent`, `is nested deeper than ${childDepth}`);
  }
}

/** The relations that hold after this turn: the baseline's but for removed ones, and the candidate's. */
function standingRelations(view: CandidateView): Relation[] {
  const removed = new Set(view.candidate.removals.map((removal) => removal.id));
  const kept = (view.request.baseline?.relations ?? []).filter(
    ({ id, from, to }) => !removed.has(id) && !removed.has(from) && !removed.has(to),
  );
  const added = view.candidate.relations.flatMap(({ type, from, to }, index) => {
    const ends = { from: view.intentId(from), to: view.intentId(to) };
    // What joins an intent with itself was reported already.
    if (ends.from === null || ends.to === null || ends.from === ends.to) return [];
    return [{ id: `added ${index}`, type, from: ends.from, to: ends.to }];
  });
  return [...kept, ...added];
}

import type { CandidateView, Report } from "./candidate-view.ts";
import { EVIDENCED } from "./evidenced-items.ts";

/** V02, as far as counts go: of the candidate, and of the state that it would make with the baseline. */
export function checkCounts(view: CandidateView, report: Report): void {
  const { candidate, request } = view;
  const { limits } = request.settings;
  const standing = (kind: string) => [...view.baseline.values()].filter((entry) => entry.kind === kind).length;
  const removed = (kind: string) =>
    new Set(candidate.removals.filter((removal) => removal.kind === kind).map((removal) => removal.id)).size;
  const check = (list: "intents" | "constraints" | "relations", kind: string, added: number) => {
    const most = limits[list];
    if (candidate[list].length > most) report(`/${list}`, `has more than ${most} entries`);
    else if (added > 0 && standing(kind) - removed(kind) + added > most)
      report(`/${list}`, `would make more than ${most} with those of the baseline`);
  };
  check("intents", "intent", candidate.intents.filter((one) => one.baselineId === null).length);
  check("constraints", "constraint", candidate.constraints.filter((one) => one.baselineId === null).length);
  check("relations", "relation", candidate.relations.length);
  if (candidate.inferences.length > limits.inferences)
    report("/inferences", `has more than ${limits.inferences} entries`);
  for (const list of EVIDENCED)
    for (const [index, { evidence }] of candidate[list].entries())
      if (evidence.length > limits.evidencePerItem)
        report(`/${list}/${index}/evidence`, `has more than ${limits.evidencePerItem} quotes`);
}

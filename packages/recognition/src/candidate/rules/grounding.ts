import type { Quote } from "../../types/candidate.ts";
import { type CandidateView, namedStrings, type Report } from "../candidate-view.ts";
import { looseTokens } from "../value-tokens.ts";

/** V08: action, target, goal and constraint text stand in a source, or an inference says how they came about. */
export function checkGrounding(view: CandidateView, report: Report): void {
  const { candidate } = view;
  for (const [index, intent] of candidate.intents.entries()) {
    const sources = sourcesOf(view, intent.baselineId, intent.evidence);
    const covering = view.rewordings(intent.key).flatMap((inference) => inference.evidence);
    for (const member of ["action", "target", "goal"] as const) {
      const text = intent[member];
      if (text !== null) check(view, sources, covering, text, `/intents/${index}/${member}`, report);
    }
  }
  for (const [index, constraint] of candidate.constraints.entries()) {
    const sources = sourcesOf(view, constraint.baselineId, constraint.evidence);
    const covering = view.rewordings(constraint.key).flatMap((inference) => inference.evidence);
    check(view, sources, covering, constraint.text, `/constraints/${index}/text`, report);
  }
}

function sourcesOf(view: CandidateView, baselineId: string | null, evidence: readonly Quote[]): Set<string> {
  const sources = new Set([view.request.input, ...namedStrings(view, evidence)]);
  const item = baselineId === null ? undefined : view.baseline.get(baselineId);
  if (item?.kind === "constraint") sources.add(item.item.text);
  if (item?.kind === "intent")
    for (const text of [item.item.action, item.item.target, item.item.goal]) if (text !== null) sources.add(text);
  return sources;
}

function check(
  view: CandidateView,
  sources: ReadonlySet<string>,
  covering: readonly Quote[],
  text: string,
  path: string,
  report: Report,
): void {
  if (text.trim() === "") {
    report(path, "is empty");
    return;
  }
  for (const source of sources) if (view.holds(source, text)) return;
  if (covering.length === 0) {
    report(path, "does not stand in the source as written, and no inference of kind wording or reference covers it");
    return;
  }
  // Other words may be used, but no number or code that nobody wrote.
  const loose = looseTokens(text, [...sources, ...namedStrings(view, covering)], view.values);
  if (loose.figures.length > 0) report(path, "holds a number or a code that no cited source has");
}

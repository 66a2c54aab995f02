import { addIssue, type Draft, open } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { isReportedAmbiguous, type Target } from "./targets.ts";
import { ask } from "./templates.ts";

/** Asks which item a pending change means, unless the candidate already asks about these words. */
export function openTargetQuestion(
  draft: Draft,
  change: object,
  text: string,
  targets: readonly Target[],
  evidence: Evidence,
): void {
  addIssue(
    draft,
    "BASELINE_TARGET_UNCLEAR",
    "warning",
    change,
    "the turn does not say which item it means",
    evidence.refs,
  );
  if (isReportedAmbiguous(draft, evidence)) {
    draft.targetOptions.push({ evidence, options: optionsOf(draft, targets) });
    return;
  }
  const question = ask(draft.request.language, "target", text);
  open(draft, { kind: "ambiguity", text, intentId: null, question, options: optionsOf(draft, targets) }, evidence);
}

/** What the targets are called: the goal of the intent; with it the words of a constraint, where one goal holds several. */
function optionsOf(draft: Draft, targets: readonly Target[]): string[] {
  const goals = targets.map(({ id }) => {
    const standing = draft.constraints.get(id);
    return (standing === undefined ? draft.intents.get(id)?.intent.goal : standing.owner?.goal) ?? "";
  });
  return targets.map(({ id }, at) => {
    const goal = goals[at] ?? "";
    const text = draft.constraints.get(id)?.constraint.text;
    if (text === undefined) return goal;
    if (goal === "") return text;
    return goals.filter((other) => other === goal).length > 1 ? `${goal}: ${text}` : goal;
  });
}

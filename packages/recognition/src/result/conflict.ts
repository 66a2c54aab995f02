import type { Constraint, RecognisedIntent } from "../types/result.ts";
import { addIssue, type Draft, open } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { ask } from "./templates.ts";

/** A change that waits because a constraint of the baseline stands against it. */
export function openConflict(draft: Draft, change: object, text: string, broken: Constraint, evidence: Evidence): void {
  const intentId = draft.constraints.get(broken.id)?.owner?.id ?? null;
  const question = ask(draft.request.language, "conflict", text);
  open(draft, { kind: "conflict", text, intentId, question, options: [text, broken.text] }, evidence);
  addIssue(draft, "CONSTRAINT_CONFLICT", "warning", change, `${broken.id} stands against it`, evidence.refs);
}

/** A prohibition that holds at once, beside an intent that asks for what it forbids. */
export function openForbidden(
  draft: Draft,
  change: object,
  text: string,
  intent: RecognisedIntent,
  evidence: Evidence,
): void {
  const question = ask(draft.request.language, "conflict", text);
  open(draft, { kind: "conflict", text, intentId: intent.id, question, options: [text, intent.goal] }, evidence);
  addIssue(draft, "CONSTRAINT_CONFLICT", "warning", change, `${intent.id} asks for what it forbids`, evidence.refs);
}

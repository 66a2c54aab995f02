// What the turn leaves open: what the candidate could not settle, and a yes or no that answers nothing.
import type { TurnKind } from "../types/names.ts";
import type { Unresolved } from "../types/result.ts";
import { addIssue, type Draft, inTextOrder, open, overlaps, ownerIntent } from "./draft.ts";
import { ask, type QuestionKind } from "./templates.ts";

const QUESTIONS: Record<Unresolved["kind"], QuestionKind> = {
  reference: "target",
  ambiguity: "choose",
  missing: "missing",
  conflict: "conflict",
  unparsed: "unclear",
};

export function applyUnresolved(draft: Draft): void {
  for (const at of inTextOrder(draft.evidence.unresolved)) {
    const said = draft.candidate.unresolved[at];
    const evidence = draft.evidence.unresolved[at];
    if (said === undefined || evidence === undefined || draft.claimed.has(at)) continue;
    const { kind, text } = said;
    const intentId = ownerIntent(draft, said.owner)?.id ?? null;
    const known = draft.state.unresolved.some(
      (one) => one.kind === kind && one.text === text && one.intentId === intentId,
    );
    if (known) {
      const span = draft.placing.spanOf(text, evidence);
      if (span !== null) draft.kept.push(span);
      continue;
    }
    const readings =
      kind === "ambiguity" && said.options.length === 0
        ? draft.targetOptions.find((one) => overlaps(one.evidence, evidence))?.options
        : undefined;
    const question = said.question ?? ask(draft.request.language, QUESTIONS[kind], text);
    const item = open(draft, { kind, text, intentId, question, options: readings ?? [...said.options] }, evidence);
    if (kind !== "unparsed") continue;
    addIssue(
      draft,
      "EXECUTOR_LIMITED",
      "warning",
      item,
      "the language source does not attempt these words",
      evidence.refs,
    );
  }
}

/** The kind of the turn. A yes or no to nothing is unclear, and asks what it answers. */
export function turnKind(draft: Draft): TurnKind {
  const { request, candidate } = draft;
  const { kind } = candidate;
  if (kind !== "confirmation" && kind !== "rejection") return kind;
  const { baseline } = request;
  const held =
    baseline === null ? 0 : baseline.intents.length + baseline.constraints.length + baseline.unresolved.length;
  if (held > 0 || request.context.some((item) => item.content.trim() !== "")) return kind;
  if (!candidate.unresolved.some((one) => one.kind === "reference")) {
    const evidence = draft.placing.whole();
    const text = request.normalizedInput;
    const question = ask(request.language, "nothingToConfirm", text);
    // Asking what it answers does not account for what else it may say, so its words do not count as kept.
    const item = open(draft, { kind: "reference", text, intentId: null, question, options: [] }, evidence, false);
    addIssue(draft, "REFERENCE_UNRESOLVED", "warning", item, "there is nothing that this could answer", evidence.refs);
  }
  return "unclear";
}

// What the turn takes back. A removed intent takes along what it owns, each thing as its own change.
import { own } from "../json/json-object.ts";
import type { CandidateRemoval } from "../types/candidate.ts";
import type { Effect } from "../types/names.ts";
import type { Constraint, RecognisedIntent } from "../types/result.ts";
import { addChange, addIssue, type Draft, inTextOrder, open, wordsOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { allIntents } from "./state-walk.ts";
import { constraintTargets, intentTargets, isNamed, isReportedAmbiguous, type Target } from "./targets.ts";
import { ask } from "./templates.ts";
import { openTargetQuestion } from "./unclear-target.ts";

/** Kinds that leave only through words of this turn. */
const PROTECTED = new Set<Constraint["kind"]>(["prohibition", "exclusion", "condition"]);

export function applyRemovals(draft: Draft): void {
  for (const at of inTextOrder(draft.evidence.removals)) {
    const removal = draft.candidate.removals[at];
    const evidence = draft.evidence.removals[at];
    if (removal !== undefined && evidence !== undefined) applyRemoval(draft, removal, evidence);
  }
}

function applyRemoval(draft: Draft, removal: CandidateRemoval, evidence: Evidence): void {
  const { kind, id } = removal;
  switch (kind) {
    case "intent": {
      const intent = draft.intents.get(id)?.intent;
      if (intent === undefined) return;
      const guarded = allIntents({ intents: [intent] }).some((one) => one.constraints.some(isProtected));
      if (mayLeave(draft, removal, evidence, guarded, intentTargets(draft, intent), intent.goal)) {
        removeIntent(draft, intent, evidence);
      }
      return;
    }
    case "constraint": {
      const constraint = draft.constraints.get(id)?.constraint;
      if (constraint === undefined) return;
      const targets = constraintTargets(draft, id);
      if (mayLeave(draft, removal, evidence, isProtected(constraint), targets, constraint.text)) {
        removeConstraint(draft, constraint, evidence);
      }
      return;
    }
    case "input":
      removeInput(draft, id, removal.name ?? "", evidence);
      return;
    case "relation":
      if (takeOut(draft.state.relations, id)) taken(draft, "relation", id, evidence);
      return;
    case "unresolved":
      if (takeOut(draft.state.unresolved, id)) taken(draft, "unresolved", id, evidence);
      return;
    case "reference":
      for (const { intent } of draft.intents.values()) {
        if (takeOut(intent.references, id)) taken(draft, "reference", id, evidence);
      }
  }
}

export function isProtected(constraint: Constraint): boolean {
  return PROTECTED.has(constraint.kind);
}

/** Whether a removal applies; one that does not is written down as rejected or pending. */
function mayLeave(
  draft: Draft,
  removal: CandidateRemoval,
  evidence: Evidence,
  guarded: boolean,
  targets: readonly Target[],
  text: string,
): boolean {
  if (guarded && evidence.spans.length === 0) {
    withhold(draft, removal, evidence, "rejected");
    openProtected(draft, text, evidence);
    return false;
  }
  if (!isReportedAmbiguous(draft, evidence) && isNamed(draft, removal.id, targets, evidence)) return true;
  const change = withhold(draft, removal, evidence, "pending");
  openTargetQuestion(draft, change, wordsOf(draft, evidence, text), targets, evidence);
  return false;
}

function withhold(draft: Draft, removal: CandidateRemoval, evidence: Evidence, effect: Effect): object {
  if (effect === "pending") draft.kept.push(...evidence.spans);
  return addChange(draft, "remove", removal.kind, removal.id, evidence, effect);
}

/** Something asks for a protected constraint to go, but nothing that the person wrote in this turn does. */
export function openProtected(draft: Draft, text: string, evidence: Evidence): void {
  const question = ask(draft.request.language, "conflict", text);
  const item = open(draft, { kind: "conflict", text, intentId: null, question, options: [] }, evidence);
  addIssue(
    draft,
    "CONSTRAINT_CONFLICT",
    "warning",
    item,
    "nothing in this turn takes this constraint back",
    evidence.refs,
  );
}

function taken(draft: Draft, kind: CandidateRemoval["kind"], id: string, evidence: Evidence): void {
  addChange(draft, "remove", kind, id, evidence, "applied");
  draft.kept.push(...evidence.spans);
}

function removeIntent(draft: Draft, intent: RecognisedIntent, evidence: Evidence): void {
  const parent = draft.intents.get(intent.id)?.parent ?? null;
  takeOut(parent === null ? draft.state.intents : parent.children, intent.id);
  const leaving = allIntents({ intents: [intent] });
  const ids = new Set(leaving.map((one) => one.id));
  for (const one of leaving) {
    draft.intents.delete(one.id);
    taken(draft, "intent", one.id, evidence);
    for (const constraint of one.constraints) {
      draft.constraints.delete(constraint.id);
      taken(draft, "constraint", constraint.id, evidence);
    }
    for (const name of Object.keys(one.inputs))
      addChange(draft, "remove", "input", one.id, evidence, "applied", { name });
    for (const reference of one.references) taken(draft, "reference", reference.id, evidence);
  }
  const lost = new Set(leaving.flatMap((one) => one.constraints.map((constraint) => constraint.id)));
  dropRelations(
    draft,
    evidence,
    (relation) => ids.has(relation.from) || ids.has(relation.to) || lost.has(relation.constraintId ?? ""),
  );
  for (const item of draft.state.unresolved.filter((one) => one.intentId !== null && ids.has(one.intentId))) {
    takeOut(draft.state.unresolved, item.id);
    taken(draft, "unresolved", item.id, evidence);
  }
}

function removeConstraint(draft: Draft, constraint: Constraint, evidence: Evidence): void {
  const owner = draft.constraints.get(constraint.id)?.owner ?? null;
  takeOut(owner === null ? draft.state.constraints : owner.constraints, constraint.id);
  draft.constraints.delete(constraint.id);
  taken(draft, "constraint", constraint.id, evidence);
  dropRelations(draft, evidence, (relation) => relation.constraintId === constraint.id);
}

function dropRelations(
  draft: Draft,
  evidence: Evidence,
  leaves: (relation: { from: string; to: string; constraintId?: string }) => boolean,
): void {
  for (const relation of draft.state.relations.filter(leaves)) {
    takeOut(draft.state.relations, relation.id);
    taken(draft, "relation", relation.id, evidence);
  }
}

function removeInput(draft: Draft, id: string, name: string, evidence: Evidence): void {
  const intent = draft.intents.get(id)?.intent;
  const prior = intent === undefined ? undefined : own(intent.inputs, name);
  if (intent === undefined || prior === undefined) {
    // A value of the whole request lives in one turn only, so that there is none to take back.
    if (id === "") addChange(draft, "remove", "input", id, evidence, "no_effect", { name });
    return;
  }
  delete intent.inputs[name];
  const change = addChange(draft, "remove", "input", id, evidence, "applied", { name });
  draft.withdrawn.set(`${id} ${name}`, { prior, change });
  draft.kept.push(...evidence.spans);
}

function takeOut(items: { id: string }[], id: string): boolean {
  const at = items.findIndex((item) => item.id === id);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

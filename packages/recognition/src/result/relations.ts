// Relations between intents, and what a reference of the text points at.
import type { CandidateRelation } from "../types/candidate.ts";
import type { Relation } from "../types/result.ts";
import { addChange, addIssue, type Draft, inTextOrder, open, standingOf, wordsOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { hasCycle } from "./state-invariants.ts";
import { idNumber } from "./state-walk.ts";
import { ask } from "./templates.ts";

const SYMMETRIC = new Set<Relation["type"]>(["alternative", "parallel"]);

export function applyRelations(draft: Draft): void {
  for (const at of inTextOrder(draft.evidence.relations)) {
    const said = draft.candidate.relations[at];
    const evidence = draft.evidence.relations[at];
    if (said !== undefined && evidence !== undefined) applyRelation(draft, said, evidence);
  }
}

function applyRelation(draft: Draft, said: CandidateRelation, evidence: Evidence): void {
  const from = standingOf(draft, said.from);
  const to = standingOf(draft, said.to);
  const condition =
    said.type === "conditional" && said.constraintKey !== null ? standingOf(draft, said.constraintKey) : null;
  const turned = SYMMETRIC.has(said.type) && idNumber(from.id) > idNumber(to.id);
  const relation: Omit<Relation, "id"> = {
    type: said.type,
    from: turned ? to.id : from.id,
    to: turned ? from.id : to.id,
    ...(condition === null || condition.fate === "gone" ? {} : { constraintId: condition.id }),
  };
  const same = draft.state.relations.find((one) => isSame(one, relation));
  if (same !== undefined) {
    if (draft.carried.has(same.id)) addChange(draft, "add", "relation", same.id, evidence, "no_effect");
    return;
  }
  const id = draft.mint("relation");
  const fates = [from.fate, to.fate, condition?.fate ?? "stands"];
  if (fates.includes("pending")) {
    addChange(draft, "add", "relation", id, evidence, "pending");
    return;
  }
  const made: Relation = { id, ...relation };
  if (from.id === to.id || from.fate === "gone" || to.fate === "gone" || hasCycle([...draft.state.relations, made])) {
    const change = addChange(draft, "add", "relation", id, evidence, "rejected");
    const text = wordsOf(draft, evidence, said.type);
    const question = ask(draft.request.language, "conflict", text);
    open(draft, { kind: "conflict", text, intentId: null, question, options: [] }, evidence);
    addIssue(
      draft,
      "CONSTRAINT_CONFLICT",
      "warning",
      change,
      "the relation cannot hold beside the others",
      evidence.refs,
    );
    return;
  }
  draft.state.relations.push(made);
  addChange(draft, "add", "relation", id, evidence, "applied");
}

function isSame(one: Relation, other: Omit<Relation, "id">): boolean {
  return (
    one.type === other.type && one.from === other.from && one.to === other.to && one.constraintId === other.constraintId
  );
}

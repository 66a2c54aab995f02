import { own } from "../../json/json-object.ts";
import type { CandidateRemoval } from "../../types/candidate.ts";
import type { CandidateView, Report } from "../candidate-view.ts";

/** V03: every name is used once and leads to something of the right kind. */
export function checkNames(view: CandidateView, report: Report): void {
  checkKeys(view, report);
  checkBaselineIds(view, report);
  const { candidate } = view;
  const intent = (name: string | null, path: string) => {
    if (name !== null && view.intentId(name) === null)
      report(path, "names no intent, neither by key nor by baseline id");
  };
  for (const [index, { parent }] of candidate.intents.entries())
    if (parent !== null && !view.intents.has(parent)) report(`/intents/${index}/parent`, "is the key of no intent");
  for (const [index, { owner }] of candidate.constraints.entries()) intent(owner, `/constraints/${index}/owner`);
  for (const [index, { owner }] of candidate.references.entries()) intent(owner, `/references/${index}/owner`);
  for (const [index, { owner }] of candidate.fields.entries()) intent(owner, `/fields/${index}/owner`);
  for (const [index, { owner }] of candidate.unresolved.entries()) intent(owner, `/unresolved/${index}/owner`);
  for (const [index, relation] of candidate.relations.entries()) {
    intent(relation.from, `/relations/${index}/from`);
    intent(relation.to, `/relations/${index}/to`);
    checkCondition(view, index, report);
  }
  for (const [index, removal] of candidate.removals.entries())
    checkRemoval(view, removal, `/removals/${index}`, report);
  for (const [index, { about }] of candidate.inferences.entries()) {
    const known = view.intents.has(about) || view.constraints.has(about) || view.baseline.has(about);
    if (!known && !view.request.fields.includes(about))
      report(`/inferences/${index}/about`, "is no key, no selected field and no baseline id");
  }
}

/** One name must not mean two things: not two items, and not an item and a baseline item that it does not stand for. */
function checkKeys(view: CandidateView, report: Report): void {
  const seen = new Set<string>();
  for (const list of ["intents", "constraints"] as const)
    for (const [index, { key, baselineId }] of view.candidate[list].entries()) {
      const path = `/${list}/${index}/key`;
      if (key === "") report(path, "is empty");
      if (seen.has(key)) report(path, "is used twice");
      if (view.baseline.has(key) && key !== baselineId) report(path, "is an id of the baseline");
      seen.add(key);
    }
}

function checkBaselineIds(view: CandidateView, report: Report): void {
  const seen = new Set<string>();
  const check = (kind: "intent" | "constraint", baselineId: string | null, path: string) => {
    if (baselineId === null) return;
    if (view.baseline.get(baselineId)?.kind !== kind) report(path, `is the id of no ${kind} of the baseline`);
    else if (seen.has(baselineId)) report(path, "stands for the same item as another one");
    seen.add(baselineId);
  };
  for (const [index, { baselineId }] of view.candidate.intents.entries())
    check("intent", baselineId, `/intents/${index}/baselineId`);
  for (const [index, { baselineId }] of view.candidate.constraints.entries())
    check("constraint", baselineId, `/constraints/${index}/baselineId`);
}

function checkCondition(view: CandidateView, index: number, report: Report): void {
  const relation = view.candidate.relations[index];
  if (relation === undefined || relation.constraintKey === null) return;
  const path = `/relations/${index}/constraintKey`;
  const constraint = view.constraints.get(relation.constraintKey);
  if (constraint === undefined) report(path, "is the key of no constraint");
  else if (relation.type !== "conditional") report(path, "belongs to a conditional relation only");
  else if (constraint.kind !== "condition") report(path, "is the key of a constraint that is no condition");
}

function checkRemoval(view: CandidateView, removal: CandidateRemoval, path: string, report: Report): void {
  if (removal.kind === "input") {
    checkRemovedInput(view, removal, path, report);
    return;
  }
  if (removal.name !== null) report(`${path}/name`, "belongs to the removal of an input only");
  const item = view.baseline.get(removal.id);
  if (item === undefined) report(`${path}/id`, "is no id of the baseline");
  else if (item.kind !== removal.kind) report(`${path}/kind`, `must be ${item.kind}, which is what the id names`);
}

function checkRemovedInput(view: CandidateView, { id, name }: CandidateRemoval, path: string, report: Report): void {
  if (name === null) {
    report(`${path}/name`, "must name the input that is removed");
    return;
  }
  if (id === "") {
    if (view.request.settings.schema?.field(name)?.perIntent !== false)
      report(`${path}/name`, "is no field of the whole request");
    return;
  }
  const item = view.baseline.get(id);
  if (item?.kind !== "intent") report(`${path}/id`, "is the id of no intent of the baseline");
  else if (own(item.item.inputs, name) === undefined) report(`${path}/name`, "is no input of that intent");
}

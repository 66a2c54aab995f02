// Constraints of the turn: new ones, and new words for those of the baseline.
import type { CandidateConstraint } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { Effect } from "../types/names.ts";
import type { Constraint, RecognisedIntent } from "../types/result.ts";
import { openConflict, openForbidden } from "./conflict.ts";
import { type ReadValue, readValue, valueWords } from "./constraint-values.ts";
import { plainForm } from "./content-words.ts";
import { brokenByValue, intentForbiddenBy } from "./contradictions.ts";
import { addChange, addIssue, type Draft, inTextOrder, open, standingOf, wordsOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { orderedConstraint } from "./member-order.ts";
import { isProtected, openProtected } from "./removals.ts";
import { findRepeated } from "./repeats.ts";
import { constraintTargets, isNamed, isReportedAmbiguous } from "./targets.ts";
import { ask } from "./templates.ts";
import { openTargetQuestion } from "./unclear-target.ts";

export function applyConstraints(draft: Draft): void {
  for (const at of inTextOrder(draft.evidence.constraints)) {
    const said = draft.candidate.constraints[at];
    const evidence = draft.evidence.constraints[at];
    if (said === undefined || evidence === undefined) continue;
    const span = draft.placing.spanOf(said.text, evidence);
    if (span !== null) draft.kept.push(span);
    const quotes = evidence.spans.map((one) => draft.request.input.slice(one.start, one.end));
    const read = readValue(draft.request, said, [said.text, ...quotes]);
    const standing = said.baselineId === null ? undefined : draft.constraints.get(said.baselineId)?.constraint;
    if (standing === undefined) addConstraint(draft, said, evidence, read);
    else replaceConstraint(draft, said, evidence, read, standing);
  }
}

function make(id: string, said: CandidateConstraint, owner: RecognisedIntent | null, read: ReadValue): Constraint {
  return {
    id,
    kind: said.kind,
    text: said.text,
    scope: owner === null ? { type: "request" } : { type: "intent", intentId: owner.id },
    ...(read.value === null ? {} : { value: read.value }),
  };
}

function addConstraint(draft: Draft, said: CandidateConstraint, evidence: Evidence, read: ReadValue): void {
  const above = said.owner === null ? null : standingOf(draft, said.owner);
  const owner = above === null ? null : (draft.intents.get(above.id)?.intent ?? null);
  const siblings = owner === null ? draft.state.constraints : owner.constraints;
  const same = findRepeated(draft, siblings, said);
  if (same !== undefined) {
    draft.keys.set(said.key, { id: same.id, fate: "stands" });
    draft.repeated.push({ kind: "constraint", id: same.id, owner: owner?.id ?? null, evidence });
    return;
  }
  const id = draft.mint("constraint");
  // What belongs to a request that waits for clarification waits with it.
  if (above?.fate === "pending") {
    draft.keys.set(said.key, { id, fate: "pending" });
    addChange(draft, "add", "constraint", id, evidence, "pending");
    return;
  }
  const made = make(id, said, owner, read);
  const broken =
    said.kind === "condition" || read.value === null ? null : brokenByValue(draft, owner?.id ?? null, read.value);
  if (broken !== null) {
    draft.keys.set(said.key, { id, fate: "pending" });
    const change = addChange(draft, "add", "constraint", id, evidence, "pending");
    openConflict(draft, change, wordsOf(draft, evidence, said.text), broken, evidence);
    return;
  }
  siblings.push(made);
  draft.constraints.set(id, { constraint: made, owner });
  draft.keys.set(said.key, { id, fate: "stands" });
  const change = addChange(draft, "add", "constraint", id, evidence, "applied");
  tellValue(draft, made, owner, evidence, read);
  const forbidden = made.kind === "prohibition" ? intentForbiddenBy(draft, made) : null;
  if (forbidden !== null) openForbidden(draft, change, made.text, forbidden, evidence);
}

function replaceConstraint(
  draft: Draft,
  said: CandidateConstraint,
  evidence: Evidence,
  read: ReadValue,
  standing: Constraint,
): void {
  draft.keys.set(said.key, { id: standing.id, fate: "stands" });
  const holder = draft.constraints.get(standing.id)?.owner ?? null;
  const named = said.owner === null ? undefined : draft.intents.get(standingOf(draft, said.owner).id)?.intent;
  const owner = named ?? holder;
  if (owner === holder && said.kind === standing.kind && plainForm(said.text) === plainForm(standing.text)) {
    draft.repeated.push({ kind: "constraint", id: standing.id, owner: holder?.id ?? null, evidence });
    return;
  }
  const made = make(standing.id, said, owner, read);
  const details = { before: asJson(standing), after: asJson(made) };
  const write = (effect: Effect) => addChange(draft, "replace", "constraint", standing.id, evidence, effect, details);
  const words = wordsOf(draft, evidence, said.text);
  if (isProtected(standing) && evidence.spans.length === 0) {
    write("rejected");
    openProtected(draft, standing.text, evidence);
    return;
  }
  draft.kept.push(...evidence.spans);
  const targets = constraintTargets(draft, standing.id);
  // A prohibition does not turn into a wish unless the words speak of it.
  const weakened = isProtected(standing) && !isProtected(made);
  if (isReportedAmbiguous(draft, evidence) || !isNamed(draft, standing.id, targets, evidence, weakened)) {
    openTargetQuestion(draft, write("pending"), words, targets, evidence);
    return;
  }
  const broken =
    said.kind === "condition" || read.value === null ? null : brokenByValue(draft, owner?.id ?? null, read.value);
  if (broken !== null) {
    openConflict(draft, write("pending"), words, broken, evidence);
    return;
  }
  settle(draft, made, holder, owner);
  write("applied");
  tellValue(draft, made, owner, evidence, read);
}

/** Puts the new constraint where the old one stood, or at the end of its new owner. */
function settle(draft: Draft, made: Constraint, holder: RecognisedIntent | null, owner: RecognisedIntent | null): void {
  const from = holder === null ? draft.state.constraints : holder.constraints;
  const at = from.findIndex((one) => one.id === made.id);
  if (owner === holder) from[at] = made;
  else {
    from.splice(at, 1);
    (owner === null ? draft.state.constraints : owner.constraints).push(made);
  }
  draft.constraints.set(made.id, { constraint: made, owner });
}

function asJson(constraint: Constraint): JsonValue {
  return orderedConstraint(constraint) as unknown as JsonValue;
}

/** What is to be said about the value: where it is unsure, what it assumes, which readings there are. */
function tellValue(
  draft: Draft,
  made: Constraint,
  owner: RecognisedIntent | null,
  evidence: Evidence,
  read: ReadValue,
): void {
  const { issue, notes, alternatives } = read;
  if (issue !== null) addIssue(draft, issue.code, issue.severity, made, issue.message, evidence.refs);
  const below = made.value === undefined ? "" : "/value";
  for (const note of notes) tellNote(draft, made, below, note.kind, note.statement, evidence);
  if (alternatives.length < 2) return;
  const options = alternatives.map(valueWords);
  const reported = draft.candidate.unresolved.some((one, at) => {
    const about = draft.evidence.unresolved[at];
    return one.kind === "ambiguity" && about !== undefined && isWithin(draft, made.text, evidence, about);
  });
  if (reported) {
    draft.targetOptions.push({ evidence, options });
    return;
  }
  const question = ask(draft.request.language, "choose", made.text);
  open(draft, { kind: "ambiguity", text: made.text, intentId: owner?.id ?? null, question, options }, evidence);
}

function isWithin(draft: Draft, text: string, evidence: Evidence, about: Evidence): boolean {
  const span = draft.placing.spanOf(text, evidence);
  return span !== null && about.spans.some((one) => one.start < span.end && span.start < one.end);
}

function tellNote(
  draft: Draft,
  about: object,
  below: string,
  kind: "relative_time" | "unit" | "default",
  statement: string,
  evidence: Evidence,
): void {
  const timed = kind === "relative_time" && draft.request.referenceTime !== null;
  const sourceRefs = timed ? draft.placing.together([...evidence.refs, draft.placing.referenceTime()]) : evidence.refs;
  draft.inferences.push({ about, below, kind, statement, sourceRefs, position: evidence.position });
}

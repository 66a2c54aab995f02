// Intents of the turn: new ones, other words for one of the baseline, and repetitions.
import type { CandidateIntent } from "../types/candidate.ts";
import type { RecognisedIntent } from "../types/result.ts";
import { openConflict } from "./conflict.ts";
import { brokenByIntent } from "./contradictions.ts";
import { addChange, type Draft, inTextOrder, type Standing, standingOf, wordsOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { contentOf, isSameContent, mergedContent } from "./intent-content.ts";
import { repeatedIntent } from "./repeats.ts";
import { intentTargets, isNamed, isReportedAmbiguous } from "./targets.ts";
import { openTargetQuestion } from "./unclear-target.ts";

export function applyIntents(draft: Draft): void {
  const { intents } = draft.candidate;
  const byKey = new Map(intents.map((said) => [said.key, said]));
  const depth = (said: CandidateIntent | undefined): number =>
    said === undefined ? 0 : 1 + depth(said.parent === null ? undefined : byKey.get(said.parent));
  const order = inTextOrder(draft.evidence.intents, (at) => depth(intents[at]));
  const added: { said: CandidateIntent; intent: RecognisedIntent }[] = [];
  for (const at of order) {
    const said = intents[at];
    const evidence = draft.evidence.intents[at];
    if (said === undefined || evidence === undefined) continue;
    const standing =
      said.baselineId === null ? repeatedIntent(draft, said, evidence) : draft.intents.get(said.baselineId)?.intent;
    if (standing !== undefined) {
      draft.keys.set(said.key, { id: standing.id, fate: "stands" });
      touchIntent(draft, standing, said, evidence);
      continue;
    }
    const id = draft.mint("intent");
    const intent = newIntent(id, said);
    const broken = brokenByIntent(draft, null, contentOf(intent));
    if (broken !== null) {
      draft.keys.set(said.key, { id, fate: "pending" });
      const change = addChange(draft, "add", "intent", id, evidence, "pending");
      openConflict(draft, change, wordsOf(draft, evidence, said.goal), broken, evidence);
      continue;
    }
    draft.keys.set(said.key, { id, fate: "stands" });
    draft.intents.set(id, { intent, parent: null });
    added.push({ said, intent });
    addChange(draft, "add", "intent", id, evidence, "applied");
  }
  for (const { said, intent } of added) attach(draft, said, intent, byKey);
}

function newIntent(id: string, said: CandidateIntent): RecognisedIntent {
  const { domain, action, target, goal, understanding } = said;
  return {
    id,
    domain,
    action,
    target,
    goal,
    understanding,
    constraints: [],
    inputs: {},
    references: [],
    children: [],
    extensions: {},
  };
}

/** A child whose parent waits or went is kept at the top: what was asked for is not lost. */
function attach(
  draft: Draft,
  said: CandidateIntent,
  intent: RecognisedIntent,
  byKey: Map<string, CandidateIntent>,
): void {
  const above: Standing | null =
    said.parent === null || !byKey.has(said.parent) ? null : standingOf(draft, said.parent);
  const parent = above === null ? undefined : draft.intents.get(above.id)?.intent;
  if (parent === undefined) {
    draft.state.intents.push(intent);
    return;
  }
  parent.children.push(intent);
  draft.intents.set(intent.id, { intent, parent });
}

function touchIntent(draft: Draft, intent: RecognisedIntent, said: CandidateIntent, evidence: Evidence): void {
  if (isSameContent(intent, said)) {
    draft.repeated.push({ kind: "intent", id: intent.id, owner: intent.id, evidence });
    return;
  }
  const before = contentOf(intent);
  const after = mergedContent(intent, said);
  const words = wordsOf(draft, evidence, said.goal);
  const targets = intentTargets(draft, intent);
  if (isReportedAmbiguous(draft, evidence) || !isNamed(draft, intent.id, targets, evidence)) {
    const change = addChange(draft, "replace", "intent", intent.id, evidence, "pending", { before, after });
    draft.kept.push(...evidence.spans);
    openTargetQuestion(draft, change, words, targets, evidence);
    return;
  }
  const broken = brokenByIntent(draft, intent.id, after);
  if (broken !== null) {
    const change = addChange(draft, "replace", "intent", intent.id, evidence, "pending", { before, after });
    draft.kept.push(...evidence.spans);
    openConflict(draft, change, words, broken, evidence);
    return;
  }
  Object.assign(intent, after);
  addChange(draft, "replace", "intent", intent.id, evidence, "applied", { before, after });
  draft.kept.push(...evidence.spans);
}

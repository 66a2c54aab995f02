// From the draft to the result: the last IDs, the pointers, the bounded lists.

import { IntentError } from "../errors.ts";
import type { TurnKind } from "../types/names.ts";
import { SCHEMA_VERSION } from "../types/names.ts";
import type { Inference, IntentResult, ResultIssue } from "../types/result.ts";
import { addChange, type Draft, type DraftIssue } from "./draft.ts";
import { createOwnership } from "./owners.ts";
import { placedIntents } from "./state-walk.ts";
import { statusOf } from "./status.ts";

/** Numbers what the turn opened, in text order, and puts it into the state. */
export function settleOpened(draft: Draft): void {
  const inOrder = [...draft.opened].sort((a, b) => a.evidence.position - b.evidence.position);
  for (const { item, evidence } of inOrder) {
    item.id = draft.mint("unresolved");
    draft.state.unresolved.push(item);
    addChange(draft, "add", "unresolved", item.id, evidence, "applied");
  }
}

export function finish(draft: Draft, kind: TurnKind): IntentResult {
  const { request, state } = draft;
  const unnumbered = {
    schemaVersion: SCHEMA_VERSION,
    input: request.input,
    turn: {
      kind,
      normalizedInput: request.normalizedInput,
      intentIds: namedIntents(draft),
      changes: draft.changes.map(({ change }) => change),
      facts: Object.fromEntries(draft.facts),
    },
    effective: state,
    fieldResults: draft.fieldResults,
  } as const;
  const pointers = pointersOf(unnumbered);
  const issues = boundedIssues(draft, pointers);
  const inferences = numberedInferences(draft, pointers);
  const rest = { ...unnumbered, issues, inferences };
  const status = statusOf(rest, request.settings.requireGuard);
  const { schemaVersion, input, turn, effective, fieldResults } = rest;
  return { schemaVersion, input, status, turn, effective, fieldResults, issues, inferences };
}

/** In the order of the words that name them. */
function namedIntents(draft: Draft): string[] {
  const ownersOf = createOwnership(draft.state, draft.request.baseline);
  const inOrder = [...draft.changes].sort((a, b) => a.position - b.position);
  return [...new Set(inOrder.flatMap(({ change }) => ownersOf(change.target)))];
}

function pointersOf(result: Pick<IntentResult, "turn" | "effective" | "fieldResults">): Map<object, string> {
  const pointers = new Map<object, string>();
  const list = (path: string, items: readonly object[]) => {
    for (const [at, item] of items.entries()) pointers.set(item, `${path}/${at}`);
  };
  list("/turn/changes", result.turn.changes);
  for (const { intent, pointer } of placedIntents(result.effective)) {
    const path = `/effective${pointer}`;
    pointers.set(intent, path);
    list(`${path}/constraints`, intent.constraints);
    list(`${path}/references`, intent.references);
  }
  list("/effective/constraints", result.effective.constraints);
  list("/effective/relations", result.effective.relations);
  list("/effective/unresolved", result.effective.unresolved);
  list("/fieldResults", result.fieldResults);
  return pointers;
}

/** Over the limit warnings go before remarks, since the status rests on them; the last one counts what is left out. */
function boundedIssues(draft: Draft, pointers: ReadonlyMap<object, string>): ResultIssue[] {
  const most = Math.max(1, draft.request.settings.limits.issues);
  const all = draft.issues;
  const made = (one: DraftIssue): ResultIssue => {
    const { code, severity, about, below, message, sourceRefs } = one;
    const path = about === null ? "/input" : `${pointers.get(about) ?? "/input"}${pointers.has(about) ? below : ""}`;
    return { code, severity, path, message, sourceRefs };
  };
  if (all.length <= most) return all.map(made);
  const ranked = [
    ...all.filter((one) => one.severity === "warning"),
    ...all.filter((one) => one.severity !== "warning"),
  ];
  const shown = new Set(ranked.slice(0, most - 1));
  const listed = all.filter((one) => shown.has(one)).map(made);
  const next = ranked[most - 1];
  if (next === undefined) return listed;
  const left = all.length - listed.length;
  return [...listed, { ...made(next), message: `${next.message}; ${left - 1} further issues are not listed` }];
}

function numberedInferences(draft: Draft, pointers: ReadonlyMap<object, string>): Inference[] {
  const { limits } = draft.request.settings;
  const listed = draft.inferences.filter((one) => pointers.has(one.about));
  if (listed.length > limits.inferences) {
    throw new IntentError("LIMIT_EXCEEDED", "core", "The result would hold more inferences than the limit allows.", {
      issues: [{ code: "LIMIT_EXCEEDED", path: "/inferences", message: "inferences" }],
    });
  }
  return listed
    .sort((a, b) => a.position - b.position)
    .map(({ about, below, kind, statement, sourceRefs }) => {
      const path = `${pointers.get(about) ?? ""}${below}`;
      return { id: draft.mint("inference"), path, kind, statement, sourceRefs };
    });
}

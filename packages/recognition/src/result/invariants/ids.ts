import type { RecognitionRequest } from "../../request.ts";
import type { Problem } from "../../types/executor.ts";
import type { Change, IntentResult } from "../../types/result.ts";
import { stateIds, stateProblems } from "../state-invariants.ts";
import { allIntents } from "../state-walk.ts";

/** R01: ids are unique over the whole result, and every id that is used exists. */
export function idInvariant(request: RecognitionRequest, result: IntentResult): Problem[] {
  const { effective, turn, fieldResults, inferences } = result;
  const problems: Problem[] = stateProblems(effective)
    .filter((problem) => problem.code === "R01")
    .map((problem) => ({ ...problem, path: `/effective${problem.path}` }));
  const wrong = (path: string, message: string) => problems.push({ code: "R01", path, message });
  const after = new Set(stateIds(effective).map(([id]) => id));
  const before = new Set(request.baseline === null ? [] : stateIds(request.baseline).map(([id]) => id));
  const intents = new Set(allIntents(effective).map((intent) => intent.id));
  const earlier = new Set(request.baseline === null ? [] : allIntents(request.baseline).map((intent) => intent.id));

  for (const [at, change] of turn.changes.entries()) {
    if (!targetExists(change, before, after)) wrong(`/turn/changes/${at}/target/id`, `there is no ${change.target.id}`);
  }
  for (const [at, id] of turn.intentIds.entries()) {
    if (!intents.has(id) && !earlier.has(id)) wrong(`/turn/intentIds/${at}`, `there is no ${id}`);
  }
  for (const [at, { intentId }] of fieldResults.entries()) {
    if (intentId !== null && !intents.has(intentId)) wrong(`/fieldResults/${at}/intentId`, `there is no ${intentId}`);
  }
  const seen = new Set<string>();
  for (const [at, { id }] of inferences.entries()) {
    if (seen.has(id)) wrong(`/inferences/${at}/id`, `the id ${id} is used twice`);
    seen.add(id);
  }
  return problems;
}

/** What waits or was turned down may be new, so that its id is of this change only; a value of the request has no id. */
function targetExists(change: Change, before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  const { target, operation, effect } = change;
  if (target.kind === "input" && target.id === "") return true;
  if (operation === "remove") return before.has(target.id);
  if (operation === "replace") return before.has(target.id) && after.has(target.id);
  if (effect === "pending" || effect === "rejected") return !before.has(target.id) && !after.has(target.id);
  return after.has(target.id);
}

import type { RecognitionRequest } from "../../request.ts";
import type { Problem } from "../../types/executor.ts";
import type { IntentResult } from "../../types/result.ts";
import { isProtected } from "../removals.ts";
import { allConstraints } from "../state-walk.ts";

/**
 * R05: every constraint of the baseline still holds, or an applied change takes it away. A prohibition, exclusion or
 * condition goes or changes only by words of this turn's input.
 */
export function standingInvariant(request: RecognitionRequest, result: IntentResult): Problem[] {
  if (request.baseline === null) return [];
  const problems: Problem[] = [];
  const standing = new Map(allConstraints(result.effective).map((one) => [one.id, one]));
  const changes = new Map(
    result.turn.changes
      .filter(
        (change) => change.effect === "applied" && change.operation !== "add" && change.target.kind === "constraint",
      )
      .map((change) => [change.target.id, change]),
  );
  for (const constraint of allConstraints(request.baseline)) {
    const now = standing.get(constraint.id);
    const change = changes.get(constraint.id);
    const kept = now !== undefined && now.kind === constraint.kind && now.text === constraint.text;
    if (kept) continue;
    if (change === undefined) {
      problems.push({ code: "R05", path: "/effective", message: `${constraint.id} is gone without a change` });
    } else if (isProtected(constraint) && !change.sourceRefs.some((ref) => ref.root === "input")) {
      problems.push({
        code: "R05",
        path: "/turn/changes",
        message: `${constraint.id} went without words of this turn`,
      });
    }
  }
  return problems;
}

import type { Status, UnresolvedKind } from "../types/names.ts";
import type { IntentResult } from "../types/result.ts";
import { allIntents } from "./state-walk.ts";

const OPEN_CHOICES = new Set<UnresolvedKind>(["ambiguity", "conflict", "reference"]);

/** The status of a result: the first rule that holds. `requireGuard` is the instance's. */
export function statusOf(result: Omit<IntentResult, "status">, requireGuard: boolean): Status {
  const { turn, effective, fieldResults, issues } = result;
  const intents = allIntents(effective);
  const { unresolved } = effective;
  if (intents.length === 0 && turn.changes.length === 0 && unresolved.length === 0) return "none";
  if (
    unresolved.some((one) => OPEN_CHOICES.has(one.kind)) ||
    intents.some((one) => one.understanding === "ambiguous") ||
    fieldResults.some((one) => one.status === "ambiguous" || one.status === "conflict")
  ) {
    return "ambiguous";
  }
  if (
    unresolved.some((one) => one.kind === "missing") ||
    fieldResults.some((one) => one.required && (one.status === "missing" || one.status === "invalid"))
  ) {
    return "needs_input";
  }
  if (
    effective.coverage !== "complete" ||
    intents.some((one) => one.understanding === "partial" || one.understanding === "unclear") ||
    fieldResults.some((one) => one.status === "indeterminate") ||
    issues.some((one) => one.severity === "warning") ||
    (requireGuard && issues.some((one) => one.code === "LANGUAGE_NOT_GUARDED"))
  ) {
    return "partial";
  }
  return "complete";
}

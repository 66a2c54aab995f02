import type { Problem } from "../../types/executor.ts";
import type { IntentResult } from "../../types/result.ts";
import { stateProblems } from "../state-invariants.ts";

/** R04: a constraint of an intent sits in that intent, one of the request at the top. */
export function scopeInvariant(result: IntentResult): Problem[] {
  return stateProblems(result.effective)
    .filter((problem) => problem.code === "R04")
    .map((problem) => ({ ...problem, path: `/effective${problem.path}` }));
}

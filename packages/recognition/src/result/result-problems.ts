import type { RecognitionRequest } from "../request.ts";
import type { Candidate } from "../types/candidate.ts";
import type { Problem } from "../types/executor.ts";
import type { IntentResult } from "../types/result.ts";
import { idInvariant } from "./invariants/ids.ts";
import { intentIdsInvariant } from "./invariants/intent-ids.ts";
import { provenanceInvariant } from "./invariants/provenance.ts";
import { recomputedInvariant } from "./invariants/recomputed.ts";
import { replayInvariant } from "./invariants/replay.ts";
import { scopeInvariant } from "./invariants/scopes.ts";
import { standingInvariant } from "./invariants/standing.ts";

/**
 * What breaks R01 to R07 in a result of this request and candidate; empty for every result that the core gives out.
 * Paths point into the result.
 */
export function resultProblems(request: RecognitionRequest, candidate: Candidate, result: IntentResult): Problem[] {
  // The other rules read the result by its shape.
  const shape = provenanceInvariant(request, result);
  if (shape.length > 0) return shape;
  return [
    ...idInvariant(request, result),
    ...replayInvariant(request, result),
    ...intentIdsInvariant(request, result),
    ...scopeInvariant(result),
    ...standingInvariant(request, result),
    ...recomputedInvariant(request, candidate, result),
  ];
}

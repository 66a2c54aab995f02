// The one way from a checked candidate to a result. Deterministic: same request and candidate, same bytes.
import { IntentError } from "../errors.ts";
import type { RecognitionRequest } from "../request.ts";
import type { Candidate } from "../types/candidate.ts";
import type { IntentResult } from "../types/result.ts";
import { applyConstraints } from "./constraints.ts";
import { coverageOf } from "./coverage.ts";
import { startDraft } from "./draft.ts";
import { applyExtensions } from "./extensions.ts";
import { applyFields } from "./fields.ts";
import { finish, settleOpened } from "./finish.ts";
import { applyGuards, touchedSpans, warnOfCarried } from "./guards.ts";
import { applyInferences } from "./inferences.ts";
import { applyIntents } from "./intents.ts";
import { applyReferences } from "./references.ts";
import { applyRelations } from "./relations.ts";
import { applyRemovals } from "./removals.ts";
import { tellRepeated } from "./repeats.ts";
import { resultProblems } from "./result-problems.ts";
import { checkStateLimits } from "./state-limits.ts";
import { applyUnresolved, turnKind } from "./unresolved.ts";

/**
 * Assembles the result of a candidate that passed V01 to V15. Throws IntentError only: LIMIT_EXCEEDED/core when the
 * result or the state outgrows its limits, INTERNAL/core when the result breaks an invariant of its own.
 */
export function recognise(request: RecognitionRequest, candidate: Candidate): IntentResult {
  const draft = startDraft(request, candidate);
  applyRemovals(draft);
  applyIntents(draft);
  applyConstraints(draft);
  applyRelations(draft);
  applyReferences(draft);
  applyFields(draft);
  applyUnresolved(draft);
  const kind = turnKind(draft);
  warnOfCarried(draft);
  const touched = touchedSpans(draft);
  const guarded = applyGuards(draft, touched);
  draft.state.coverage = coverageOf(draft.clauses, touched, guarded);
  tellRepeated(draft);
  settleOpened(draft);
  applyInferences(draft);
  applyExtensions(draft);
  checkStateLimits(request, draft.state);
  const result = finish(draft, kind);
  checkSize(request, result);
  const problems = resultProblems(request, candidate, result);
  if (problems.length > 0) {
    throw new IntentError("INTERNAL", "core", "The result breaks an invariant of the core.", { issues: problems });
  }
  return result;
}

function checkSize(request: RecognitionRequest, result: IntentResult): void {
  const { resultBytes } = request.settings.limits;
  if (Buffer.byteLength(JSON.stringify(result)) <= resultBytes) return;
  throw new IntentError("LIMIT_EXCEEDED", "core", `The result would be longer than ${resultBytes} bytes.`, {
    issues: [{ code: "LIMIT_EXCEEDED", path: "", message: "resultBytes" }],
  });
}

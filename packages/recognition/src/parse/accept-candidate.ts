import { readCandidate } from "../candidate/read-candidate.ts";
import { IntentError, toIntentError } from "../errors.ts";
import type { RecognitionRequest } from "../request.ts";
import { recognise } from "../result/recognise.ts";
import type { Problem } from "../types/executor.ts";
import type { IntentResult } from "../types/result.ts";

export type AcceptOutcome = { outcome: "result"; result: IntentResult } | { outcome: "invalid"; problems: Problem[] };

/**
 * The way from candidate text to result that every entrance takes. A candidate that breaks a rule is an outcome;
 * only running over the validation time (LIMIT_EXCEEDED/candidate) and our own failures throw.
 * `now` counts milliseconds and never goes back.
 */
export function acceptCandidate(
  request: RecognitionRequest,
  text: string,
  now: () => number = () => performance.now(),
): AcceptOutcome {
  const end = now() + request.settings.limits.validationMs;
  const inTime = () => {
    if (now() > end)
      throw new IntentError(
        "LIMIT_EXCEEDED",
        "candidate",
        "Checking the candidate took longer than the limit allows.",
        {
          issues: [{ code: "LIMIT_EXCEEDED", path: "", message: "validationMs" }],
        },
      );
  };
  try {
    const reading = readCandidate(request, text);
    inTime();
    if (!reading.ok) return { outcome: "invalid", problems: reading.problems };
    const result = recognise(request, reading.candidate);
    inTime();
    return { outcome: "result", result };
  } catch (thrown) {
    throw toIntentError(thrown);
  }
}

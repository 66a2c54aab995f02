// The failures of host mode, each in one place so that every replica writes the same bytes.
import { IntentError, type OpenCorrection, type SerializedIntentError } from "../errors.ts";
import type { Problem } from "../types/executor.ts";
import type { CancelReason } from "../types/names.ts";

/** One answer for unknown, reclaimed, another session's and another owner's. */
export const requestNotFound = (): IntentError =>
  new IntentError("REQUEST_NOT_FOUND", "host", "There is no such request here. Prepare again.");

export const tokenInvalid = (requestId: string): IntentError =>
  new IntentError("TOKEN_INVALID", "host", "This submission token does not belong to the request.", { requestId });

export const candidateConflict = (requestId: string): IntentError =>
  new IntentError("CANDIDATE_CONFLICT", "host", "Another candidate was already submitted under this token.", {
    requestId,
  });

export const requestCancelled = (requestId: string): IntentError =>
  new IntentError("REQUEST_CANCELLED", "host", "The request was cancelled.", { requestId });

/** What an accept meets after a cancel: the reason that was given decides. */
export function afterCancel(reason: CancelReason, requestId: string): IntentError {
  if (reason === "refusal")
    return new IntentError("EXECUTOR_REFUSED", "host", "The host's model refused this request.", { requestId });
  if (reason === "incomplete")
    return new IntentError("EXECUTOR_INCOMPLETE", "host", "The host's model could not complete this request.", {
      requestId,
    });
  return requestCancelled(requestId);
}

export const deadlinePassed = (requestId: string): IntentError =>
  new IntentError("TIMEOUT", "host", "The request's deadline has passed. Prepare again.", { requestId });

export const tooManyOpen = (bound: "session" | "owner"): IntentError =>
  new IntentError(
    "LIMIT_EXCEEDED",
    "host",
    bound === "session"
      ? "This session has too many open requests. Submit or cancel one of them."
      : "Too many requests are open. Submit or cancel one of them.",
  );

export const sessionClosed = (): IntentError =>
  new IntentError("SESSION_CLOSED", "transport", "The session is closed.");

export const budgetExhausted = (requestId: string): IntentError =>
  new IntentError("BUDGET_EXHAUSTED", "host", "The request's validation budget is spent. Prepare again.", {
    requestId,
  });

/** A candidate that breaks rules. With a correction the caller may submit once more. */
export function candidateInvalid(
  requestId: string,
  problems: readonly Problem[],
  correction: Omit<OpenCorrection, "problems"> | null,
): IntentError {
  const message = correction
    ? "The candidate breaks rules of the contract. Correct only what the problems name and submit it under the new token."
    : "The candidate breaks rules of the contract.";
  return new IntentError("CANDIDATE_INVALID", "candidate", message, {
    issues: [...problems],
    requestId,
    ...(correction === null ? {} : { correction: { ...correction, problems: [...problems] } }),
  });
}

/** The error that a stored text holds; a correction gets its token back. */
export function restoreError(text: string, submissionToken: string | null): IntentError {
  const { code, stage, message, retryable, issues, requestId, correction }: SerializedIntentError = JSON.parse(text);
  return new IntentError(code, stage, message, {
    issues,
    retryable,
    ...(requestId === undefined ? {} : { requestId }),
    ...(correction === undefined
      ? {}
      : { correction: { ...correction, submissionToken: submissionToken ?? correction.submissionToken } }),
  });
}

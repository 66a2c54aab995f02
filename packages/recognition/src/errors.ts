// The errors of the contract. Codes and stages are stable; messages are for people and are not.

export const ERROR_CODES = [
  "CONFIG_INVALID",
  "SCHEMA_UNSUPPORTED",
  "INPUT_INVALID",
  "FIELD_UNKNOWN",
  "BASELINE_INVALID",
  "INSTANCE_REQUIRED",
  "INSTANCE_UNKNOWN",
  "LIMIT_EXCEEDED",
  "BUSY",
  "INSTANCE_DISPOSED",
  "SESSION_CLOSED",
  "CANCELLED",
  "TIMEOUT",
  "EXECUTOR_UNAVAILABLE",
  "EXECUTOR_RATE_LIMITED",
  "EXECUTOR_AUTH",
  "EXECUTOR_FAILED",
  "EXECUTOR_REFUSED",
  "EXECUTOR_INCOMPLETE",
  "BUDGET_EXHAUSTED",
  "CANDIDATE_INVALID",
  "CANDIDATE_CONFLICT",
  "TOKEN_INVALID",
  "REQUEST_NOT_FOUND",
  "REQUEST_CANCELLED",
  "INTERNAL",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const ERROR_STAGES = ["config", "transport", "input", "executor", "candidate", "host", "core"] as const;
export type ErrorStage = (typeof ERROR_STAGES)[number];

export interface ErrorIssue {
  code: string;
  /** JSON Pointer into what was given. */
  path: string;
  message: string;
}

/** An open correction of a host request: submit a better candidate under this token. */
export interface OpenCorrection {
  submissionToken: string;
  attemptsLeft: number;
  problems: ErrorIssue[];
}

export interface SerializedIntentError {
  name: "IntentError";
  code: ErrorCode;
  stage: ErrorStage;
  message: string;
  /** The same call may succeed later, or a correction is open. */
  retryable: boolean;
  issues: ErrorIssue[];
  requestId?: string;
  correction?: OpenCorrection;
}

export interface IntentErrorDetails {
  issues?: ErrorIssue[];
  requestId?: string;
  correction?: OpenCorrection;
  /** Overrides what code and stage say. */
  retryable?: boolean;
  /** Kept for the process's own log, never serialised. */
  cause?: unknown;
}

const RETRYABLE = new Set(["BUSY", "EXECUTOR_UNAVAILABLE", "EXECUTOR_RATE_LIMITED"]);

function isRetryable(code: ErrorCode, stage: ErrorStage, correction: OpenCorrection | undefined): boolean {
  if (code === "TIMEOUT") return stage !== "host";
  if (code === "LIMIT_EXCEEDED") return stage === "host";
  return RETRYABLE.has(code) || correction !== undefined;
}

/** The one kind of failure that leaves this library. */
export class IntentError extends Error {
  override readonly name = "IntentError";
  readonly code: ErrorCode;
  readonly stage: ErrorStage;
  readonly retryable: boolean;
  readonly issues: readonly ErrorIssue[];
  readonly requestId: string | undefined;
  readonly correction: OpenCorrection | undefined;

  constructor(code: ErrorCode, stage: ErrorStage, message: string, details: IntentErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.stage = stage;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.correction = details.correction;
    this.retryable = details.retryable ?? isRetryable(code, stage, details.correction);
  }

  toJSON(): SerializedIntentError {
    return {
      name: "IntentError",
      code: this.code,
      stage: this.stage,
      message: this.message,
      retryable: this.retryable,
      issues: [...this.issues],
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
      ...(this.correction === undefined ? {} : { correction: this.correction }),
    };
  }
}

/** Whatever was thrown, as an IntentError: an unknown exception becomes INTERNAL, its text kept inside. */
export function toIntentError(thrown: unknown): IntentError {
  if (thrown instanceof IntentError) return thrown;
  return new IntentError("INTERNAL", "core", "Something went wrong inside the recogniser.", { cause: thrown });
}

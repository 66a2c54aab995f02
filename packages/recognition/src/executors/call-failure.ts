// A call to a provider that gave no usable reply, and the error of the contract that it becomes.
import type { IntentError } from "../errors.ts";
import { executorError } from "./executor-error.ts";

export type FailureKind =
  /** Nothing answered, or the connection broke. */
  | "transport"
  /** An answer outside 200-299. */
  | "status"
  /** An answer that is not what was agreed: a redirect, too many bytes, not the protocol's form. */
  | "protocol";

export interface FailureDetails {
  status?: number;
  retryAfter?: string | null;
  /** What the provider said, without secrets, at most 200 characters; for the log of the process only. */
  said?: string;
}

export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly said: string;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.said = details.said ?? "";
  }

  /** Whether the same call may succeed a moment later. */
  get passing(): boolean {
    return this.kind === "transport" || this.status === 408 || this.status === 429 || (this.status ?? 0) >= 500;
  }

  toIntentError(): IntentError {
    const { status } = this;
    if (status === 401 || status === 403) return executorError("EXECUTOR_AUTH", this);
    if (status === 429) return executorError("EXECUTOR_RATE_LIMITED", this);
    return executorError(this.passing ? "EXECUTOR_UNAVAILABLE" : "EXECUTOR_FAILED", this);
  }
}

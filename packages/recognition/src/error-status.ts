// How an error looks to a caller over gRPC and over plain HTTP: the contract's table.
import type { ErrorCode, ErrorStage } from "./errors.ts";

export interface ErrorStatus {
  /** Name of a gRPC status. */
  readonly grpc: string;
  readonly http: number;
}

const TABLE: Readonly<Record<ErrorCode, readonly [grpc: string, http: number]>> = {
  CONFIG_INVALID: ["FAILED_PRECONDITION", 500],
  SCHEMA_UNSUPPORTED: ["FAILED_PRECONDITION", 500],
  INPUT_INVALID: ["INVALID_ARGUMENT", 400],
  FIELD_UNKNOWN: ["INVALID_ARGUMENT", 400],
  BASELINE_INVALID: ["INVALID_ARGUMENT", 400],
  INSTANCE_REQUIRED: ["INVALID_ARGUMENT", 400],
  INSTANCE_UNKNOWN: ["NOT_FOUND", 404],
  LIMIT_EXCEEDED: ["RESOURCE_EXHAUSTED", 413],
  BUSY: ["RESOURCE_EXHAUSTED", 429],
  INSTANCE_DISPOSED: ["UNAVAILABLE", 503],
  SESSION_CLOSED: ["UNAVAILABLE", 503],
  CANCELLED: ["CANCELLED", 499],
  TIMEOUT: ["DEADLINE_EXCEEDED", 504],
  EXECUTOR_UNAVAILABLE: ["UNAVAILABLE", 503],
  EXECUTOR_RATE_LIMITED: ["UNAVAILABLE", 503],
  EXECUTOR_AUTH: ["FAILED_PRECONDITION", 502],
  EXECUTOR_FAILED: ["INTERNAL", 502],
  EXECUTOR_REFUSED: ["FAILED_PRECONDITION", 422],
  EXECUTOR_INCOMPLETE: ["FAILED_PRECONDITION", 422],
  BUDGET_EXHAUSTED: ["RESOURCE_EXHAUSTED", 422],
  CANDIDATE_INVALID: ["INVALID_ARGUMENT", 422],
  CANDIDATE_CONFLICT: ["ABORTED", 409],
  TOKEN_INVALID: ["NOT_FOUND", 404],
  REQUEST_NOT_FOUND: ["NOT_FOUND", 404],
  REQUEST_CANCELLED: ["ABORTED", 409],
  INTERNAL: ["INTERNAL", 500],
};

/** A bound of host mode is one that time frees again; the others say that what was sent is too large. */
export function errorStatus(code: ErrorCode, stage: ErrorStage): ErrorStatus {
  const [grpc, http] = TABLE[code];
  return { grpc, http: code === "LIMIT_EXCEEDED" && stage === "host" ? 429 : http };
}

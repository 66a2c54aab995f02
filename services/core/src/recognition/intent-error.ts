// Recognition's errors as a refused call: the gRPC status of its own table, and the error itself as
// an IntentError in the status details.
import { create, toBinary } from "@bufbuild/protobuf";
import { type ServiceError, serviceError } from "@openintents/process";
import { fromRecognitionJson, IntentErrorSchema } from "@openintents/proto";
import { type ErrorCode, errorStatus, type IntentError, type SerializedIntentError } from "@openintents/recognition";

/** Details share one block of headers; what is longer would not reach the caller. */
const LARGEST = 6 * 1024;

/** The reason of the house that says about the same, for callers that do not know recognition. */
const REASONS: Partial<Record<ErrorCode, string>> = {
  INPUT_INVALID: "parameter_invalid",
  FIELD_UNKNOWN: "parameter_invalid",
  BASELINE_INVALID: "parameter_invalid",
  INSTANCE_REQUIRED: "parameter_missing",
  INSTANCE_UNKNOWN: "resource_not_found",
  LIMIT_EXCEEDED: "limit_reached",
  BUSY: "unavailable",
  INSTANCE_DISPOSED: "unavailable",
  SESSION_CLOSED: "unavailable",
  CANCELLED: "cancelled",
  TIMEOUT: "timeout",
  EXECUTOR_UNAVAILABLE: "unavailable",
  EXECUTOR_RATE_LIMITED: "unavailable",
  BUDGET_EXHAUSTED: "limit_reached",
  CANDIDATE_INVALID: "parameter_invalid",
  TOKEN_INVALID: "resource_not_found",
  REQUEST_NOT_FOUND: "resource_not_found",
};

export function refusedRecognition(error: IntentError): ServiceError {
  return serviceError(REASONS[error.code] ?? "internal_error", error.message, {
    attachment: { typeName: IntentErrorSchema.typeName, value: bytesOf(error.toJSON()) },
    grpcStatus: errorStatus(error.code, error.stage).grpc,
    cause: error,
  });
}

/** Of very many issues the first ones are enough to go on with. */
function bytesOf(error: SerializedIntentError): Uint8Array {
  const { name: _name, ...members } = error;
  for (let most = 64; most > 0; most = Math.trunc(most / 2)) {
    const correction = members.correction;
    const shortened = {
      ...members,
      issues: members.issues.slice(0, most),
      ...(correction && { correction: { ...correction, problems: correction.problems.slice(0, most) } }),
    };
    const bytes = toBinary(IntentErrorSchema, fromRecognitionJson(IntentErrorSchema, shortened));
    if (bytes.byteLength <= LARGEST) return bytes;
  }
  const { code, stage, retryable } = error;
  return toBinary(IntentErrorSchema, create(IntentErrorSchema, { code, stage, message: code, retryable }));
}

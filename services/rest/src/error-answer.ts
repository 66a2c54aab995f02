import type { JsonObject } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import { ErrorResponseSchema, reasonInfo, toWire, WireError } from "@openintents/proto";

/** An error ready to be sent: the status that the contract fixes, and the body of one JSON object. */
export type ErrorAnswer = {
  status: number;
  code: string;
  body: string;
  /** Value of Retry-After in whole seconds; undefined where the status carries none. */
  retryAfter: number | undefined;
  /** A fault of ours whose cause belongs into the log. */
  fault: boolean;
};

const FAULT_TEXT = "Something went wrong on our side. Try again; if it stays, give us the request ID.";
/** Statuses that always carry Retry-After; so does a conflict that is safe to retry. */
const RETRY_STATUSES = new Set([429, 503]);
const DEFAULT_RETRY_SECONDS = 1;

/**
 * Turns whatever a request failed with into the one error body of the API. Anything
 * without a stable reason becomes `internal_error` with a fixed text, so that no inner
 * message leaves the house.
 */
export function errorAnswer(error: unknown, o: { publicOrigin: string; requestId: string }): ErrorAnswer {
  const known = refusalOf(error);
  const info = reasonInfo(known.reason);
  const code = info === undefined ? "internal_error" : known.reason;
  const { httpStatus: status, type, retryable } = info ?? { httpStatus: 500, type: "api_error", retryable: true };
  const body = toWire(
    ErrorResponseSchema,
    create(ErrorResponseSchema, {
      error: {
        type,
        code,
        message: code === "internal_error" ? FAULT_TEXT : known.message,
        ...(known.param === null ? {} : { param: known.param }),
        docUrl: `${o.publicOrigin}/docs/errors#${code}`,
        requestId: o.requestId,
        ...(known.details === null ? {} : { details: known.details as JsonObject }),
      },
    }),
  );
  const retries = RETRY_STATUSES.has(status) || (status === 409 && retryable);
  return {
    status,
    code,
    body: JSON.stringify(body),
    retryAfter: retries ? Math.max(1, Math.ceil(known.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)) : undefined,
    fault: status >= 500,
  };
}

function refusalOf(
  error: unknown,
): Pick<ServiceError, "reason" | "message" | "param" | "details" | "retryAfterSeconds"> {
  if (error instanceof ServiceError) return error;
  if (error instanceof WireError) {
    return { reason: error.reason, message: error.message, param: error.param, details: null, retryAfterSeconds: null };
  }
  return { reason: "internal_error", message: FAULT_TEXT, param: null, details: null, retryAfterSeconds: null };
}

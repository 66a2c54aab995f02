import { create, type JsonObject } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import { ErrorResponseSchema, reasonInfo, toWire, WireError } from "@openintents/proto";

/** An error as every surface shows it: one JSON object, and what an HTTP answer adds. */
export type ErrorBody = {
  status: number;
  type: string;
  code: string;
  /** JSON text. */
  body: string;
  retryAfterSeconds: number;
};

const FAULT_TEXT = "Something went wrong on our side. Try again; if it stays, give us the request ID.";

/**
 * The error body of the REST API, which tools answer as their text. Anything without a
 * stable reason becomes `internal_error` with a fixed text.
 */
export function errorBody(error: unknown, o: { publicOrigin: string; requestId: string }): ErrorBody {
  const refusal = refusalOf(error);
  const info = reasonInfo(refusal.reason);
  const code = info === undefined ? "internal_error" : refusal.reason;
  const type = info?.type ?? "api_error";
  const wire = toWire(
    ErrorResponseSchema,
    create(ErrorResponseSchema, {
      error: {
        type,
        code,
        message: code === "internal_error" ? FAULT_TEXT : refusal.message,
        ...(refusal.param === null ? {} : { param: refusal.param }),
        docUrl: `${o.publicOrigin}/docs/errors#${code}`,
        requestId: o.requestId,
        ...(refusal.details === null ? {} : { details: refusal.details as JsonObject }),
      },
    }),
  );
  return {
    status: info?.httpStatus ?? 500,
    type,
    code,
    body: JSON.stringify(wire),
    retryAfterSeconds: Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? 1)),
  };
}

type Refusal = Pick<ServiceError, "reason" | "message" | "param" | "details" | "retryAfterSeconds">;

function refusalOf(error: unknown): Refusal {
  if (error instanceof ServiceError) return error;
  if (error instanceof WireError) {
    return { reason: error.reason, message: error.message, param: error.param, details: null, retryAfterSeconds: null };
  }
  return { reason: "internal_error", message: FAULT_TEXT, param: null, details: null, retryAfterSeconds: null };
}

import { create, fromBinary, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { type Logger, ServiceError, serviceError } from "@openintents/process";
import { ErrorSchema, reasonInfo, WireError } from "@openintents/proto";
import type { Metadata } from "./metadata.ts";
import { Code, encodeStatusDetails, readStatusDetails, type StatusDetail, WireFailure, WireStatus } from "./status.ts";

const INTERNAL_TEXT = "something went wrong on our side; the request ID finds it in the logs";

/** Trailers share one block of headers; more than this risks that a peer refuses the block. */
const LONGEST_MESSAGE = 1024;
const LARGEST_DETAILS = 8192;

type FailedCall = { requestId: string; trailers: Metadata; logger: Logger };

/** What a thrown value means to a caller. An unexpected one keeps its text to itself. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof WireError) {
    return serviceError(error.reason, error.message, { param: error.param, cause: error });
  }
  return serviceError("internal_error", INTERNAL_TEXT, { cause: error });
}

export function codeOf(reason: string): number {
  // A caller's own cancellation is no reason of the contract: nobody is there to read it.
  if (reason === "cancelled") return Code.CANCELLED;
  return Code[reasonInfo(reason)?.grpc as keyof typeof Code] ?? Code.UNKNOWN;
}

/** The status of a refused call: code, trailers, and in its details the error's fields and what is attached. */
export function statusOf(error: ServiceError, call: FailedCall): WireStatus {
  const own = error.grpcStatus === null ? undefined : Code[error.grpcStatus as keyof typeof Code];
  const code = own ?? codeOf(error.reason);
  const message = (code === Code.INTERNAL ? INTERNAL_TEXT : error.message).toWellFormed().slice(0, LONGEST_MESSAGE);
  const trailers = call.trailers;
  if (error.retryAfterSeconds !== null) trailers.set("retry-after", String(Math.ceil(error.retryAfterSeconds)));
  const info = reasonInfo(error.reason);
  const detail = toBinary(
    ErrorSchema,
    create(ErrorSchema, {
      ...(info === undefined ? {} : { type: info.type }),
      code: error.reason,
      message,
      ...(error.param === null ? {} : { param: error.param.toWellFormed().slice(0, LONGEST_MESSAGE) }),
      requestId: call.requestId,
      ...jsonDetails(error, call.logger),
    }),
  );
  const details = [{ typeName: ErrorSchema.typeName, value: detail }, ...attached(error, call.logger)];
  return new WireStatus(code, message, trailers, encodeStatusDetails(code, message, details));
}

function attached(error: ServiceError, logger: Logger): StatusDetail[] {
  if (error.attachment === null) return [];
  if (error.attachment.value.byteLength <= LARGEST_DETAILS) return [error.attachment];
  logger.error({ reason: error.reason, type: error.attachment.typeName }, "what is attached to an error is too large");
  return [];
}

function jsonDetails(error: ServiceError, logger: Logger): { details?: JsonObject } {
  if (error.details === null) return {};
  try {
    const text = JSON.stringify(error.details).toWellFormed();
    if (text.length <= LARGEST_DETAILS) return { details: JSON.parse(text) as JsonObject };
    logger.error({ reason: error.reason, length: text.length }, "the details of an error are too large to send");
  } catch (cause) {
    logger.error({ reason: error.reason, err: cause }, "the details of an error are not JSON");
  }
  return {};
}

const LOCAL: Record<number, [reason: string, message: string]> = {
  [Code.CANCELLED]: ["cancelled", "the call was cancelled"],
  [Code.DEADLINE_EXCEEDED]: ["timeout", "the request did not finish in time"],
  [Code.UNAVAILABLE]: ["unavailable", "a part of the installation cannot be reached at the moment"],
  [Code.UNIMPLEMENTED]: ["not_implemented", "the operation is not part of this release"],
  [Code.RESOURCE_EXHAUSTED]: ["unavailable", "a part of the installation is overloaded at the moment"],
  [Code.INVALID_ARGUMENT]: ["parameter_invalid", "the request was refused"],
  [Code.NOT_FOUND]: ["resource_not_found", "no such object"],
  [Code.ALREADY_EXISTS]: ["already_exists", "the object exists"],
  [Code.PERMISSION_DENIED]: ["permission_denied", "the credential may not do this"],
  [Code.UNAUTHENTICATED]: ["authentication_required", "a valid credential is needed"],
};

/** Too large a message is refused by the transport, below the code that adds details. */
const TOO_LARGE = /larger than/;

export const timeoutError = (): ServiceError => serviceError("timeout", "the request did not finish in time");
export const cancelledError = (): ServiceError => serviceError("cancelled", "the call was cancelled");

/** The ServiceError of a failed call, the same for both channels. */
export function errorOf(failure: unknown): unknown {
  if (!(failure instanceof WireFailure)) return failure;
  const { code, details, message, trailers } = failure.status;
  const carrying = details === undefined ? [] : readStatusDetails(details);
  const carried = carrying.find((detail) => detail.typeName === ErrorSchema.typeName)?.value;
  const attachment = carrying.find((detail) => detail.typeName !== ErrorSchema.typeName);
  const retryAfter = Number(trailers.get("retry-after") ?? Number.NaN);
  const retry = Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {};
  if (carried !== undefined) {
    const error = fromBinary(ErrorSchema, carried);
    return serviceError(error.code ?? "internal_error", error.message ?? message, {
      param: error.param ?? null,
      details: error.details ?? null,
      requestId: error.requestId ?? null,
      ...(attachment === undefined ? {} : { attachment }),
      cause: failure,
      ...retry,
    });
  }
  if (code === Code.RESOURCE_EXHAUSTED && TOO_LARGE.test(message)) {
    return serviceError("body_too_large", "the message is larger than this service takes", { cause: failure });
  }
  // The text may name addresses and libraries, so it stays in the cause.
  const [reason, text] = LOCAL[code] ?? ["internal_error", INTERNAL_TEXT];
  return serviceError(reason, text, { cause: failure, ...retry });
}

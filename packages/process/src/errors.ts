/** A message that travels beside the error's own fields in gRPC's status details. */
export type ErrorAttachment = { typeName: string; value: Uint8Array };

export type ServiceErrorOptions = {
  /** Path of the field at fault ("shops.2", "metadata.order"). */
  param?: string | null;
  /** Facts a caller may act on; shown to the caller, so never a secret. */
  details?: Record<string, unknown> | null;
  /** Seconds after which a retry may succeed. */
  retryAfterSeconds?: number;
  /** Request ID under which another service logged the failure. */
  requestId?: string | null;
  /** A typed detail of the service that refused, for callers that know it. */
  attachment?: ErrorAttachment;
  /** Name of the gRPC status ("ABORTED") where the service's own table says another than the reason's. */
  grpcStatus?: string;
  /** What went wrong underneath; logged, never shown to the caller. */
  cause?: unknown;
};

/**
 * A refusal with a stable reason: the lower-case name of a value of the contract's
 * Reason enum ("resource_not_found"). Every surface prints it with the HTTP status,
 * type and gRPC code which that enum fixes. The message is for people and is shown to
 * the caller; anything that must stay inside belongs into `cause`.
 */
export class ServiceError extends Error {
  readonly reason: string;
  readonly param: string | null;
  readonly details: Record<string, unknown> | null;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  readonly attachment: ErrorAttachment | null;
  readonly grpcStatus: string | null;

  constructor(reason: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ServiceError";
    this.reason = reason;
    this.param = options.param ?? null;
    this.details = options.details ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.requestId = options.requestId ?? null;
    this.attachment = options.attachment ?? null;
    this.grpcStatus = options.grpcStatus ?? null;
  }
}

/** Makes a ServiceError; reads better than `new` after `throw`. */
export function serviceError(reason: string, message: string, options?: ServiceErrorOptions): ServiceError {
  return new ServiceError(reason, message, options);
}

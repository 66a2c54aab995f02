import pino from "pino";
import { ServiceError } from "./errors.ts";
import { redacted } from "./redaction.ts";

/** Child loggers bind `request_id` and `intent_id`, so that a line can be found by either. */
export type Logger = pino.Logger;

/**
 * Prints what finds a fault and nothing else: libraries hang requests, headers and
 * payloads on their errors, and those must not reach a log.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(error instanceof ServiceError ? { reason: error.reason, param: error.param } : {}),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 4 ? { cause: serializeError(error.cause, depth + 1) } : {}),
  };
}

/**
 * A logger that writes one JSON line per entry to stdout, with `service`, `level`, `time`
 * (RFC 3339) and `msg`. Credentials, secrets and answers are replaced by "[redacted]";
 * an error goes under `err`.
 */
export function createLogger(o: { service: string; level?: string; destination?: pino.DestinationStream }): Logger {
  const logger = pino(
    {
      level: o.level ?? "info",
      base: { service: o.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own redaction by path costs some 30 µs a line and looks at two levels only.
      formatters: { level: (label) => ({ level: label }), log: (fields) => redacted(fields) },
      serializers: { err: (error) => serializeError(error), error: (error) => serializeError(error) },
    },
    // Synchronous, so that the last line before an exit is never lost.
    o.destination ?? pino.destination({ fd: 1, sync: true }),
  );
  // Bindings do not pass the formatter; children inherit this.
  const child = logger.child as unknown as (bindings: pino.Bindings, options?: pino.ChildLoggerOptions) => Logger;
  function redactedChild(this: Logger, bindings: pino.Bindings, options?: pino.ChildLoggerOptions): Logger {
    return child.call(this, redacted(bindings), options);
  }
  logger.child = redactedChild as unknown as Logger["child"];
  return logger;
}

import pino from "pino";
import { ServiceError } from "./errors.ts";

/** Child loggers bind `request_id` and `intent_id`, so that a line can be found by either. */
export type Logger = pino.Logger;

const HIDDEN = [
  "authorization",
  "proxy_authorization",
  "cookie",
  "set_cookie",
  "secret",
  "secrets",
  "client_secret",
  "webhook_secret",
  "password",
  "token",
  "access_token",
  "refresh_token",
  "session_token",
  "api_key",
  "apiKey",
  "live_api_key",
  "runner_key",
  "private_key",
  "privateKey",
  "answer",
  "answers",
];
const HIDDEN_DASHED = ["proxy-authorization", "set-cookie", "x-api-key"];

/** Each name at the top of a line and up to two levels down ("req.headers.authorization"). */
const redactedPaths = [
  ...HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...HIDDEN_DASHED.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
];

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
  return pino(
    {
      level: o.level ?? "info",
      base: { service: o.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error) => serializeError(error), error: (error) => serializeError(error) },
      redact: { paths: redactedPaths, censor: "[redacted]" },
    },
    // Synchronous, so that the last line before an exit is never lost.
    o.destination ?? pino.destination({ fd: 1, sync: true }),
  );
}

import { clientAddress } from "@openintents/auth";
import { serviceError } from "@openintents/process";
import type { FastifyRequest } from "fastify";

/** The dated versions of the API that exist. */
export const SUPPORTED_VERSIONS = ["2026-11-30"];

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The gRPC metadata that carries a request's credential and context on: a stolen edge
 * holds no power of its own. The trace is the client's part of a call.
 */
export function callMetadata(
  request: FastifyRequest,
  o: { trustedProxies: string[]; idempotent: boolean },
): Record<string, string | undefined> {
  const { headers, rest } = request;
  return {
    authorization: rest.authorization,
    "openintents-surface": "rest",
    "x-request-id": rest.id,
    "openintents-version": header(headers["openintents-version"]),
    "openintents-client-address": clientAddress({
      peer: request.raw.socket.remoteAddress ?? "",
      forwardedFor: header(headers["x-forwarded-for"]),
      trusted: o.trustedProxies,
    }),
    "idempotency-key": o.idempotent ? idempotencyKey(header(headers["idempotency-key"])) : undefined,
  };
}

/** Throws ServiceError `unsupported_version` for any date but those that exist. */
export function checkVersion(version: string | string[] | undefined): void {
  if (version === undefined || SUPPORTED_VERSIONS.includes(header(version) ?? "")) return;
  throw serviceError("unsupported_version", "OpenIntents-Version names no version of this API.", {
    details: { supported_versions: SUPPORTED_VERSIONS },
  });
}

/** Checked here because metadata can carry printable ASCII only. */
function idempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw serviceError("idempotency_key_invalid", "Idempotency-Key must be 1 to 255 printable ASCII characters.");
}

/** A header as one text. */
export function header(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.join(", ");
}

import { serviceError } from "@openintents/process";
import { hasKeyForm, KEY_PREFIXES } from "./keys.ts";

/** Prefix of a connector's OAuth access token. */
export const CONNECTOR_TOKEN_PREFIX = "oi_at_";

/** A bearer token of the right form; whether it is known and alive is core's finding. */
export type Credential = {
  kind: "api_key" | "runner_key" | "connector";
  /** Mode that the key's prefix names; null where the token does not say. */
  test: boolean | null;
  token: string;
};

/**
 * Reads an `authorization` value.
 * Throws ServiceError `authentication_required` when it carries no bearer token, and
 * `invalid_api_key` when the token's form or checksum is wrong.
 */
export function parseBearer(authorization: string | undefined): Credential {
  const match = /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? "");
  const token = match?.[1];
  if (token === undefined) {
    throw serviceError("authentication_required", "Send your API key as `Authorization: Bearer oi_test_…`.");
  }
  if (hasKeyForm(KEY_PREFIXES.test, token)) return { kind: "api_key", test: true, token };
  if (hasKeyForm(KEY_PREFIXES.live, token)) return { kind: "api_key", test: false, token };
  if (hasKeyForm(KEY_PREFIXES.runner, token)) return { kind: "runner_key", test: null, token };
  if (isConnectorToken(token)) return { kind: "connector", test: null, token };
  throw serviceError("invalid_api_key", "The API key is not valid: its form or its checksum is wrong.");
}

function isConnectorToken(token: string): boolean {
  if (!token.startsWith(CONNECTOR_TOKEN_PREFIX) || token.length > 512) return false;
  return /^[A-Za-z0-9._~+/-]{16,}=*$/.test(token.slice(CONNECTOR_TOKEN_PREFIX.length));
}

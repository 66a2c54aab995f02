import { serviceError } from "@openintents/process";
import type { Principal } from "@openintents/proto";

const RESOURCES = [
  "intents",
  "customers",
  "profiles",
  "sessions",
  "secrets",
  "wallets",
  "webhooks",
  "events",
  "connectors",
  "api_keys",
  "account",
] as const;

/** Every scope that a credential may carry. */
export const SCOPES: readonly string[] = Object.freeze([
  ...RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`]),
  "recognition:write",
]);

/**
 * Named sets of scopes. `full` leaves out what could widen the caller's own power: writing
 * API keys and connectors.
 */
export const PRESETS: Readonly<Record<"full" | "agent" | "read_only", readonly string[]>> = Object.freeze({
  full: Object.freeze(SCOPES.filter((scope) => scope !== "api_keys:write" && scope !== "connectors:write")),
  agent: Object.freeze([
    "intents:read",
    "intents:write",
    "secrets:read",
    "secrets:write",
    "recognition:write",
    "customers:read",
    "wallets:read",
  ]),
  read_only: Object.freeze(SCOPES.filter((scope) => scope.endsWith(":read"))),
});

/** Throws ServiceError `permission_denied` with the missing scope in `param`. A write scope does not imply the read scope. */
export function requireScope(principal: Pick<Principal, "scopes">, scope: string): void {
  if (principal.scopes.includes(scope)) return;
  throw serviceError("permission_denied", `This credential does not carry the scope ${scope}.`, { param: scope });
}

// The two configurations that an embedder hands in: of the adapter, and of a connection.
import { IntentError } from "../errors.ts";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../types/names.ts";
import { readClosed } from "./read-closed.ts";
import type { IntentMcpMode } from "./tool-definition.ts";

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const PREFIX = /^[A-Za-z0-9_.-]{0,64}$/;
const FORBIDDEN = new Set(["__proto__", "proto", "prototype", "constructor"]);

export function configInvalid(path: string, message: string): IntentError {
  return new IntentError("CONFIG_INVALID", "config", message, {
    issues: [{ code: "CONFIG_INVALID", path, message }],
  });
}

function connectionInvalid(path: string, message: string): IntentError {
  return new IntentError("CONFIG_INVALID", "transport", message, {
    issues: [{ code: "CONFIG_INVALID", path, message }],
  });
}

export function readMode(mode: unknown): IntentMcpMode {
  if (mode === undefined || mode === "executor") return "executor";
  if (mode === "host") return "host";
  throw configInvalid("/mode", "mode must be executor or host.");
}

export function readPrefix(prefix: unknown): string {
  if (prefix === undefined) return "";
  if (typeof prefix === "string" && PREFIX.test(prefix)) return prefix;
  throw configInvalid("/toolPrefix", "toolPrefix must be at most 64 of the characters A-Z a-z 0-9 _ . -");
}

export function checkInstanceName(name: unknown): asserts name is string {
  const shown = typeof name === "string" ? name.slice(0, 100) : "";
  if (typeof name !== "string" || !NAME.test(name))
    throw configInvalid(
      `/instances/${shown}`,
      "A name of an instance must be 1 to 64 of the characters A-Z a-z 0-9 _ . -",
    );
  if (FORBIDDEN.has(name)) throw configInvalid(`/instances/${name}`, "This name of an instance is forbidden.");
}

export function readProtocolVersion(version: unknown): ProtocolVersion {
  const known = PROTOCOL_VERSIONS.find((each) => each === version);
  if (known) return known;
  throw connectionInvalid("/protocolVersion", `protocolVersion must be one of ${PROTOCOL_VERSIONS.join(", ")}.`);
}

export const readConnection = (options: unknown, known: readonly string[]): Readonly<Record<string, unknown>> =>
  readClosed(options, known, connectionInvalid);

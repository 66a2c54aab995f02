// What a tool was called with, closed: a member that a tool does not name is refused, whatever it says.
import { type ErrorCode, IntentError } from "../errors.ts";
import { CANCEL_REASONS } from "../types/names.ts";
import type { HostCancellation, HostSubmission } from "./backend.ts";
import { REQUEST_ARGUMENTS } from "./input-schemas.ts";
import { readClosed } from "./read-closed.ts";

type Members = Readonly<Record<string, unknown>>;

function refusal(code: ErrorCode, path: string, message: string): IntentError {
  return new IntentError(code, "input", message, { issues: [{ code, path, message }] });
}

/** No arguments at all count as empty ones. */
function readMembers(args: unknown, known: readonly string[]): Members {
  return readClosed(args === undefined ? {} : args, known, (path, message) => refusal("INPUT_INVALID", path, message));
}

function readText(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== "string") throw refusal("INPUT_INVALID", `/${name}`, `${name} must be a string.`);
  return value;
}

/** The request and the instance it is for. One instance may go unnamed; of several none is guessed. */
export function readRequest(args: unknown, instances: readonly string[]): { instance: string; input: Members } {
  const members = readMembers(args, REQUEST_ARGUMENTS);
  const { instance: named, ...input } = members;
  if (named === undefined) return { instance: onlyOne(instances), input };
  const instance = readText(members, "instance");
  if (!instances.includes(instance))
    throw refusal("INSTANCE_UNKNOWN", "/instance", `instance must be one of ${instances.join(", ")}.`);
  return { instance, input };
}

function onlyOne(instances: readonly string[]): string {
  const [only, ...others] = instances;
  if (only !== undefined && others.length === 0) return only;
  throw refusal("INSTANCE_REQUIRED", "/instance", `instance is required: one of ${instances.join(", ")}.`);
}

export function readSubmission(args: unknown): HostSubmission {
  const members = readMembers(args, ["requestId", "submissionToken", "candidateText"]);
  return {
    requestId: readText(members, "requestId"),
    submissionToken: readText(members, "submissionToken"),
    candidateText: readText(members, "candidateText"),
  };
}

export function readCancellation(args: unknown): HostCancellation {
  const members = readMembers(args, ["requestId", "reason"]);
  const requestId = readText(members, "requestId");
  if (members.reason === undefined) return { requestId, reason: "cancelled" };
  const reason = CANCEL_REASONS.find((known) => known === members.reason);
  if (!reason) throw refusal("INPUT_INVALID", "/reason", `reason must be one of ${CANCEL_REASONS.join(", ")}.`);
  return { requestId, reason };
}

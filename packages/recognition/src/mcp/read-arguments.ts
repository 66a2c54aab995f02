// What a tool was called with, closed: a member that a tool does not name is refused, whatever it says.
import { IntentError } from "../errors.ts";
import { copyJson } from "../parse/copy-json.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { CANCEL_REASONS } from "../types/names.ts";
import type { HostCancellation, HostSubmission } from "./backend.ts";
import { REQUEST_ARGUMENTS } from "./input-schemas.ts";

function refuse(path: string, message: string): never {
  throw new IntentError("INPUT_INVALID", "input", message, { issues: [{ code: "INPUT_INVALID", path, message }] });
}

const escaped = (name: string) => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

function readMembers(args: unknown, known: readonly string[]): JsonObject {
  const copied: JsonValue = args === undefined ? {} : copyJson(args);
  if (typeof copied !== "object" || copied === null || Array.isArray(copied))
    return refuse("", "The arguments must be an object.");
  for (const name of Object.keys(copied))
    if (!known.includes(name)) refuse(`/${escaped(name)}`, "This tool takes no such argument.");
  return copied;
}

function readText(members: JsonObject, name: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (typeof value !== "string") return refuse(`/${name}`, `${name} must be a string.`);
  return value;
}

/** The request and the instance it is for. One instance may go unnamed; of several none is guessed. */
export function readRequest(args: unknown, instances: readonly string[]): { instance: string; input: JsonObject } {
  const members = readMembers(args, REQUEST_ARGUMENTS);
  const { instance: named, ...input } = members;
  if (named === undefined) return { instance: onlyOne(instances), input };
  const instance = readText(members, "instance");
  if (!instances.includes(instance))
    throw new IntentError("INSTANCE_UNKNOWN", "input", "There is no instance of this name.", {
      issues: [{ code: "INSTANCE_UNKNOWN", path: "/instance", message: `must be one of ${instances.join(", ")}` }],
    });
  return { instance, input };
}

function onlyOne(instances: readonly string[]): string {
  const [only, ...others] = instances;
  if (only !== undefined && others.length === 0) return only;
  throw new IntentError("INSTANCE_REQUIRED", "input", "Several recognisers are here: name one in instance.", {
    issues: [{ code: "INSTANCE_REQUIRED", path: "/instance", message: `must be one of ${instances.join(", ")}` }],
  });
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
  if (!Object.hasOwn(members, "reason")) return { requestId, reason: "cancelled" };
  const reason = CANCEL_REASONS.find((known) => known === members.reason);
  return reason ? { requestId, reason } : refuse("/reason", `reason must be one of ${CANCEL_REASONS.join(", ")}.`);
}

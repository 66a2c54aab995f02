import type { IntentError } from "../errors.ts";
import { pointerToken } from "../json/pointer-text.ts";

/** Makes the error for a member that is wrong; `path` is a JSON Pointer. */
export type Refusal = (path: string, message: string) => IntentError;

/** The own members of an object, each read once, those that are undefined left out. A member that is not known is refused. */
export function readClosed(
  value: unknown,
  known: readonly string[],
  refusal: Refusal,
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refusal("", "An object is expected.");
  const members: Record<string, unknown> = Object.create(null);
  try {
    for (const name of Object.keys(value)) members[name] = (value as Record<string, unknown>)[name];
  } catch {
    throw refusal("", "The members could not be read.");
  }
  for (const name of Object.keys(members)) {
    if (!known.includes(name)) throw refusal(`/${pointerToken(name)}`, "There is no such member.");
    if (members[name] === undefined) delete members[name];
  }
  return members;
}

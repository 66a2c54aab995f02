import { IntentError } from "../errors.ts";

/** The business Schema holds something outside the subset; `path` is a pointer into it, its place in the options included. */
export function refuseSchema(path: string, message: string): never {
  const shown = `${path === "" ? "The Schema" : path} ${message}.`;
  throw new IntentError("SCHEMA_UNSUPPORTED", "config", shown, {
    issues: [{ code: "SCHEMA_UNSUPPORTED", path, message }],
  });
}

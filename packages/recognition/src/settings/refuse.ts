import { IntentError } from "../errors.ts";

/** A member of the configuration is not what it must be. */
export function refuseOption(path: string, message: string): never {
  const shown = `${path === "" ? "The configuration" : path} ${message}.`;
  throw new IntentError("CONFIG_INVALID", "config", shown, { issues: [{ code: "CONFIG_INVALID", path, message }] });
}

import { IntentError } from "../errors.ts";

/** A wrong setting of the server itself: CONFIG_INVALID/transport, in one line. */
export function refuseSetting(flag: string, message: string, cause?: unknown): IntentError {
  const text = `${flag}: ${message}`;
  return new IntentError("CONFIG_INVALID", "transport", text, {
    issues: [{ code: "CONFIG_INVALID", path: flag, message }],
    cause,
  });
}

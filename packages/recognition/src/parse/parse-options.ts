import { IntentError } from "../errors.ts";

export interface CallOptions {
  signal: AbortSignal | null;
  /** 0: no deadline of this call. */
  timeoutMs: number;
}

function refuse(path: string, message: string): never {
  throw new IntentError("INPUT_INVALID", "input", message, { issues: [{ code: "INPUT_INVALID", path, message }] });
}

function isSignal(value: unknown): value is AbortSignal {
  if (value instanceof AbortSignal) return true;
  if (typeof value !== "object" || value === null) return false;
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return (
    typeof aborted === "boolean" && typeof addEventListener === "function" && typeof removeEventListener === "function"
  );
}

/** Reads what travels beside the request, each member once. Throws INPUT_INVALID/input. */
export function readParseOptions(options: unknown): CallOptions {
  if (options === undefined || options === null) return { signal: null, timeoutMs: 0 };
  if (typeof options !== "object") refuse("", "The options of a call must be an object.");
  let signal: unknown;
  let timeoutMs: unknown;
  let usable: boolean;
  try {
    ({ signal, timeoutMs } = options as { signal?: unknown; timeoutMs?: unknown });
    usable = signal === undefined || signal === null || isSignal(signal);
  } catch {
    refuse("", "The options of this call could not be read.");
  }
  if (!usable) refuse("/signal", "signal must be an AbortSignal.");
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && Number.isFinite(timeoutMs) && timeoutMs >= 0))
    refuse("/timeoutMs", "timeoutMs must be a number of milliseconds, 0 for none.");
  return { signal: (signal as AbortSignal | null | undefined) ?? null, timeoutMs: (timeoutMs as number) ?? 0 };
}

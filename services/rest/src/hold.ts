import { serviceError } from "@openintents/process";

/** Longest hold, in seconds. */
export const LONGEST_HOLD_SECONDS = 50;

/** How long a request asks to be held, and whether the `Prefer` header said so. */
export type Hold = { seconds: number; preferred: boolean };

const NO_HOLD: Hold = { seconds: 0, preferred: false };

/**
 * Reads `?wait_seconds=` or `Prefer: wait=N`; the query wins where both are given.
 * Throws ServiceError `parameter_invalid` with param `wait_seconds` for anything but a
 * whole number from 0 to 50. Other preferences are ignored, as HTTP asks.
 */
export function readHold(query: string | string[] | undefined, prefer: string | string[] | undefined): Hold {
  if (query !== undefined) {
    // A repeated parameter is refused by the request mapper, which knows it takes one value.
    return typeof query === "string" ? { seconds: seconds(query), preferred: false } : NO_HOLD;
  }
  if (prefer === undefined) return NO_HOLD;
  const wait = waitPreference(typeof prefer === "string" ? prefer : prefer.join(","));
  return wait === undefined ? NO_HOLD : { seconds: seconds(wait), preferred: true };
}

/** The first `wait` of a Prefer header counts; values may be quoted and carry parameters. */
function waitPreference(header: string): string | undefined {
  for (const part of header.split(",")) {
    const [name = "", value = ""] = (part.split(";", 1)[0] ?? "").split("=", 2);
    if (name.trim().toLowerCase() === "wait") return value.trim().replace(/^"(.*)"$/, "$1");
  }
  return undefined;
}

function seconds(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= LONGEST_HOLD_SECONDS) return value;
  throw serviceError("parameter_invalid", `wait_seconds must be a whole number from 0 to ${LONGEST_HOLD_SECONDS}.`, {
    param: "wait_seconds",
  });
}

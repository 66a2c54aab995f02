import { pointerToken } from "../json/pointer-text.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { IntentLimits } from "../types/options.ts";
import { refuseOption } from "./refuse.ts";

const BUDGET = ["calls", "wallMs", "inputTokens", "outputTokens"] as const;
// Beyond these a reader that goes into itself could run out of stack, whatever a server allows.
const HIGHEST: Readonly<Record<string, number>> = { candidateDepth: 64, schemaDepth: 32, childDepth: 16 };
/** Limits for which none is a meaning: no queue, no context, no baseline. */
export const MAY_BE_ZERO: ReadonlySet<string> = new Set([
  "queuedParses",
  "contextItems",
  "contextBytes",
  "baselineBytes",
]);

/** Limits of one instance: never above the defaults, unless `raised`. */
export function readLimits(given: unknown, raised: boolean): Readonly<IntentLimits> {
  if (given === undefined) return DEFAULT_LIMITS;
  const members = plain(given, "/limits");
  const limits: Record<string, unknown> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(members)) {
    const path = `/limits/${pointerToken(name)}`;
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) refuseOption(path, "is not a limit");
    limits[name] = name === "budget" ? readBudget(value) : readLimit(name, value, path, raised);
  }
  return Object.freeze(limits) as unknown as Readonly<IntentLimits>;
}

function readLimit(name: string, value: unknown, path: string, raised: boolean): number {
  const lowest = MAY_BE_ZERO.has(name) ? 0 : 1;
  if (!isCount(value, lowest)) return refuseOption(path, `must be a whole number of at least ${lowest}`);
  const allowed = DEFAULT_LIMITS[name as Exclude<keyof IntentLimits, "budget">];
  if (!raised && value > allowed) refuseOption(path, `may be lowered only; it is ${allowed}`);
  const highest = HIGHEST[name];
  if (highest !== undefined && value > highest) refuseOption(path, `may not be more than ${highest}`);
  return value;
}

function readBudget(given: unknown): IntentLimits["budget"] {
  const budget: Record<string, number> = {};
  for (const [name, value] of Object.entries(plain(given, "/limits/budget"))) {
    const path = `/limits/budget/${pointerToken(name)}`;
    if (!(BUDGET as readonly string[]).includes(name)) refuseOption(path, "is not a part of a budget");
    budget[name] = isCount(value, 1) ? value : refuseOption(path, "must be a whole number of at least 1");
  }
  return Object.freeze(budget);
}

function isCount(value: unknown, lowest: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= lowest;
}

function plain(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuseOption(path, "must be an object");
  return value as Record<string, unknown>;
}

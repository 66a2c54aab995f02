import { IntentError } from "../errors.ts";
import type { ExecutorReply } from "../types/executor.ts";

const DETAIL_LENGTH = 200;

/** An executor may be anybody's code: its reply is read once and must have one of the two forms. Throws EXECUTOR_FAILED. */
export function readReply(reply: unknown): ExecutorReply {
  if (typeof reply === "object" && reply !== null) {
    const { outcome, candidateText, usage, detail } = reply as Record<string, unknown>;
    if (outcome === "complete" && typeof candidateText === "string")
      return { outcome, candidateText, usage: readUsage(usage) };
    if (outcome === "refusal" || outcome === "incomplete")
      return typeof detail === "string" && detail !== "" ? { outcome, detail: clip(detail) } : { outcome };
  }
  throw new IntentError("EXECUTOR_FAILED", "executor", "The language source gave no reply of the agreed form.");
}

function readUsage(usage: unknown): { inputTokens: number; outputTokens: number } {
  const { inputTokens, outputTokens } = (typeof usage === "object" && usage !== null ? usage : {}) as Record<
    string,
    unknown
  >;
  return { inputTokens: tokens(inputTokens), outputTokens: tokens(outputTokens) };
}

const tokens = (value: unknown): number => (typeof value === "number" && value > 0 && value < Infinity ? value : 0);

function clip(text: string): string {
  const line = text
    .slice(0, 4 * DETAIL_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  return (line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH - 1)}…`).toWellFormed();
}

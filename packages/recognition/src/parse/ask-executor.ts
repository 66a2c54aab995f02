import { IntentError } from "../errors.ts";
import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import type { Stop } from "./stop.ts";

const DETAIL_LENGTH = 200;

/** Asks once, raced against the stop. Whatever the executor throws comes out as an IntentError. */
export async function askExecutor(executor: IntentExecutor, task: ExecutorTask, stop: Stop): Promise<ExecutorReply> {
  try {
    // Begun inside a promise, so that an executor that throws at once is handled like one that rejects.
    return readReply(await stop.race(new Promise((resolve) => resolve(executor.generate(task)))));
  } catch (thrown) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw executorError(thrown);
  }
}

function executorError(thrown: unknown): IntentError {
  if (thrown instanceof IntentError && thrown.stage === "executor") return thrown;
  if (thrown instanceof DOMException && thrown.name === "TimeoutError")
    return new IntentError("TIMEOUT", "executor", "The language source did not answer in time.", { cause: thrown });
  return new IntentError("EXECUTOR_FAILED", "executor", "The language source failed.", { cause: thrown });
}

const tokens = (value: unknown): number => (typeof value === "number" && value > 0 && value < Infinity ? value : 0);

/** An executor may be anybody's code: its reply is read once and must have one of the two forms. */
function readReply(reply: unknown): ExecutorReply {
  if (typeof reply === "object" && reply !== null) {
    const { outcome, candidateText, usage, detail } = reply as Record<string, unknown>;
    if (outcome === "complete" && typeof candidateText === "string") {
      const { inputTokens, outputTokens } = (usage ?? {}) as Record<string, unknown>;
      return {
        outcome,
        candidateText,
        usage: { inputTokens: tokens(inputTokens), outputTokens: tokens(outputTokens) },
      };
    }
    if (outcome === "refusal" || outcome === "incomplete")
      return typeof detail === "string" && detail !== "" ? { outcome, detail: clip(detail) } : { outcome };
  }
  throw new IntentError("EXECUTOR_FAILED", "executor", "The language source gave no reply of the agreed form.");
}

function clip(text: string): string {
  const line = text
    .slice(0, 4 * DETAIL_LENGTH)
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();
  return line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH - 1)}…`.toWellFormed();
}

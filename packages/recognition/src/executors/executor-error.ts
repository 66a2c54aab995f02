import { type ErrorCode, IntentError } from "../errors.ts";

const MESSAGES = {
  TIMEOUT: "The language source did not answer in time.",
  EXECUTOR_UNAVAILABLE: "The language source cannot be reached at present.",
  EXECUTOR_RATE_LIMITED: "The language source limits the rate of calls.",
  EXECUTOR_AUTH: "The language source did not accept the configured credentials.",
  EXECUTOR_FAILED: "The language source failed.",
  EXECUTOR_REFUSED: "The language source refused.",
  EXECUTOR_INCOMPLETE: "The language source did not finish.",
  BUDGET_EXHAUSTED: "The budget of this recognition is used up.",
} satisfies Partial<Record<ErrorCode, string>>;
type ExecutorCode = keyof typeof MESSAGES;

const isExecutorCode = (code: unknown): code is ExecutorCode =>
  typeof code === "string" && Object.hasOwn(MESSAGES, code);

/** One of the failures that an executor may have, in the words of this library. */
export function executorError(code: ExecutorCode, cause?: unknown): IntentError {
  return new IntentError(code, "executor", MESSAGES[code], cause === undefined ? {} : { cause });
}

/**
 * What an executor threw, as an error of stage executor. Of an IntentError made by another copy of this library, as a
 * loaded module may have one, the code counts and nothing else; whatever is unknown becomes EXECUTOR_FAILED.
 */
export function toExecutorError(thrown: unknown): IntentError {
  if (thrown instanceof IntentError && thrown.stage === "executor" && isExecutorCode(thrown.code)) return thrown;
  try {
    if (typeof thrown === "object" && thrown !== null) {
      const { name, code, stage } = thrown as { name?: unknown; code?: unknown; stage?: unknown };
      if (name === "TimeoutError") return executorError("TIMEOUT", thrown);
      if (name === "IntentError" && stage === "executor" && isExecutorCode(code)) return executorError(code, thrown);
    }
  } catch {
    // A member that cannot be read says nothing.
  }
  return executorError("EXECUTOR_FAILED", thrown);
}

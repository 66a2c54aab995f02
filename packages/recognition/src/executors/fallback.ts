import { IntentError } from "../errors.ts";
import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import { callOf } from "./budget.ts";
import { executorError, toExecutorError } from "./executor-error.ts";

const NEXT_ON = new Set(["EXECUTOR_RATE_LIMITED", "EXECUTOR_UNAVAILABLE", "TIMEOUT"]);
const WEAKEST_FIRST = ["none", "json", "strict"] as const;

/**
 * Asks its members in order until one answers. Only a member that cannot be reached, limits the rate or takes too long
 * makes it go on; a refusal, an incomplete answer and a candidate that breaks rules are answers. Its members stay
 * their maker's: closing it closes none of them.
 */
export function fallbackExecutor(members: readonly IntentExecutor[]): IntentExecutor {
  if (members.length === 0)
    throw new IntentError("CONFIG_INVALID", "config", "A fallback needs at least one executor.", {
      issues: [{ code: "CONFIG_INVALID", path: "/executors", message: "must not be empty" }],
    });
  const list = [...members];
  return {
    id: `fallback(${list.map(({ id }) => id).join(", ")})`,
    features: {
      schema: WEAKEST_FIRST.find((form) => list.some(({ features }) => features.schema === form)) ?? "none",
      abort: list.every(({ features }) => features.abort),
      offline: list.every(({ features }) => features.offline),
    },
    generate: (task) => ask(list, task),
  };
}

async function ask(members: readonly IntentExecutor[], task: ExecutorTask): Promise<ExecutorReply> {
  for (const [index, member] of members.entries()) {
    try {
      if (index > 0) callOf(task.signal)?.budget.spendCall();
      return await member.generate(task);
    } catch (thrown) {
      task.signal.throwIfAborted();
      if (index === members.length - 1 || !NEXT_ON.has(toExecutorError(thrown).code)) throw thrown;
    }
  }
  throw executorError("EXECUTOR_UNAVAILABLE");
}

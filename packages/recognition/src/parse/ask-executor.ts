import { toExecutorError } from "../executors/executor-error.ts";
import { readReply } from "../executors/read-reply.ts";
import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import type { Stop } from "./stop.ts";

/** Asks once, raced against the stop. Whatever the executor throws comes out as an IntentError. */
export async function askExecutor(executor: IntentExecutor, task: ExecutorTask, stop: Stop): Promise<ExecutorReply> {
  try {
    // Begun inside a promise, so that an executor that throws at once is handled like one that rejects.
    return readReply(await stop.race(new Promise((resolve) => resolve(executor.generate(task)))));
  } catch (thrown) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw toExecutorError(thrown);
  }
}

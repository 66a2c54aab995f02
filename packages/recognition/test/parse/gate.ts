import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../../src/types/executor.ts";
import { seedText } from "./seed-candidate.ts";

export interface Call {
  task: ExecutorTask;
  answer(reply?: ExecutorReply): void;
  fail(error: unknown): void;
}

export interface Gate extends IntentExecutor {
  calls: Call[];
  /** Resolves when so many calls have come in all. */
  called(count: number): Promise<void>;
}

/** An executor whose calls stay open until the test answers them; it does not react to the signal. */
export function gate(): Gate {
  const calls: Call[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  return {
    id: "gate",
    features: { schema: "none", abort: false, offline: true },
    calls,
    called: (count) =>
      new Promise((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    generate: (task) =>
      new Promise((resolve, reject) => {
        calls.push({
          task,
          answer: (reply = { outcome: "complete", candidateText: seedText() }) => resolve(reply),
          fail: reject,
        });
        waiting = waiting.filter(({ count, resolve: reached }) => {
          if (calls.length >= count) reached();
          return calls.length < count;
        });
      }),
  };
}

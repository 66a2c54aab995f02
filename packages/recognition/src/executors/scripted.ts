import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import type { JsonValue } from "../types/json.ts";

/** A reply as such, a candidate (an object or its text), an error to fail with, or a function of the task that gives one of these. */
export type ScriptedReply =
  | ExecutorReply
  | string
  | Error
  | { candidate: object | JsonValue }
  | ((task: ExecutorTask) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedExecutor extends IntentExecutor {
  /** Every task it was given, in order. */
  readonly tasks: readonly ExecutorTask[];
}

/**
 * An executor for tests of those who embed the recogniser: gives its replies one after the other, and fails once
 * they are used up. A single function answers every call.
 */
export function scriptedExecutor(
  replies: readonly ScriptedReply[] | ((task: ExecutorTask) => ScriptedReply | Promise<ScriptedReply>),
): ScriptedExecutor {
  const tasks: ExecutorTask[] = [];
  return {
    id: "scripted",
    features: { schema: "none", abort: true, offline: true },
    tasks,
    async generate(task) {
      tasks.push(task);
      const scripted = typeof replies === "function" ? replies : replies[tasks.length - 1];
      if (scripted === undefined) throw new Error("The script has no further reply.");
      return settle(scripted, task);
    },
  };
}

async function settle(scripted: ScriptedReply, task: ExecutorTask): Promise<ExecutorReply> {
  if (typeof scripted === "function") return settle(await scripted(task), task);
  if (scripted instanceof Error) throw scripted;
  if (typeof scripted === "string") return { outcome: "complete", candidateText: scripted };
  if ("candidate" in scripted) return { outcome: "complete", candidateText: JSON.stringify(scripted.candidate) };
  return scripted;
}

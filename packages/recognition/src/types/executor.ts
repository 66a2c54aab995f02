import type { ContextItem } from "./input.ts";
import type { JsonSchema } from "./json.ts";
import type { EffectiveState } from "./result.ts";

/** A language source: proposes a candidate, nothing else. */
export interface IntentExecutor {
  readonly id: string;
  readonly features: { schema: "strict" | "json" | "none"; abort: boolean; offline: boolean };
  generate(task: ExecutorTask): Promise<ExecutorReply>;
  /** Called only by whoever made the executor. */
  close?(): Promise<void>;
}

export interface ExecutorTask {
  attempt: 1 | 2;
  instructions: string;
  input: TaskMaterial;
  outputSchema: JsonSchema;
  correction: { candidateText: string; problems: Problem[] } | null;
  signal: AbortSignal;
}

export type ExecutorReply =
  | { outcome: "complete"; candidateText: string; usage?: { inputTokens?: number; outputTokens?: number } }
  | { outcome: "refusal" | "incomplete"; detail?: string };

/** All that a language source gets to see of the caller's material and of the instance. */
export interface TaskMaterial {
  input: string;
  context: ContextItem[];
  baseline: EffectiveState | null;
  referenceTime: string | null;
  language: string;
  fields: { name: string; required: boolean; schema: JsonSchema }[];
  domains: { name: string; description: string }[];
}

/** One broken rule. `code` is V01 to V15 for a candidate; `path` a JSON Pointer. */
export interface Problem {
  code: string;
  path: string;
  message: string;
}

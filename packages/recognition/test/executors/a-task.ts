import type { ExecutorTask } from "../../src/types/executor.ts";

/** A task of the shape that the core makes, for executors tried by themselves. */
export function aTask(changed: Partial<ExecutorTask> = {}): ExecutorTask {
  return {
    attempt: 1,
    instructions: "Make a candidate.",
    input: {
      input: "Look up order 000123.",
      context: [],
      baseline: null,
      referenceTime: null,
      language: "en",
      fields: [],
      domains: [],
    },
    outputSchema: {
      type: "object",
      properties: { kind: { type: "string" } },
      required: ["kind"],
      additionalProperties: false,
    },
    correction: null,
    signal: new AbortController().signal,
    ...changed,
  };
}

import { candidateSchema } from "../candidate/candidate-schema.ts";
import { IntentError } from "../errors.ts";
import type { RecognitionRequest } from "../request.ts";
import type { TaskMaterial } from "../types/executor.ts";
import type { JsonSchema } from "../types/json.ts";
import { instructionsFor } from "./instructions.ts";

/** What a language source is given: trusted instructions, untrusted material, the shape of the answer. */
export interface Task {
  instructions: string;
  input: TaskMaterial;
  outputSchema: JsonSchema;
}

/** Throws LIMIT_EXCEEDED/input when instructions, material and schema together are longer than the task may be. */
export function makeTask(request: RecognitionRequest): Task {
  const task: Task = {
    instructions: instructionsFor(request.settings),
    input: materialOf(request),
    outputSchema: candidateSchema(request),
  };
  const { taskBytes } = request.settings.limits;
  const bytes = Buffer.byteLength(task.instructions) + jsonBytes(task.input) + jsonBytes(task.outputSchema);
  if (bytes > taskBytes) {
    const message = `Instructions, material and schema come to ${bytes} bytes; at most ${taskBytes} are allowed.`;
    throw new IntentError("LIMIT_EXCEEDED", "input", message, {
      issues: [{ code: "LIMIT_EXCEEDED", path: "", message }],
    });
  }
  return task;
}

function materialOf(request: RecognitionRequest): TaskMaterial {
  const { settings } = request;
  return {
    input: request.input,
    context: request.context.map((item) => ({ ...item })),
    baseline: request.baseline,
    referenceTime: request.referenceTimeText,
    language: request.language,
    fields: request.fields.flatMap((name) => {
      const field = settings.schema?.field(name);
      return field === undefined ? [] : [{ name, required: field.required, schema: field.schema }];
    }),
    domains: settings.domains.map(({ name, description }) => ({ name, description })),
  };
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

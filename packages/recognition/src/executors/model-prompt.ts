import type { ExecutorTask } from "../types/executor.ts";

export interface PromptMessage {
  role: "user" | "assistant";
  content: string;
}

/** The task as a conversation: our instructions apart, the caller's material as one JSON text, then a correction. */
export function modelPrompt(
  task: ExecutorTask,
  o: { withSchema: boolean },
): { instructions: string; messages: PromptMessage[] } {
  const schema = o.withSchema
    ? `\n\nAnswer with one JSON object that satisfies this JSON Schema, and nothing else:\n${JSON.stringify(task.outputSchema)}`
    : "";
  const messages: PromptMessage[] = [{ role: "user", content: JSON.stringify(task.input) }];
  if (task.correction) {
    messages.push(
      // Providers refuse an empty message.
      { role: "assistant", content: task.correction.candidateText.trim() || "{}" },
      {
        role: "user",
        content: `That answer breaks the rules named below. Answer with the whole JSON object again and change only what they name.\n${JSON.stringify(task.correction.problems)}`,
      },
    );
  }
  return { instructions: `${task.instructions}${schema}`, messages };
}

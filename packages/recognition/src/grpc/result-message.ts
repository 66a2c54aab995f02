import { fromRecognitionJson, type IntentResult, IntentResultSchema } from "@openintents/proto";

/** A result as an answer carries it: typed, and as the canonical text that it is printed from. */
export function resultMessage(text: string): { result: IntentResult; resultJson: Uint8Array } {
  return {
    result: fromRecognitionJson(IntentResultSchema, JSON.parse(text)),
    resultJson: new TextEncoder().encode(text),
  };
}

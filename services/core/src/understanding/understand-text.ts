// From an intent's text to what was understood of it: by the instance for intents, by rules where that
// has none, and where it failed for good.
import { type Intent, type IntentResult, rulesExecutor } from "@openintents/recognition";
import type { Recognisers } from "../recognition/recognisers.ts";
import { referenceTime } from "./reference-time.ts";

export type Text = { text: string; createdAt: number };

export type TextReader = {
  /** By the instance's own language source, within `timeoutMs`; rejects on a technical failure. */
  read(text: Text, o: { signal: AbortSignal; timeoutMs: number }): Promise<IntentResult>;
  /** By rules, always at hand. */
  readByRules(text: Text, signal: AbortSignal): Promise<IntentResult>;
  /** Whether `read` is worth waiting for: it reaches outside this process. */
  online: boolean;
  instance: string;
};

export function createTextReader(recognisers: Recognisers): TextReader {
  const { intent, name, defaults, online } = recognisers.forIntents;
  const material = ({ text, createdAt }: Text) => ({
    input: text,
    referenceTime: referenceTime(createdAt, defaults.zone),
  });
  const rules = rulesExecutor();
  return {
    online: online && recognisers.mode === "executor",
    instance: name,
    read: (text, o) => intent.parse(material(text), o),
    readByRules: (text, signal) => byRules(intent, rules, material(text), signal),
  };
}

/** The instance's own Schema and settings with the rules in the place of its language source. */
async function byRules(
  intent: Intent,
  rules: ReturnType<typeof rulesExecutor>,
  input: { input: string; referenceTime: string },
  signal: AbortSignal,
): Promise<IntentResult> {
  const { instructions, input: material, outputSchema, accept } = intent.prepare(input);
  const reply = await rules.generate({
    attempt: 1,
    instructions,
    input: material,
    outputSchema,
    correction: null,
    signal,
  });
  if (reply.outcome !== "complete") throw new Error(`the rules ended ${reply.outcome}`);
  const accepted = accept(reply.candidateText);
  if (accepted.outcome === "invalid") {
    throw new Error(`the rules made a candidate that breaks ${accepted.problems.map(({ code }) => code).join(", ")}`);
  }
  return accepted.result;
}

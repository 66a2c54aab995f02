// Public as "@openintents/recognition/openai-compatible". Needs the packages `ai` and `@ai-sdk/openai-compatible`.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, Output, wrapLanguageModel } from "ai";
import type { IntentExecutor } from "../types/executor.ts";
import { checkUrl } from "./check-url.ts";
import { type ModelExecutorOptions, modelExecutor } from "./model-executor.ts";

export interface OpenAICompatibleOptions extends ModelExecutorOptions {
  /** Up to and with the version, as `http://127.0.0.1:8000/v1`. */
  baseUrl: string;
}

/** A model behind the chat completions protocol. Throws CONFIG_INVALID/config for an address it cannot use. */
export function openaiCompatibleExecutor(options: OpenAICompatibleOptions): IntentExecutor {
  const schema = options.structuredOutput ?? "strict";
  const { href } = checkUrl(options.baseUrl, "/baseUrl", { base: true });
  return modelExecutor(options, {
    name: "openai-compatible",
    sdk: { generateText, jsonSchema, Output, wrapLanguageModel },
    model: (fetch) =>
      createOpenAICompatible({
        name: "openai-compatible",
        baseURL: href,
        ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
        supportsStructuredOutputs: schema === "strict",
        fetch,
      }).chatModel(options.model),
    schema,
    schemaInPrompt: schema === "json",
  });
}

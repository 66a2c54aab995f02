// Public as "@openintents/recognition/anthropic". Needs the packages `ai` and `@ai-sdk/anthropic`.
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, jsonSchema, Output, wrapLanguageModel } from "ai";
import type { IntentExecutor } from "../types/executor.ts";
import { checkUrl } from "./check-url.ts";
import { type ModelExecutorOptions, modelExecutor } from "./model-executor.ts";

export interface AnthropicOptions extends ModelExecutorOptions {
  apiKey: string;
  /** Up to and with the version; default: the provider's own. */
  baseUrl?: string;
}

const PROVIDER_URL = "https://api.anthropic.com/v1";

/** A model behind the messages protocol. Throws CONFIG_INVALID/config for an address it cannot use. */
export function anthropicExecutor(options: AnthropicOptions): IntentExecutor {
  const schema = options.structuredOutput ?? "strict";
  // Always given: otherwise the SDK takes address and key from the environment by itself.
  const { href } = checkUrl(options.baseUrl ?? PROVIDER_URL, "/baseUrl", { base: true });
  return modelExecutor(options, {
    name: "anthropic",
    sdk: { generateText, jsonSchema, Output, wrapLanguageModel },
    model: (fetch) => createAnthropic({ baseURL: href, apiKey: options.apiKey, fetch })(options.model),
    schema,
    // Either the native form, where the model has it, or the schema of a tool that only carries the answer.
    schemaInPrompt: false,
    providerOptions: { anthropic: { structuredOutputMode: schema === "strict" ? "auto" : "jsonTool" } },
  });
}

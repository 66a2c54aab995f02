// What the executors over the AI SDK share. The SDK itself is handed in, so that only the module of a provider needs it.
import type { JSONSchema7, LanguageModel } from "ai";
import { IntentError } from "../errors.ts";
import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import { boundedFetch, DEFAULT_REPLY_BYTES } from "./bounded-fetch.ts";
import { callOf, exhausted } from "./budget.ts";
import { CallFailure } from "./call-failure.ts";
import { modelPrompt } from "./model-prompt.ts";
import { checkRetries, type RetryClock, withRetry } from "./retry.ts";
import { concealer } from "./secrets.ts";

type Sdk = Pick<typeof import("ai"), "generateText" | "jsonSchema" | "Output" | "wrapLanguageModel">;
type ProviderModel = Parameters<Sdk["wrapLanguageModel"]>[0]["model"];

export interface ModelExecutorOptions {
  /** The provider's name of the model. */
  model: string;
  /** The key itself; it is never logged, serialised or put into an error. */
  apiKey?: string;
  /** Further calls after a failure that may pass: 0 to 2, default 2. */
  retries?: number;
  /** `json` for a provider that does not enforce schemas; default `strict`. */
  structuredOutput?: "strict" | "json";
  /** Most tokens of one answer; default: the provider's. */
  maxOutputTokens?: number;
  clock?: RetryClock;
}

export interface ProviderParts {
  name: string;
  sdk: Sdk;
  /** A model that makes its calls with this fetch. */
  model(fetch: typeof globalThis.fetch): ProviderModel;
  /** How the provider is held to the schema. */
  schema: "strict" | "json";
  /** Whether the schema has to stand in the prompt, since the request has no other place for it. */
  schemaInPrompt: boolean;
  providerOptions?: Parameters<Sdk["generateText"]>[0]["providerOptions"];
}

export function modelExecutor(options: ModelExecutorOptions, parts: ProviderParts): IntentExecutor {
  const { sdk } = parts;
  const { clock, maxOutputTokens } = options;
  const retries = checkRetries(options.retries);
  const bounds = { replyBytes: DEFAULT_REPLY_BYTES, conceal: concealer([options.apiKey]) };
  const model: LanguageModel = sdk.wrapLanguageModel({
    model: parts.model(async (url, init) => {
      const { status, headers, body } = await boundedFetch(url, init ?? {}, bounds);
      return new Response(body, { status, headers });
    }),
    // The SDK prints warnings; standard output may be a protocol.
    middleware: { wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }) },
  });
  /** Some models refuse any temperature: found out by the first call, remembered for the others. */
  let temperature: number | undefined = 0;

  async function call(task: ExecutorTask): Promise<ExecutorReply> {
    const tokensLeft = callOf(task.signal)?.budget.outputTokensLeft ?? null;
    const bound = Math.min(maxOutputTokens ?? Infinity, tokensLeft ?? Infinity);
    const object = sdk.Output.object({
      name: "candidate",
      schema: sdk.jsonSchema(task.outputSchema as JSONSchema7),
    });
    const result = await sdk.generateText({
      model,
      ...modelPrompt(task, { withSchema: parts.schemaInPrompt }),
      // The text is what the core wants: it reads and judges the candidate itself, and strictly.
      output: { ...object, parseCompleteOutput: async ({ text }: { text: string }) => text },
      ...(temperature === undefined ? {} : { temperature }),
      ...(bound === Infinity ? {} : { maxOutputTokens: Math.max(1, bound) }),
      ...(parts.providerOptions === undefined ? {} : { providerOptions: parts.providerOptions }),
      maxRetries: 0,
      abortSignal: task.signal,
      telemetry: { isEnabled: false },
    });
    const usage = { inputTokens: result.usage.inputTokens, outputTokens: result.usage.outputTokens };
    switch (result.finishReason) {
      case "stop":
        return { outcome: "complete", candidateText: result.output, usage };
      case "length":
        if (tokensLeft !== null && bound === tokensLeft) throw exhausted("output tokens");
        return { outcome: "incomplete", detail: "The answer reached its length limit." };
      case "content-filter":
        return { outcome: "refusal", detail: bounds.conceal(result.text) };
      default:
        return { outcome: "incomplete", detail: `The answer ended early (${result.finishReason}).` };
    }
  }

  async function attempt(task: ExecutorTask): Promise<ExecutorReply> {
    try {
      return await call(task);
    } catch (thrown) {
      if (temperature !== undefined && refusesTemperature(thrown)) {
        temperature = undefined;
        callOf(task.signal)?.budget.spendCall();
        return attempt(task);
      }
      if (thrown instanceof CallFailure || thrown instanceof IntentError || task.signal.aborted) throw thrown;
      // The SDK's own errors carry request and answer; none of that leaves here.
      throw new CallFailure("protocol", `The answer is not of the provider's form (${nameOf(thrown)}).`);
    }
  }

  return {
    id: `${parts.name}:${options.model}`,
    features: { schema: parts.schema, abort: true, offline: false },
    generate: (task) =>
      withRetry(() => attempt(task), { retries, signal: task.signal, ...(clock === undefined ? {} : { clock }) }),
  };
}

function refusesTemperature(thrown: unknown): boolean {
  return thrown instanceof CallFailure && thrown.status === 400 && /temperature/i.test(thrown.said);
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error && /^[A-Za-z_]{1,60}$/.test(thrown.name) ? thrown.name : "unknown";
}

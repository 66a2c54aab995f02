import { IntentError } from "../errors.ts";
import type { IntentExecutor } from "../types/executor.ts";
import type { Domain } from "../types/options.ts";
import { checkExecutor } from "./check-executor.ts";
import type { ExecutorConfig } from "./executor-schema.ts";
import { fallbackExecutor } from "./fallback.ts";
import { httpExecutor } from "./http.ts";
import { moduleExecutor } from "./module.ts";
import { withTimeLimit } from "./time-limit.ts";

export type { ExecutorConfig } from "./executor-schema.ts";

export interface CreateExecutorOptions {
  /** Where the variables are that the configuration names. */
  env: Readonly<Record<string, string | undefined>>;
  /** What relative paths start from. */
  baseDirectory: string;
  /** Whether the configuration may name code to load. */
  allowModule: boolean;
  /** Of the instance it is for: rules learn to name them from their examples, if at least two have some. */
  domains?: readonly Domain[];
}

function invalid(path: string, message: string, cause?: unknown): IntentError {
  return new IntentError("CONFIG_INVALID", "config", `executor${path}: ${message}`, {
    issues: [{ code: "CONFIG_INVALID", path, message }],
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Makes the executor that a configuration describes. Throws CONFIG_INVALID/config; `issues[].path` points into the
 * configuration. Keys come from the environment only. Closing the result closes what was made for it.
 */
export async function createExecutor(config: ExecutorConfig, o: CreateExecutorOptions): Promise<IntentExecutor> {
  return make(checkExecutor(config), "", o);
}

async function make(config: ExecutorConfig, path: string, o: CreateExecutorOptions): Promise<IntentExecutor> {
  switch (config.type) {
    case "rules":
      return makeRules(o.domains ?? []);
    case "openai-compatible": {
      const { type: _, apiKeyEnv, timeoutMs, ...options } = config;
      const key = readKey(apiKeyEnv, path, o);
      const { openaiCompatibleExecutor } = await provider(path, config.type, () => import("./openai-compatible.ts"));
      return finish(path, timeoutMs, () => openaiCompatibleExecutor({ ...options, ...key }));
    }
    case "anthropic": {
      const { type: _, apiKeyEnv, timeoutMs, ...options } = config;
      const key = readKey(apiKeyEnv, path, o);
      const { anthropicExecutor } = await provider(path, config.type, () => import("./anthropic.ts"));
      return finish(path, timeoutMs, () => anthropicExecutor({ ...options, apiKey: key.apiKey ?? "" }));
    }
    case "http": {
      const { type: _, apiKeyEnv, timeoutMs, ...options } = config;
      return finish(path, timeoutMs, () => httpExecutor({ ...options, ...readKey(apiKeyEnv, path, o) }));
    }
    case "module": {
      if (!o.allowModule) throw invalid(`${path}/type`, "module executors are not allowed here");
      const { type: _, timeoutMs, ...options } = config;
      return finish(path, timeoutMs, () => moduleExecutor({ ...options, baseDirectory: o.baseDirectory }));
    }
    case "fallback":
      return makeFallback(config.executors, path, o);
  }
}

async function makeRules(domains: readonly Domain[]): Promise<IntentExecutor> {
  const { rulesExecutor } = await import("./rules/index.ts");
  if (!domains.some(({ examples }) => examples?.length)) return rulesExecutor();
  const { trainClassifier } = await import("../classifier/train-classifier.ts");
  const classifier = trainClassifier(domains);
  return classifier ? rulesExecutor({ classify: (text) => classifier.predict(text)?.name ?? null }) : rulesExecutor();
}

async function makeFallback(
  configs: readonly ExecutorConfig[],
  path: string,
  o: CreateExecutorOptions,
): Promise<IntentExecutor> {
  const members: IntentExecutor[] = [];
  const close = async () => {
    await Promise.all(members.map((member) => member.close?.()));
  };
  try {
    for (const [index, config] of configs.entries()) members.push(await make(config, `${path}/executors/${index}`, o));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { ...fallbackExecutor(members), close };
}

/** The value is trimmed: a file of secrets often ends in a line break, and no header may hold one. */
function readKey(name: string | undefined, path: string, o: CreateExecutorOptions): { apiKey?: string } {
  if (name === undefined) return {};
  const apiKey = o.env[name]?.trim();
  // Without the name: somebody may have put the key itself in its place.
  if (!apiKey) throw invalid(`${path}/apiKeyEnv`, "the variable that it names is not set");
  return { apiKey };
}

async function finish(
  path: string,
  timeoutMs: number | undefined,
  create: () => IntentExecutor | Promise<IntentExecutor>,
): Promise<IntentExecutor> {
  try {
    return withTimeLimit(await create(), timeoutMs ?? 0);
  } catch (thrown) {
    if (!(thrown instanceof IntentError) || path === "") throw thrown;
    throw new IntentError(thrown.code, thrown.stage, thrown.message, {
      issues: thrown.issues.map((issue) => ({ ...issue, path: `${path}${issue.path}` })),
      cause: thrown.cause,
    });
  }
}

/** The packages of the providers are optional peers: without them, the configuration asks for what is not there. */
async function provider<T>(path: string, type: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    if (isMissingPackage(thrown))
      throw invalid(`${path}/type`, `${type} needs the packages ai and @ai-sdk/${type}: install them`, thrown);
    throw thrown;
  }
}

function isMissingPackage(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
}

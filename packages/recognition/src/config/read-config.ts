import { basename, dirname, resolve } from "node:path";
import { IntentError } from "../errors.ts";
import { createExecutor } from "../executors/create-executor.ts";
import { Intent } from "../intent.ts";
import { allowRaisedLimits } from "../parse/inside.ts";
import type { IntentExecutor } from "../types/executor.ts";
import type { JsonSchema } from "../types/json.ts";
import { checkConfig, type InstanceConfig, type RecognitionFile } from "./check-config.ts";
import { readDocument } from "./read-document.ts";

export interface LoadOptions {
  /** The configuration file; null: one instance `main` that works by rules, without a Schema. */
  path: string | null;
  /** Where the variables are that the file names. */
  env: Record<string, string | undefined>;
  /** Whether the file may name code to load. */
  allowModuleExecutors: boolean;
  /** Wins over the file's `mode`. */
  modeOverride?: "executor" | "host";
}

export interface LoadedRecognition {
  mode: "executor" | "host";
  toolPrefix: string;
  /** In the file's order; without a prototype. In host mode none of them has an executor. */
  instances: Record<string, Intent>;
  executors: IntentExecutor[];
  /** Disposes the instances, then closes the executors. Idempotent. */
  close(): Promise<void>;
}

const DEFAULT_FILE: RecognitionFile = { version: 1, instances: { main: {} } };

/**
 * Reads a configuration file and makes its recognisers. Throws CONFIG_INVALID or
 * SCHEMA_UNSUPPORTED with stage config; `issues[].path` points into the file.
 */
export async function loadRecognitionConfig(o: LoadOptions): Promise<LoadedRecognition> {
  const path = o.path === null ? null : resolve(o.path);
  const name = path === null ? "configuration" : basename(path);
  const file = path === null ? DEFAULT_FILE : checkConfig(await readDocument(path), name);
  const mode = o.modeOverride ?? file.mode ?? "executor";
  const baseDirectory = path === null ? process.cwd() : dirname(path);
  const instances: Record<string, Intent> = Object.create(null);
  const executors: IntentExecutor[] = [];
  const close = once(async () => {
    for (const intent of Object.values(instances)) intent.dispose();
    await Promise.all(executors.map((executor) => executor.close?.()));
  });
  try {
    for (const [instance, config] of Object.entries(file.instances)) {
      const at = { name, path: `/instances/${instance}` };
      const executor =
        mode === "host" ? undefined : await within({ ...at, path: `${at.path}/executor` }, () => make(config));
      if (executor !== undefined) executors.push(executor);
      const schema = await within({ ...at, path: `${at.path}/schema` }, () => readSchema(config.schema, baseDirectory));
      instances[instance] = await within(at, async () => build(config, schema, executor));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { mode, toolPrefix: file.toolPrefix ?? "", instances, executors, close };

  function make(config: InstanceConfig): Promise<IntentExecutor> {
    const { executor = { type: "rules" }, domains = [] } = config;
    return createExecutor(executor, { env: o.env, baseDirectory, allowModule: o.allowModuleExecutors, domains });
  }
}

function build(config: InstanceConfig, schema: JsonSchema | undefined, executor: IntentExecutor | undefined): Intent {
  const { schema: _path, executor: _config, ...options } = config;
  return new Intent(
    allowRaisedLimits({
      ...options,
      ...(schema === undefined ? {} : { schema }),
      ...(executor === undefined ? {} : { executor }),
    }),
  );
}

async function readSchema(
  schema: string | JsonSchema | undefined,
  baseDirectory: string,
): Promise<JsonSchema | undefined> {
  if (typeof schema !== "string") return schema;
  const document = await readDocument(resolve(baseDirectory, schema));
  if (typeof document === "object" && document !== null && !Array.isArray(document)) return document;
  throw new IntentError("CONFIG_INVALID", "config", `${basename(schema)}: is not a JSON Schema object`);
}

/** Runs a step on one member of the file; what it throws then points into the file. */
async function within<T>(at: { name: string; path: string }, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw thrown;
    const issues =
      thrown.issues.length > 0 ? thrown.issues : [{ code: thrown.code, path: "", message: thrown.message }];
    const placed = issues.map((issue) => ({ ...issue, path: `${at.path}${issue.path}` }));
    const message = `${at.name}: ${placed[0]?.path}: ${placed[0]?.message}`;
    throw new IntentError(thrown.code, "config", message, { issues: placed, cause: thrown });
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { IntentError } from "../errors.ts";
import type { IntentExecutor } from "../types/executor.ts";
import type { JsonObject } from "../types/json.ts";

export interface ModuleExecutorOptions {
  /** A file, absolute or relative to `baseDirectory`; its default export is an executor or a function that makes one. */
  path: string;
  baseDirectory: string;
  /** Handed to the function. */
  options?: JsonObject;
}

function refuse(message: string, cause?: unknown): never {
  throw new IntentError("CONFIG_INVALID", "config", `The executor module ${message}.`, {
    issues: [{ code: "CONFIG_INVALID", path: "/path", message }],
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Loads code from the disk and runs it: only for a configuration that is trusted as much. Throws CONFIG_INVALID/config. */
export async function moduleExecutor(o: ModuleExecutorOptions): Promise<IntentExecutor> {
  if (!isAbsolute(o.path) && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(o.path)) refuse("must be a file, not a URL");
  const file = resolve(o.baseDirectory, o.path);
  const module = await load(file);
  const { default: exported } = module;
  const made: unknown = typeof exported === "function" ? await make(exported as Factory, o.options ?? {}) : exported;
  if (!isExecutor(made)) refuse("must export an executor, or a function that makes one, as its default");
  return made;
}

type Factory = (options: JsonObject) => unknown;

async function load(file: string): Promise<{ default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (thrown) {
    return refuse(`could not be loaded (${kindOf(thrown)})`, thrown);
  }
}

async function make(factory: Factory, options: JsonObject): Promise<unknown> {
  try {
    return await factory(options);
  } catch (thrown) {
    return refuse(`could not make an executor (${kindOf(thrown)})`, thrown);
  }
}

/** The error's code or class. Its message stays inside: it may repeat an option that is a secret. */
function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown reason";
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
}

function isExecutor(value: unknown): value is IntentExecutor {
  if (typeof value !== "object" || value === null) return false;
  const { id, features, generate, close } = value as Partial<IntentExecutor>;
  return (
    typeof id === "string" &&
    typeof features === "object" &&
    features !== null &&
    ["strict", "json", "none"].includes(features.schema) &&
    typeof features.abort === "boolean" &&
    typeof features.offline === "boolean" &&
    typeof generate === "function" &&
    (close === undefined || typeof close === "function")
  );
}

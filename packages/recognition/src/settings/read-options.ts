import { copyPlainJson, isPlain } from "../json/plain-json.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { Settings } from "../request.ts";
import { readBusinessSchema } from "../schema/business-schema.ts";
import type { IntentExecutor } from "../types/executor.ts";
import type { JsonValue } from "../types/json.ts";
import type { IntentOptions } from "../types/options.ts";
import { languageTag } from "./language-tag.ts";
import { readDefaults } from "./read-defaults.ts";
import { readDomains } from "./read-domains.ts";
import { readLimits } from "./read-limits.ts";
import { refuseOption } from "./refuse.ts";

const MEMBERS: ReadonlySet<string> = new Set<keyof IntentOptions>([
  "language",
  "description",
  "domains",
  "schema",
  "executor",
  "instructions",
  "defaults",
  "timeoutMs",
  "corrections",
  "requireGuard",
  "limits",
  "extend",
]);
const GUIDANCE_BYTES = 8_192;
// The longest time that a timer of the platform counts.
const LONGEST_MS = 2_147_483_647;

export interface ReadOptions {
  settings: Settings;
  executor: IntentExecutor | null;
}

/**
 * Reads the configuration of one instance; everything but the executor and `extend` is copied and frozen.
 * Throws CONFIG_INVALID/config or SCHEMA_UNSUPPORTED/config, naming the member. Limits go down only, unless `raised`:
 * that is for the configuration of a server.
 */
export function readOptions(options: unknown, raised = false): ReadOptions {
  const given = membersOf(options ?? {});
  const limits = readLimits(data(given.limits, "/limits"), raised);
  const settings: Settings = {
    language: given.language === undefined ? "en" : readLanguage(given.language),
    description: readText(given.description, "/description", GUIDANCE_BYTES),
    domains: readDomains(data(given.domains, "/domains")),
    schema: given.schema === undefined ? null : readBusinessSchema(given.schema, limits, "/schema"),
    guidance: readText(given.instructions, "/instructions", GUIDANCE_BYTES),
    defaults: readDefaults(data(given.defaults, "/defaults")),
    timeoutMs: readTimeout(given.timeoutMs),
    corrections: readCorrections(given.corrections),
    requireGuard: readFlag(given.requireGuard, "/requireGuard"),
    limits,
    extend: readExtend(given.extend),
  };
  return { settings: Object.freeze(settings), executor: readExecutor(given.executor) };
}

/** The members of the options, each read once; only own ones count. */
function membersOf(options: unknown): { readonly [member in keyof IntentOptions]?: unknown } {
  const members: Record<string, unknown> = {};
  let at = "";
  try {
    if (typeof options !== "object" || options === null || Array.isArray(options) || !isPlain(options))
      return refuseOption("", "must be a plain object");
    for (const name of Reflect.ownKeys(options)) {
      at = typeof name === "string" ? `/${pointerToken(name)}` : "";
      if (typeof name !== "string" || !MEMBERS.has(name)) refuseOption(at, "is not a member of the configuration");
      members[name as string] = (options as Record<string, unknown>)[name as string];
    }
    return members;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "IntentError") throw thrown;
    return refuseOption(at, "could not be read");
  }
}

function data(value: unknown, at: string): JsonValue | undefined {
  if (value === undefined) return undefined;
  return copyPlainJson(value, {
    depth: 8,
    nodes: 100_000,
    characters: 1_048_576,
    refuse: (path, message) => refuseOption(`${at}${path}`, message),
  });
}

function readLanguage(value: unknown): string {
  return languageTag(value) ?? refuseOption("/language", "must be a BCP 47 language tag");
}

function readText(value: unknown, path: string, bytes: number): string | null {
  if (value === undefined) return null;
  if (typeof value !== "string" || !value.isWellFormed()) return refuseOption(path, "must be a string");
  if (Buffer.byteLength(value) > bytes) refuseOption(path, `is longer than ${bytes} bytes`);
  return value;
}

function readTimeout(value: unknown): number {
  if (value === undefined) return 0;
  const allowed = Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_MS;
  return allowed ? (value as number) : refuseOption("/timeoutMs", "must be a whole number of milliseconds, 0 for none");
}

function readCorrections(value: unknown): 0 | 1 {
  if (value === undefined) return 1;
  return value === 0 || value === 1 ? value : refuseOption("/corrections", "must be 0 or 1");
}

function readFlag(value: unknown, path: string): boolean {
  if (value === undefined) return false;
  return typeof value === "boolean" ? value : refuseOption(path, "must be true or false");
}

function readExtend(value: unknown): Settings["extend"] {
  if (value === undefined) return null;
  return typeof value === "function" ? (value as Settings["extend"]) : refuseOption("/extend", "must be a function");
}

function readExecutor(value: unknown): IntentExecutor | null {
  if (value === undefined) return null;
  try {
    if (typeof value !== "object" || value === null) return refuseOption("/executor", "must be an executor");
    const { id, features, generate, close } = value as Partial<IntentExecutor>;
    if (typeof id !== "string" || id === "") refuseOption("/executor/id", "must be a name");
    if (typeof generate !== "function") refuseOption("/executor/generate", "must be a function");
    if (close !== undefined && typeof close !== "function") refuseOption("/executor/close", "must be a function");
    if (typeof features !== "object" || features === null)
      return refuseOption("/executor/features", "must be an object");
    if (!["strict", "json", "none"].includes(features.schema))
      refuseOption("/executor/features/schema", "must be strict, json or none");
    if (typeof features.abort !== "boolean") refuseOption("/executor/features/abort", "must be true or false");
    if (typeof features.offline !== "boolean") refuseOption("/executor/features/offline", "must be true or false");
    return value as IntentExecutor;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "IntentError") throw thrown;
    return refuseOption("/executor", "could not be read");
  }
}

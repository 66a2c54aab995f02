import type { IntentExecutor } from "./executor.ts";
import type { JsonSchema, JsonValue } from "./json.ts";
import type { RecognisedIntent } from "./result.ts";

export type DateOrder = "DMY" | "MDY" | "YMD";

export interface Domain {
  name: string;
  description: string;
  examples?: string[];
}

/** What an instance assumes where the text leaves it open; each use is recorded as an inference. */
export interface Defaults {
  /** ISO 4217. */
  currency?: string;
  /** IANA zone name. */
  zone?: string;
  dateOrder?: DateOrder;
}

/** Bounds of one instance. Bytes count UTF-8. An instance may only lower them. */
export interface IntentLimits {
  inputBytes: number;
  contextItems: number;
  contextBytes: number;
  baselineBytes: number;
  schemaBytes: number;
  schemaDepth: number;
  schemaProperties: number;
  selectedFields: number;
  taskBytes: number;
  concurrentParses: number;
  queuedParses: number;
  validationMs: number;
  candidateBytes: number;
  candidateDepth: number;
  candidateNodes: number;
  intents: number;
  childDepth: number;
  constraints: number;
  relations: number;
  evidencePerItem: number;
  resultBytes: number;
  issues: number;
  inferences: number;
  stringLength: number;
  /** Of one parse; absent members are unlimited. */
  budget: { calls?: number; wallMs?: number; inputTokens?: number; outputTokens?: number };
}

export interface IntentOptions {
  language?: string;
  description?: string;
  domains?: Domain[];
  /** The business Schema; see the package's README for the subset. */
  schema?: JsonSchema;
  executor?: IntentExecutor;
  /** Extra business guidance for the language source, at most 8 KiB. */
  instructions?: string;
  defaults?: Defaults;
  /** Absent or 0: no deadline. */
  timeoutMs?: number;
  /** Further attempts after a candidate that breaks a rule; default 1. */
  corrections?: 0 | 1;
  /** A language without a cue list then never gives `complete`. */
  requireGuard?: boolean;
  limits?: Partial<IntentLimits>;
  /** Trusted code that fills `extensions` of each intent. */
  extend?: (intent: RecognisedIntent) => Record<string, JsonValue>;
}

export interface IntentParseOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

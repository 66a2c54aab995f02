// What embedders get: the recogniser, executors without a provider, the MCP adapter, schemas, types and errors.
export { type Classifier, type Prediction, trainClassifier } from "./classifier/train-classifier.ts";
export {
  BLOCK_REASONS,
  type BlockReason,
  type DraftOptions,
  type DraftOutcome,
  type IntentDraft,
  toIntentDraft,
} from "./draft/to-intent-draft.ts";
export { type ErrorStatus, errorStatus } from "./error-status.ts";
export * from "./errors.ts";
export { fallbackExecutor } from "./executors/fallback.ts";
export { type HttpExecutorOptions, httpExecutor } from "./executors/http.ts";
export { rulesExecutor } from "./executors/rules/index.ts";
export { type ScriptedExecutor, type ScriptedReply, scriptedExecutor } from "./executors/scripted.ts";
export type { HostCancelReply, HostTask } from "./host/host-desk.ts";
export { Intent, type PreparedRecognition } from "./intent.ts";
export {
  createIntentMcpAdapter,
  type IntentMcpAdapter,
  type IntentMcpAdapterConfig,
  type IntentMcpConnectOptions,
} from "./mcp/adapter.ts";
export type { IntentMcpSession } from "./mcp/session.ts";
export type { AcceptOutcome } from "./parse/accept-candidate.ts";
export { PARSE_CHANNEL, type ParseReport } from "./parse/telemetry.ts";
export { effectiveStateSchema, resultSchema } from "./result/result-schema.ts";
export type * from "./types/candidate.ts";
export type * from "./types/executor.ts";
export type * from "./types/input.ts";
export type * from "./types/json.ts";
export * from "./types/names.ts";
export type * from "./types/options.ts";
export type * from "./types/result.ts";
export type * from "./types/values.ts";
export { type FoundValue, findValues, type ValueContext } from "./values/find-values.ts";
export { type ReferenceTime, readReferenceTime } from "./values/reference-time.ts";

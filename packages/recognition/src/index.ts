// What embedders get: the recogniser, its types and errors.
export { type Classifier, type Prediction, trainClassifier } from "./classifier/train-classifier.ts";
export * from "./errors.ts";
export { Intent, type PreparedRecognition } from "./intent.ts";
export type { BackendCall, RecogniserBackend } from "./mcp/backend.ts";
export type { IntentMcpToolResult } from "./mcp/envelope.ts";
export { createRemoteMcpAdapter, type RemoteMcpAdapter } from "./mcp/remote-adapter.ts";
export type { IntentMcpToolDefinition } from "./mcp/tool-definition.ts";
export type * from "./types/candidate.ts";
export type * from "./types/executor.ts";
export type * from "./types/input.ts";
export type * from "./types/json.ts";
export * from "./types/names.ts";
export type * from "./types/options.ts";
export type * from "./types/result.ts";
export type * from "./types/values.ts";

// Public as "@openintents/recognition/edge": for servers whose recogniser is a service elsewhere. Nothing
// behind this door loads a parser, a tagger or a model.
export { type ErrorStatus, errorStatus } from "./error-status.ts";
export { type ErrorCode, type ErrorStage, IntentError, type SerializedIntentError } from "./errors.ts";
export type { BackendCall, BackendReply, RecogniserBackend } from "./mcp/backend.ts";
export type { IntentMcpToolResult } from "./mcp/envelope.ts";
export { requestSchema } from "./mcp/input-schemas.ts";
export { resultOutput } from "./mcp/output-schemas.ts";
export { createRemoteMcpAdapter, type RemoteMcpAdapter } from "./mcp/remote-adapter.ts";
export type { IntentMcpToolDefinition } from "./mcp/tool-definition.ts";

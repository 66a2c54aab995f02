import type { IntentError } from "../errors.ts";
import type { ProtocolVersion } from "../types/names.ts";
import type { BackendReply } from "./backend.ts";

/** A tool's reply, as `tools/call` answers it. */
export interface IntentMcpToolResult {
  content: [{ type: "text"; text: string }];
  /** Left out of a technical failure. */
  structuredContent?: Record<string, unknown>;
  isError: boolean;
  /** From 2026-07-28 on. */
  resultType?: "complete";
}

function wrap(reply: Omit<IntentMcpToolResult, "resultType">, version: ProtocolVersion): IntentMcpToolResult {
  return version === "2026-07-28" ? { ...reply, resultType: "complete" } : reply;
}

/** The text is the JSON of the object beside it. */
export function successEnvelope(reply: BackendReply, version: ProtocolVersion): IntentMcpToolResult {
  const structuredContent: Record<string, unknown> = JSON.parse(reply.text);
  return wrap({ content: [{ type: "text", text: reply.text }], structuredContent, isError: false }, version);
}

/** No partial result, ever. */
export function failureEnvelope(error: IntentError, version: ProtocolVersion): IntentMcpToolResult {
  return wrap({ content: [{ type: "text", text: JSON.stringify({ error }) }], isError: true }, version);
}

// Bare JSON-RPC to /mcp, for what a well-behaved client would never send.
import type { System } from "./system.ts";

export type ToolResult = {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text: string }[];
};

/** Posts a JSON-RPC message, or a text as it is. `key` null sends no credential. */
export function mcpPost(
  system: System,
  message: unknown,
  key: string | null = system.credentials.api_key,
): Promise<Response> {
  return fetch(`${system.mcp}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "mcp-protocol-version": "2025-06-18",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}

export async function mcpCall(system: System, name: string, args: Record<string, unknown>): Promise<ToolResult> {
  const answer = await mcpPost(system, {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const body = (await answer.json()) as { result?: ToolResult; error?: unknown };
  if (!body.result) throw new Error(`tools/call ${name} answered ${answer.status} ${JSON.stringify(body)}`);
  return body.result;
}

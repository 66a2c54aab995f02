import type { HttpLoad } from "./http-entry.ts";

const MODERN = "2026-07-28";
const META = "io.modelcontextprotocol/";

export type ToolCall = {
  tool: string;
  arguments: object;
  /** How the structured content of a good answer begins. */
  answer: string;
};

/** The request of a client of the revision that calls one tool. */
export function toolCallLoad(
  o: ToolCall & { port: number; revision: string; apiKey: string },
): Omit<HttpLoad, "connections"> {
  const modern = o.revision === MODERN;
  const envelope = {
    [`${META}protocolVersion`]: MODERN,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "bench", version: "1.0.0" },
  };
  const params = { name: o.tool, arguments: o.arguments, ...(modern ? { _meta: envelope } : {}) };
  return {
    port: o.port,
    path: "/mcp",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${o.apiKey}`,
      "MCP-Protocol-Version": o.revision,
      ...(modern ? { "Mcp-Method": "tools/call", "Mcp-Name": o.tool } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    status: 200,
    contains: `"structuredContent":${o.answer}`,
  };
}

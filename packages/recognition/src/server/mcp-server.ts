import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import type { IntentMcpAdapter } from "../mcp/adapter.ts";
import type { IntentMcpSession } from "../mcp/session.ts";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../types/names.ts";
import { SERVER_INFO } from "./identity.ts";

/** Revisions that open with `initialize`, newest first. */
export const SESSION_VERSIONS: ProtocolVersion[] = ["2025-11-25", "2025-06-18"];

/** The SDK's server for one logical connection, and the end of its part of the adapter. */
export interface McpConnection {
  server: Server;
  /** Aborts what the connection still runs and drops its records; resolves once that has settled. */
  end(): Promise<void>;
}

/**
 * Serves the adapter's tools over one connection. The adapter's session begins with the first call,
 * when the revision is settled, and ends with the connection.
 */
export function createMcpServer(adapter: IntentMcpAdapter, instructions: string): McpConnection {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions,
    supportedProtocolVersions: SESSION_VERSIONS,
  });
  let session: IntentMcpSession | undefined;
  const end = async () => session?.close();
  server.onclose = () => void end();
  server.setRequestHandler("tools/list", () => ({ tools: adapter.tools as unknown as Tool[] }));
  server.setRequestHandler("tools/call", async (request, context) => {
    session ??= adapter.connect({ protocolVersion: revisionOf(server) });
    const { name, arguments: args } = request.params;
    const result = await session.callTool(name, args ?? {}, { signal: context.mcpReq.signal });
    if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
    return result as unknown as CallToolResult;
  });
  return { server, end };
}

/** A client that calls without having opened the connection is served as by the newest revision that opens. */
function revisionOf(server: Server): ProtocolVersion {
  const negotiated = server.getNegotiatedProtocolVersion();
  return PROTOCOL_VERSIONS.find((version) => version === negotiated) ?? "2025-11-25";
}

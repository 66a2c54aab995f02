// The SDK's high-level server behind its own HTTP handler, as its documentation serves it: a fresh server a request.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { serveEntry } from "../harness/entry.ts";

/** Serves on a free port and tells the bench which one. */
export async function serveSdk(build: () => McpServer, stop: () => Promise<void>): Promise<void> {
  const handle = toNodeHandler(createMcpHandler(build));
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();

  serveEntry({ port: typeof address === "object" ? address?.port : 0 }, {}, async () => {
    server.closeAllConnections();
    server.close();
    await stop();
  });
}

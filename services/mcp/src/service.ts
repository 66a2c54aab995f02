import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { AuthService, RecognitionService } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { FastifyPluginAsync } from "fastify";
import type { McpConfig } from "./config.ts";
import { createMcpPlugin } from "./server.ts";
import type { ToolClients } from "./tool-set.ts";

export type McpDeps = {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
  clients: ToolClients & { auth: Client<typeof AuthService>; recognition: Client<typeof RecognitionService> };
};

/**
 * The MCP edge over the services' gRPC: a fastify plugin that answers `/mcp` and keeps
 * nothing between requests, so any replica serves any of them. `stop` ends the holds and
 * streams in flight; closing the listener is its owner's part.
 */
export function createMcp(config: McpConfig, deps: McpDeps): Service & { plugin: FastifyPluginAsync } {
  const draining = new AbortController();
  const { plugin, close } = createMcpPlugin(config, deps, draining.signal);
  return {
    name: "mcp",
    plugin,
    async start() {
      deps.readiness.set("mcp", true);
    },
    async stop() {
      deps.readiness.set("mcp", false, "stopping");
      draining.abort();
      await close();
    },
  };
}

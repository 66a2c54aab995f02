export { type McpConfig, type McpSettings, mcpSettings } from "./config.ts";
export { listenerOptions } from "./listener.ts";
export { createMcp, type McpDeps } from "./service.ts";

import { type SettingValue, setting } from "@openintents/process";

/** Settings of the MCP edge as a process of its own. */
export const mcpSettings = {
  host: setting.string({ env: "HOST", default: "127.0.0.1", help: "address to listen on" }),
  port: setting.integer({ env: "PORT", default: 8080, min: 0, max: 65_535, help: "port of the MCP endpoint" }),
  publicOrigin: setting.string({
    env: "PUBLIC_ORIGIN",
    default: null,
    help: "origin by which clients reach this installation; http://localhost and the port when absent",
  }),
  hostedOrigin: setting.string({
    env: "HOSTED_ORIGIN",
    default: null,
    help: "origin of hosted pages; the public origin when absent",
  }),
  trustedProxies: setting.list({
    env: "TRUSTED_PROXIES",
    default: [],
    help: "networks of proxies whose X-Forwarded-For names the client's address",
  }),
  coreAddress: setting.string({ env: "CORE_ADDRESS", default: "127.0.0.1:50051", help: "host:port of core's gRPC" }),
  timelineAddress: setting.string({
    env: "TIMELINE_ADDRESS",
    default: "127.0.0.1:50052",
    help: "host:port of the timeline service's gRPC",
  }),
  metricsHost: setting.string({
    env: "METRICS_HOST",
    default: "127.0.0.1",
    help: "address of the health and metrics listener",
  }),
  metricsPort: setting.integer({
    env: "METRICS_PORT",
    default: 9464,
    min: 0,
    max: 65_535,
    help: "port of the health and metrics listener",
  }),
  logLevel: setting.choice({
    env: "LOG_LEVEL",
    choices: ["trace", "debug", "info", "warn", "error", "fatal"],
    default: "info",
    help: "least severe lines to print",
  }),
};

export type McpSettings = { readonly [K in keyof typeof mcpSettings]: SettingValue<(typeof mcpSettings)[K]> };

/** What the edge itself needs of its settings; the rest belongs to the process around it. */
export type McpConfig = Pick<McpSettings, "port" | "publicOrigin" | "hostedOrigin" | "trustedProxies">;

/** The origin that links name: without a slash at the end. */
export function publicOriginOf(config: Pick<McpConfig, "port" | "publicOrigin">): string {
  return (config.publicOrigin ?? `http://localhost:${config.port}`).replace(/\/$/, "");
}

import { coreSettings } from "@openintents/core";
import { eventLogSettings } from "@openintents/events";
import { setting } from "@openintents/process";

/** Settings of everything in one process. Each part's own settings keep their defaults. */
export const allSettings = {
  host: setting.string({ env: "HOST", default: "127.0.0.1", help: "address of the HTTP listener" }),
  port: setting.integer({
    env: "PORT",
    default: 8080,
    min: 0,
    max: 65535,
    help: "port of the HTTP listener; 0 = any free one",
  }),
  grpcPort: setting.integer({
    env: "GRPC_PORT",
    default: 50051,
    min: 0,
    max: 65535,
    help: "port of the gRPC listener; 0 = any free one",
  }),
  metricsHost: setting.string({ env: "METRICS_HOST", default: "127.0.0.1", help: "address of health and metrics" }),
  metricsPort: setting.integer({
    env: "METRICS_PORT",
    default: 9464,
    min: 0,
    max: 65535,
    help: "port of health and metrics; 0 = any free one",
  }),
  shopPort: setting.integer({
    env: "SHOP_PORT",
    default: 8090,
    min: 0,
    max: 65535,
    help: "port of the test shop; 0 = any free one",
  }),
  publicOrigin: setting.string({
    env: "PUBLIC_ORIGIN",
    default: null,
    help: "origin that clients use; default: http://localhost:PORT",
  }),
  dataDir: setting.string({ env: "OPENINTENTS_DATA_DIR", default: ".data", help: "data folder" }),
  databaseUrl: setting.string({
    env: "DATABASE_URL",
    default: null,
    secret: true,
    help: "PostgreSQL; unset: the embedded server in the data folder",
  }),
  ...eventLogSettings,
  requestsPerMinute: setting.integer({
    env: "RATE_LIMIT_PER_MINUTE",
    default: 600,
    min: 1,
    help: "requests a minute and credential",
  }),
  requestBurst: setting.integer({
    env: "RATE_LIMIT_BURST",
    default: 100,
    min: 1,
    help: "requests at once and credential",
  }),
  webhookNetworks: setting.list({
    env: "WEBHOOK_ALLOW_NETWORKS",
    default: null,
    help: "networks (CIDR) that webhooks may reach although they are private, plain http included; default: loopback on the default origin",
  }),
  recognitionMode: coreSettings.recognitionMode,
  recognitionConfig: coreSettings.recognitionConfig,
  liveMode: setting.boolean({ env: "LIVE_MODE", default: false, help: "let live keys create intents" }),
  simulatorPace: setting.string({
    env: "SIMULATOR_PACE",
    default: "1",
    help: "factor on the simulator's pauses; 1 = as documented",
  }),
  embeddedFast: setting.boolean({
    env: "EMBEDDED_POSTGRES_FAST",
    default: false,
    help: "no fsync in the embedded server: for tests alone",
  }),
  logLevel: setting.choice({
    env: "LOG_LEVEL",
    default: "warn",
    choices: ["debug", "info", "warn", "error"],
    help: "least level of log lines",
  }),
};

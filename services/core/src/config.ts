import { eventLogSettings } from "@openintents/events";
import { setting } from "@openintents/process";

/** Core's settings, as read from the environment. */
export const coreSettings = {
  databaseUrl: setting.string({ env: "DATABASE_URL", help: "PostgreSQL of core's schema", secret: true }),
  databaseRole: setting.string({
    env: "DATABASE_ROLE",
    default: null,
    help: "role to take on after connecting; default: the user of DATABASE_URL",
  }),
  databasePool: setting.integer({
    env: "DATABASE_POOL",
    default: 10,
    min: 2,
    max: 200,
    help: "connections to the database",
  }),
  ...eventLogSettings,
  host: setting.string({ env: "HOST", default: "127.0.0.1", help: "address of the gRPC listener" }),
  grpcPort: setting.integer({
    env: "GRPC_PORT",
    default: 50051,
    min: 0,
    max: 65535,
    help: "port of the gRPC listener",
  }),
  metricsHost: setting.string({ env: "METRICS_HOST", default: "127.0.0.1", help: "address of health and metrics" }),
  metricsPort: setting.integer({
    env: "METRICS_PORT",
    default: 9464,
    min: 0,
    max: 65535,
    help: "port of health and metrics",
  }),
  secretKey: setting.string({
    env: "CORE_SECRET_KEY",
    secret: true,
    min: 43,
    help: "32 bytes in base64: signs cursors and claim tokens, keys answer hashes; the same on every replica",
  }),
  requestsPerMinute: setting.integer({
    env: "RATE_LIMIT_PER_MINUTE",
    default: 600,
    min: 1,
    max: 1_000_000,
    help: "requests a minute and credential, where the account has no limit of its own",
  }),
  requestBurst: setting.integer({
    env: "RATE_LIMIT_BURST",
    default: 100,
    min: 1,
    max: 1_000_000,
    help: "requests at once and credential, where the account has no limit of its own",
  }),
  httpWebhooks: setting.boolean({
    env: "WEBHOOK_ALLOW_HTTP",
    default: false,
    help: "take http webhook targets; the webhook service decides which networks they may lie in",
  }),
  recognitionMode: setting.choice({
    env: "RECOGNITION_MODE",
    default: null,
    choices: ["executor", "host", "off"],
    help: "who recognises for callers: a configured language source, the caller's own model, or nobody; default: the file's mode, else executor",
  }),
  recognitionConfig: setting.string({
    env: "RECOGNITION_CONFIG",
    default: null,
    help: "file of the recognisers; default: one instance main that works by rules",
  }),
  liveMode: setting.boolean({ env: "LIVE_MODE", default: false, help: "let live keys create intents" }),
  logLevel: setting.choice({
    env: "LOG_LEVEL",
    default: "info",
    choices: ["debug", "info", "warn", "error"],
    help: "least level of log lines",
  }),
};

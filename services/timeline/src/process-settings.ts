import { eventLogSettings } from "@openintents/events";
import { setting } from "@openintents/process";

/** What timeline needs besides when it runs as a process of its own. */
export const processSettings = {
  databaseUrl: setting.string({ env: "DATABASE_URL", help: "PostgreSQL with the schema timeline", secret: true }),
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
  coreAddress: setting.string({
    env: "CORE_ADDRESS",
    default: "127.0.0.1:50051",
    help: "host:port of core, which judges callers",
  }),
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
};

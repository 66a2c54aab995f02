import { setting } from "@openintents/process";

/** What webhooks needs besides when it runs as a process of its own. */
export const processSettings = {
  databaseUrl: setting.string({ env: "DATABASE_URL", help: "PostgreSQL with the schema webhooks", secret: true }),
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
  eventLogUrl: setting.string({
    env: "EVENT_LOG_URL",
    default: null,
    help: "PostgreSQL of the event log when no broker is set; default: DATABASE_URL",
    secret: true,
  }),
  eventLogRole: setting.string({ env: "EVENT_LOG_ROLE", default: null, help: "role to take on at the event log" }),
  kafkaBrokers: setting.list({
    env: "KAFKA_BROKERS",
    default: null,
    help: "brokers, host:port; unset: the Postgres event log",
  }),
  kafkaTls: setting.boolean({ env: "KAFKA_TLS", default: false, help: "TLS to the brokers" }),
  kafkaSaslMechanism: setting.choice({
    env: "KAFKA_SASL_MECHANISM",
    default: null,
    choices: ["plain", "scram-sha-256", "scram-sha-512"],
    help: "SASL mechanism",
  }),
  kafkaSaslUsername: setting.string({ env: "KAFKA_SASL_USERNAME", default: null, help: "SASL user" }),
  kafkaSaslPassword: setting.string({ env: "KAFKA_SASL_PASSWORD", default: null, help: "SASL password", secret: true }),
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

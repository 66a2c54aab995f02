// One process a service, over sockets: what a cluster runs, on one machine. Used by
// `npm run start:processes` and by the system tests, which kill and restart single ones.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "@openintents/process";
import type { Credentials, ServiceKeys } from "./credentials.ts";
import { SCHEMAS, type SchemaName } from "./databases.ts";

export const PROCESS_NAMES = [
  "shop",
  "core",
  "timeline",
  "webhooks",
  "rest",
  "mcp",
  "runner",
  "auth",
  "console",
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

export type Ports = Record<ProcessName, number> & { metrics: Record<ProcessName, number> };

export type ProcessesConfig = {
  databaseUrl: string;
  kafkaBrokers: string[];
  dataDir: string;
  ports: Ports;
  credentials: Credentials;
  keys: ServiceKeys;
  /** Settings for every process beside those that wire them. */
  env?: Record<string, string>;
};

export type ServiceProcess = {
  readonly name: ProcessName;
  readonly port: number;
  readonly pid: number | undefined;
  start(): Promise<void>;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM, and kill -9 after 20 s; answers the exit code, null when it was killed. */
  stop(): Promise<number | null>;
};

const READY_MS = 30_000;
const STOP_MS = 20_000;
const PROBE_MS = 25;
const FOLDERS: Partial<Record<ProcessName, string>> = { auth: "auth-service" };

/** Builds one handle a service; none runs yet. Start them in the order of PROCESS_NAMES. */
export function createProcesses(config: ProcessesConfig, clock: Clock): Record<ProcessName, ServiceProcess> {
  return Object.fromEntries(PROCESS_NAMES.map((name) => [name, createProcess(name, config, clock)])) as Record<
    ProcessName,
    ServiceProcess
  >;
}

function createProcess(name: ProcessName, config: ProcessesConfig, clock: Clock): ServiceProcess {
  const main = fileURLToPath(
    import.meta.resolve(`@openintents/${FOLDERS[name] ?? name}`).replace(/index\.ts$/, "main.ts"),
  );
  const readyUrl = `http://127.0.0.1:${config.ports.metrics[name]}/readyz`;
  let child: ChildProcess | null = null;
  let gone: Promise<number | null> = Promise.resolve(null);
  return {
    name,
    port: config.ports[name],
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = fork(main, [], {
        env: { ...baseEnv(), ...config.env, ...environment(name, config) },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      child = started;
      let ended = false;
      gone = new Promise((resolve) => {
        started.on("exit", (code) => {
          ended = true;
          if (child === started) child = null;
          resolve(code);
        });
      });
      const deadline = clock.monotonic() + READY_MS;
      while (!ended && clock.monotonic() < deadline) {
        if (await answers(readyUrl)) return;
        await clock.sleep(PROBE_MS);
      }
      throw new Error(`${name} ${ended ? "ended while starting" : "did not become ready"}`);
    },
    async kill() {
      child?.kill("SIGKILL");
      await gone;
    },
    signal(signal) {
      child?.kill(signal);
    },
    stop() {
      const stopping = child;
      stopping?.kill("SIGTERM");
      // One that is halted, or hangs, must not hold up whoever stops the others.
      const giveUp = clock.timer(STOP_MS, () => stopping?.kill("SIGKILL"));
      return gone.finally(giveUp);
    },
  };
}

function baseEnv(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
}

function environment(name: ProcessName, config: ProcessesConfig): Record<string, string> {
  const { ports, credentials, keys } = config;
  const address = (service: ProcessName) => `127.0.0.1:${ports[service]}`;
  const metrics = { METRICS_PORT: String(ports.metrics[name]) };
  const database = (schema: SchemaName) => ({
    DATABASE_URL: config.databaseUrl,
    DATABASE_ROLE: SCHEMAS[schema].role,
    KAFKA_BROKERS: config.kafkaBrokers.join(","),
  });
  switch (name) {
    case "shop":
      return { ...metrics, SHOP_PORT: String(ports.shop), OPENINTENTS_DATA_DIR: config.dataDir };
    case "core":
      return {
        ...metrics,
        ...database("core"),
        GRPC_PORT: String(ports.core),
        CORE_SECRET_KEY: keys.core,
        WEBHOOK_ALLOW_HTTP: "true",
      };
    case "timeline":
      return { ...metrics, ...database("timeline"), GRPC_PORT: String(ports.timeline), CORE_ADDRESS: address("core") };
    case "webhooks":
      return {
        ...metrics,
        ...database("webhooks"),
        GRPC_PORT: String(ports.webhooks),
        CORE_ADDRESS: address("core"),
        WEBHOOKS_SECRET_KEY: keys.webhooks,
        WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      };
    case "rest":
    case "mcp":
      return {
        ...metrics,
        PORT: String(ports[name]),
        CORE_ADDRESS: address("core"),
        TIMELINE_ADDRESS: address("timeline"),
        WEBHOOKS_ADDRESS: address("webhooks"),
      };
    case "runner":
      return {
        ...metrics,
        CORE_ADDRESS: address("core"),
        RUNNER_KEY: credentials.runner_key,
        RUNNER_PRIVATE_KEY: credentials.runner_key_pair,
        SHOP_URL: `http://127.0.0.1:${ports.shop}`,
      };
    default:
      return metrics;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

// A whole installation under test, in either of the two ways to run it. Tests see sockets only.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials, ProcessName, ServiceProcess } from "@openintents/all";
import type { startBroker } from "@openintents/testing";
import { freePorts } from "../../scripts/free-ports.ts";
import { startProcesses } from "../../scripts/processes.ts";
import { root } from "../house.ts";

export type System = {
  rest: string;
  mcp: string;
  grpc: string;
  shop: string;
  dataDir: string;
  credentials: Credentials;
  /** Only where every service is a process. */
  processes: Record<ProcessName, ServiceProcess> | null;
  broker: Awaited<ReturnType<typeof startBroker>> | null;
  /** Database of the installation; only where every service is a process. */
  databaseUrl: string | null;
  close(): Promise<void>;
};

export const WAYS = ["one process", "a process a service"] as const;
export type Way = (typeof WAYS)[number];

export function startSystem(way: Way, env: Record<string, string> = {}): Promise<System> {
  return way === "one process" ? startOne(env) : startMany(env);
}

const quick = { SIMULATOR_PACE: "0.2", RATE_LIMIT_PER_MINUTE: "600000", RATE_LIMIT_BURST: "100000" };

async function startOne(env: Record<string, string>): Promise<System> {
  const dataDir = mkdtempSync(join(tmpdir(), "openintents-system-"));
  const [http = 0, grpc = 0, metrics = 0, shop = 0] = await freePorts(4);
  const child = fork(join(root, "services/all/src/main.ts"), [], {
    env: {
      PATH: process.env.PATH ?? "",
      OPENINTENTS_DATA_DIR: dataDir,
      EMBEDDED_POSTGRES_FAST: "true",
      PORT: String(http),
      GRPC_PORT: String(grpc),
      METRICS_PORT: String(metrics),
      SHOP_PORT: String(shop),
      ...quick,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await untilReady(child);
  const origin = `http://127.0.0.1:${http}`;
  return {
    rest: origin,
    mcp: origin,
    grpc: `127.0.0.1:${grpc}`,
    shop: `http://127.0.0.1:${shop}`,
    dataDir,
    credentials: JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")),
    processes: null,
    broker: null,
    databaseUrl: null,
    async close() {
      await ended(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      if (/^ready /m.test(said)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`ended with code ${code} before it was ready:\n${said}`)));
  });
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return gone;
}

async function startMany(env: Record<string, string>): Promise<System> {
  const many = await startProcesses({ LOG_LEVEL: "error", ...quick, ...env });
  const at = (name: ProcessName) => `127.0.0.1:${many.processes[name].port}`;
  return {
    ...many,
    rest: `http://${at("rest")}`,
    mcp: `http://${at("mcp")}`,
    grpc: at("core"),
    shop: `http://${at("shop")}`,
  };
}

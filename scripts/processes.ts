// `npm run start:processes`: one process a service, over sockets, with PostgreSQL and a real
// Kafka broker: what a cluster runs, on one machine. The system tests start the same.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Credentials,
  createProcesses,
  ensureCredentials,
  openSchema,
  type Ports,
  PROCESS_NAMES,
  type ProcessName,
  prepareSchemas,
  readServiceKeys,
  type ServiceProcess,
} from "@openintents/all";
import { createAdmin } from "@openintents/core";
import { createLogger, type Logger, systemClock } from "@openintents/process";
import { emptyDatabase, startBroker } from "@openintents/testing";
import { createWebhooksAdmin } from "@openintents/webhooks";
import { freePorts } from "./free-ports.ts";

export type ManyProcesses = {
  dataDir: string;
  credentials: Credentials;
  processes: Record<ProcessName, ServiceProcess>;
  broker: Awaited<ReturnType<typeof startBroker>>;
  databaseUrl: string;
  close(): Promise<void>;
};

/** Starts a broker, an empty database and every service; `env` goes to all of them. */
export async function startProcesses(env: Record<string, string> = {}): Promise<ManyProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), "openintents-processes-"));
  const logger = createLogger({ service: "processes", level: "warn" });
  const [database, broker] = await Promise.all([emptyDatabase(), startBroker()]);
  await prepareSchemas(database.url, ["core", "timeline", "webhooks"], logger);
  const keys = await readServiceKeys(dataDir);
  const credentials = await makeCredentials(database.url, dataDir, keys.webhooks, logger);
  const ports = await allPorts();
  const processes = createProcesses(
    { databaseUrl: database.url, kafkaBrokers: broker.brokers, dataDir, ports, credentials, keys, env },
    systemClock,
  );
  for (const name of PROCESS_NAMES) await processes[name].start();
  return {
    dataDir,
    credentials,
    processes,
    broker,
    databaseUrl: database.url,
    async close() {
      for (const name of [...PROCESS_NAMES].reverse()) await processes[name].stop();
      await broker.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function allPorts(): Promise<Ports> {
  const ports = await freePorts(PROCESS_NAMES.length * 2);
  const pick = (offset: number) =>
    Object.fromEntries(PROCESS_NAMES.map((name, n) => [name, ports[offset + n]])) as Record<ProcessName, number>;
  return { ...pick(0), metrics: pick(PROCESS_NAMES.length) };
}

async function makeCredentials(
  databaseUrl: string,
  dataDir: string,
  webhooksKey: string,
  logger: Logger,
): Promise<Credentials> {
  const core = openSchema(databaseUrl, "core", { logger, max: 1 });
  const webhooks = openSchema(databaseUrl, "webhooks", { logger, max: 1 });
  try {
    return await ensureCredentials(dataDir, {
      core: createAdmin({ database: core, clock: systemClock }),
      webhooks: createWebhooksAdmin({ database: webhooks, secretKey: webhooksKey, clock: systemClock }),
    });
  } finally {
    await Promise.all([core.close(), webhooks.close()]);
  }
}

if (import.meta.main) {
  console.log("Starting a broker, a database and nine processes …");
  const many = await startProcesses({ LOG_LEVEL: "warn" });
  for (const name of PROCESS_NAMES)
    console.log(`${name.padEnd(9)} 127.0.0.1:${many.processes[name].port}   pid ${many.processes[name].pid}`);
  console.log(`API key   ${many.credentials.api_key}   (test mode)`);
  console.log(`ready     http://127.0.0.1:${many.processes.rest.port}`);
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void many.close().then(() => process.exit(0));
    });
  }
}

// One more stock runner beside the one of the system under test, as a process of its own.
import { createProcesses, type Ports, PROCESS_NAMES, type ServiceProcess } from "@openintents/all";
import { systemClock } from "@openintents/process";
import { freePorts } from "../../scripts/free-ports.ts";
import type { System } from "./system.ts";

/** Not started yet. `shopUrl`: where it finds the shop. */
export async function runnerProcess(
  system: System,
  o: { runnerKey: string; shopUrl: string; env: Record<string, string> },
): Promise<ServiceProcess> {
  const { processes, broker, databaseUrl, dataDir } = system;
  if (processes === null || broker === null || databaseUrl === null) throw new Error("needs a process a service");
  const port = (name: (typeof PROCESS_NAMES)[number]) => processes[name].port;
  const [metrics = 0] = await freePorts(1);
  const named = (of: typeof port) => Object.fromEntries(PROCESS_NAMES.map((name) => [name, of(name)]));
  const shop = Number(new URL(o.shopUrl).port);
  const ports = { ...named(port), shop, metrics: named(() => metrics) } as Ports;
  const credentials = { ...system.credentials, runner_key: o.runnerKey };
  const config = {
    ...{ databaseUrl, dataDir, credentials, ports },
    kafkaBrokers: broker.brokers,
    keys: { core: "", webhooks: "" },
    env: { LOG_LEVEL: "error", ...o.env },
  };
  return createProcesses(config, systemClock).runner;
}

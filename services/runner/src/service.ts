import { hostname } from "node:os";
import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { AgentService } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import { importKeyPair } from "@openintents/vault";
import type { RunnerConfig } from "./config.ts";
import { createSimulator } from "./drivers/simulator/simulator.ts";
import { runnerMetrics } from "./metrics.ts";
import { Worker } from "./worker.ts";

/** Left of the ten seconds a process has to end: time for what follows the drain. */
const DRAIN_MS = 8_000;

export type RunnerOptions = Pick<RunnerConfig, "privateKeys" | "shopUrl" | "slots" | "pace" | "crash">;

export type RunnerDeps = {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
  /** Carries the runner key of a pool in its metadata. */
  agent: Client<typeof AgentService>;
};

/**
 * A runner of the simulator pool. `start` returns at once; the part is ready when core has registered
 * it. `stop` drains: claims go back at their next safe point, within about eight seconds.
 */
export function createRunner(config: RunnerOptions, deps: RunnerDeps): Service {
  const keys = config.privateKeys.map(importKeyPair);
  const metrics = runnerMetrics(deps.metrics);
  const { readiness, clock } = deps;
  const simulator = createSimulator({ ...config, clock, metrics });
  const worker = new Worker({
    agent: deps.agent,
    clock,
    logger: deps.logger,
    metrics,
    drivers: [simulator],
    keys,
    slots: config.slots,
    instance: `${hostname()}/${process.pid}`,
    onRegistered: (registered) =>
      registered ? readiness.set("runner", true) : readiness.set("runner", false, "core does not know this runner"),
  });
  let stopped: Promise<void> | undefined;
  readiness.set("runner", false, "not registered with core");

  return {
    name: "runner",
    async start() {
      worker.start();
    },
    stop() {
      readiness.set("runner", false, "stopped");
      stopped ??= worker.drain(DRAIN_MS);
      return stopped;
    },
  };
}

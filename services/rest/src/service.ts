import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { AuthService } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { FastifyPluginAsync } from "fastify";
import type { RestConfig } from "./config.ts";
import type { RestClients } from "./route-plan.ts";
import { createRestPlugin } from "./server.ts";

export type RestDeps = {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
  clients: RestClients & { auth: Client<typeof AuthService> };
};

/**
 * The public JSON API over the services' gRPC. `plugin` goes onto a fastify instance made
 * with `listenerOptions`; it answers every path that no other plugin there takes. `stop`
 * ends the holds and event streams in flight; closing the listener is its owner's part.
 */
export function createRest(config: RestConfig, deps: RestDeps): Service & { plugin: FastifyPluginAsync } {
  const draining = new AbortController();
  return {
    name: "rest",
    plugin: createRestPlugin(config, deps, draining.signal),
    async start() {
      deps.readiness.set("rest", true);
    },
    async stop() {
      deps.readiness.set("rest", false, "stopping");
      draining.abort();
    },
  };
}

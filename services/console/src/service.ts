import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { ConsoleConfig } from "./config.ts";

export type ConsoleDeps = { logger: Logger; metrics: Metrics; readiness: Readiness; clock: Clock };

/**
 * The dashboard and hosted pages. It serves no route yet: it takes its place among the parts of the
 * installation, so that what answers its paths later changes no wiring.
 */
export function createConsole(_config: ConsoleConfig, deps: ConsoleDeps): Service {
  deps.readiness.set("console", false, "not started");
  return {
    name: "console",
    async start() {
      deps.readiness.set("console", true);
    },
    async stop() {
      deps.readiness.set("console", false, "stopped");
    },
  };
}

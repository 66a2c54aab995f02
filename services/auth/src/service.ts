import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { AuthServiceConfig } from "./config.ts";

export type AuthServiceDeps = { logger: Logger; metrics: Metrics; readiness: Readiness; clock: Clock };

/**
 * The OAuth authorization server. It serves no route yet: it takes its place among the parts of the
 * installation, so that what answers its paths later changes no wiring.
 */
export function createAuthService(_config: AuthServiceConfig, deps: AuthServiceDeps): Service {
  deps.readiness.set("auth", false, "not started");
  return {
    name: "auth",
    async start() {
      deps.readiness.set("auth", true);
    },
    async stop() {
      deps.readiness.set("auth", false, "stopped");
    },
  };
}

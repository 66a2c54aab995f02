// What the runner side works with; made once in agent.ts.
import type { Database } from "@openintents/postgres";
import { type Clock, type Logger, type ServiceError, serviceError } from "@openintents/process";
import type { CallContext } from "@openintents/rpc";
import type { Pool } from "../domain/pool.ts";
import type { Refusal } from "../domain/refusal.ts";
import type { Feed } from "../feed.ts";
import type { AgentMetrics } from "./metrics.ts";
import type { ReportRates } from "./report-rates.ts";
import type { RunnerRegistry } from "./runner-registry.ts";
import type { AgentSettings } from "./settings.ts";

/** The pool of a runner key, and the key itself: when it is revoked its claims end. */
export type RunnerPool = Pool & { credentialId: string };

export type Runners = {
  /** Checks the runner key of a call; refuses with invalid_runner_key or authentication_required. */
  authenticate(ctx: CallContext): Promise<RunnerPool>;
};

export type AgentContext = {
  database: Database;
  clock: Clock;
  feed: Feed;
  logger: Logger;
  metrics: AgentMetrics;
  settings: AgentSettings;
  runners: Runners;
  registry: RunnerRegistry;
  rates: ReportRates;
};

export function refusalError(refusal: Refusal): ServiceError {
  const { reason, message, param, details } = refusal;
  return serviceError(reason, message, {
    ...(param === undefined ? {} : { param }),
    ...(details === undefined ? {} : { details }),
  });
}

/** Core takes a lost lease back after this much grace, and a runner stops this long before its end. */
export function leaseMargins(pool: Pool, settings: AgentSettings): { graceMs: number; fenceMs: number } {
  return { graceMs: Math.min(settings.graceMs, pool.leaseMs), fenceMs: Math.min(5_000, Math.trunc(pool.leaseMs / 5)) };
}

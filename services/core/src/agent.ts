// The runner side of core: AgentService, the desk where runners wait, and core's clocks.
import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics } from "@openintents/process";
import { type AgentService, SignalKind } from "@openintents/proto";
import type { Handlers } from "@openintents/rpc";
import { createClaimDesk } from "./agent/claim-desk.ts";
import type { AgentContext, Runners } from "./agent/context.ts";
import { agentMetrics } from "./agent/metrics.ts";
import { createPoolDirectory } from "./agent/pool-directory.ts";
import { createReportRates } from "./agent/report-rates.ts";
import { createRunnerRegistry, RUNNER_ALIVE_MS } from "./agent/runner-registry.ts";
import { type AgentTuning, agentSettings } from "./agent/settings.ts";
import { createSignalHub } from "./agent/signal-hub.ts";
import { ringIntent } from "./clocks/intent-clock.ts";
import { createClocks } from "./clocks.ts";
import { retryable } from "./database-away.ts";
import type { Feed } from "./feed.ts";
import { beginPurchase } from "./handlers/agent/begin-purchase.ts";
import { claimWork } from "./handlers/agent/claim-work.ts";
import { completeWork } from "./handlers/agent/complete-work.ts";
import { failWork } from "./handlers/agent/fail-work.ts";
import { heartbeat } from "./handlers/agent/heartbeat.ts";
import { register } from "./handlers/agent/register.ts";
import { releaseClaim } from "./handlers/agent/release-claim.ts";
import { reportSteps } from "./handlers/agent/report-steps.ts";
import { requestInput } from "./handlers/agent/request-input.ts";
import { resolvePurchase } from "./handlers/agent/resolve-purchase.ts";
import { saveCheckpoint } from "./handlers/agent/save-checkpoint.ts";
import { signals } from "./handlers/agent/signals.ts";
import { livingRunners } from "./store/runners.ts";
import { insertSignal } from "./store/signals.ts";

export type AgentDeps = {
  database: Database;
  clock: Clock;
  feed: Feed;
  logger: Logger;
  metrics: Metrics;
  settings: { tokenKey: Buffer } & Partial<AgentTuning>;
  runners: Runners;
};

export type Agent = {
  handlers: Partial<Handlers<typeof AgentService>>;
  /** Starts the clocks and the wake-up of waiting runners. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs every clock of core that is due now. */
  tick(): Promise<void>;
  /** Looks for work on behalf of the runners that wait. */
  wake(): void;
  /** Asks for work that wait in this process. */
  waiting(): number;
  /** Runs the clock of one intent if it is due. */
  ring(intentId: string): Promise<boolean>;
  /** Tells the connected runners of a pool (null: of all) to take no more work and hand back what they have. */
  drain(pool: string | null): Promise<number>;
};

export function createAgent(deps: AgentDeps): Agent {
  const { database, clock, feed, logger } = deps;
  const settings = agentSettings(deps.settings);
  const agent: AgentContext = {
    database,
    clock,
    feed,
    logger,
    metrics: agentMetrics(deps.metrics),
    settings,
    runners: deps.runners,
    registry: createRunnerRegistry({ database, clock }),
    rates: createReportRates(clock, settings.reportsPerSecond),
  };
  const pools = createPoolDirectory({ database, clock });
  const desk = createClaimDesk(agent, pools);
  const hub = createSignalHub({ database, feed, logger });
  const clocks = createClocks(agent, pools, () => desk.wake());
  let offWork: (() => void) | null = null;

  return {
    handlers: {
      register: retryable(register(agent)),
      claimWork: retryable(claimWork(agent, desk, pools)),
      signals: signals(agent, hub),
      heartbeat: retryable(heartbeat(agent)),
      releaseClaim: retryable(releaseClaim(agent)),
      reportSteps: retryable(reportSteps(agent)),
      saveCheckpoint: retryable(saveCheckpoint(agent)),
      requestInput: retryable(requestInput(agent)),
      beginPurchase: retryable(beginPurchase(agent)),
      resolvePurchase: retryable(resolvePurchase(agent)),
      completeWork: retryable(completeWork(agent)),
      failWork: retryable(failWork(agent)),
    },
    async start() {
      offWork ??= feed.onWork(() => desk.wake());
      clocks.start();
    },
    async stop() {
      offWork?.();
      await desk.close();
      await clocks.stop();
    },
    tick: () => clocks.tick(),
    wake: () => desk.wake(),
    waiting: () => desk.waiting,
    ring: (intentId) => ringIntent(agent, intentId),
    async drain(pool) {
      const now = clock.now();
      const living = await livingRunners(database, { pool, since: now - RUNNER_ALIVE_MS });
      for (const { id } of living) {
        await database.transaction((tx) =>
          insertSignal(tx, { runnerId: id, kind: SignalKind.DRAIN, claimId: null, epoch: null, revision: null, now }),
        );
        feed.signalled(id);
      }
      return living.length;
    },
  };
}

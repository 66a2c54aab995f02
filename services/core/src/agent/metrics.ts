// What core counts of its runners.
import type { Metrics } from "@openintents/process";
import type { Usage } from "@openintents/proto";

export type AgentMetrics = ReturnType<typeof agentMetrics>;

const WAIT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const PAUSE_SECONDS = [1, 10, 60, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600];
const RECONCILE_SECONDS = [1, 5, 30, 60, 180, 600, 1800, 2 * 3600, 8 * 3600, 24 * 3600, 72 * 3600];

export function agentMetrics(metrics: Metrics) {
  const usage = (name: string, help: string) => metrics.counter(`usage_${name}_total`, help);
  const used = {
    steps: usage("steps", "Page and protocol steps that runners reported"),
    modelCalls: usage("model_calls", "Model calls that runners reported"),
    tokensIn: usage("tokens_in", "Model input tokens that runners reported"),
    tokensOut: usage("tokens_out", "Model output tokens that runners reported"),
    costMicros: usage("cost_micros", "Model cost that runners reported, in millionths of a dollar"),
    browserMs: usage("browser_ms", "Browser time that runners reported, in milliseconds"),
    bytes: usage("bytes", "Network bytes that runners reported"),
  };
  return {
    runnerClaims: metrics.gauge("runner_claims", "Open claims", ["pool"]),
    claimWait: metrics.histogram(
      "claim_wait_seconds",
      "From work being wanted to its offer",
      ["pool", "driver"],
      WAIT_SECONDS,
    ),
    leaseLost: metrics.counter("lease_lost_total", "Claims that ended without their runner", ["pool", "cause"]),
    steps: metrics.counter("steps_total", "Timeline steps that runners reported", ["driver", "action", "result"]),
    attempts: metrics.counter("attempts_total", "Purchase attempts by outcome", ["outcome"]),
    reconcileAge: metrics.histogram(
      "reconcile_age_seconds",
      "How long the outcome of a purchase was unknown",
      [],
      RECONCILE_SECONDS,
    ),
    pause: metrics.histogram("pause_seconds", "How long questions stayed open", ["kind"], PAUSE_SECONDS),
    refusals: metrics.counter("policy_refusals_total", "Purchases refused before they began", ["rule"]),
    queueAge: metrics.gauge("queue_age_seconds", "Age of the oldest work that waits for a runner", ["mode"]),
    queued: metrics.gauge("queued_work", "Work that waits for a runner", ["mode"]),
    unserved: metrics.gauge("unserved_work", "Work older than a minute for which no runner is connected", ["mode"]),
    overdue: metrics.gauge("attempts_overdue", "Purchase attempts that are open for more than five minutes"),
    unknown: metrics.gauge("attempts_unknown", "Purchase attempts of unknown outcome"),
    waitingAsks: metrics.gauge("waiting_asks", "Asks for work that wait in this process"),
    /** Adds what a report says was used. */
    use(told: Usage | undefined): void {
      if (told === undefined) return;
      for (const [name, counter] of Object.entries(used)) {
        const amount = Number(told[name as keyof typeof used]);
        if (amount > 0) counter.inc(amount);
      }
    },
  };
}

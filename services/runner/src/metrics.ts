import type { Metrics } from "@openintents/process";

const AGES = [1, 2, 5, 10, 30, 60, 180, 600, 1_800, 7_200, 28_800, 86_400, 259_200];

/** What a runner counts. */
export function runnerMetrics(metrics: Metrics) {
  return {
    claims: metrics.gauge("runner_held_claims", "Claims carried now", ["kind"]),
    claimWait: metrics.histogram(
      "runner_claim_wait_seconds",
      "From the creation of new work to its claim",
      ["driver"],
      [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    ),
    leaseLost: metrics.counter("runner_claims_lost_total", "Claims that ended without a report of ours", ["reason"]),
    steps: metrics.counter("runner_steps_total", "Steps reported", ["driver", "action", "result"]),
    attempts: metrics.counter("runner_attempts_total", "Purchase attempts settled or left open", ["outcome", "basis"]),
    reconcileAge: metrics.histogram(
      "runner_reconcile_age_seconds",
      "Age of an attempt when it was looked up",
      ["outcome"],
      AGES,
    ),
    refusals: metrics.counter("runner_refusals_total", "Purchases that core did not let begin", ["rule"]),
    pauses: metrics.counter("runner_pauses_total", "Questions and steps that ended a claim", ["kind"]),
    shopCalls: metrics.counter("runner_shop_calls_total", "Calls to shops", ["method", "result"]),
  };
}

export type RunnerMetrics = ReturnType<typeof runnerMetrics>;

import type { Clock, Logger } from "@openintents/process";
import type { AgentService, Claim, Work } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { KeyPair } from "@openintents/vault";
import type { ClaimContext } from "./drivers/driver.ts";
import type { Lease } from "./lease.ts";
import type { RunnerMetrics } from "./metrics.ts";
import type { Reporter } from "./reporter.ts";

/** What the contexts of one claim are made of. */
export type ClaimDeps = {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  metrics: RunnerMetrics;
  keys: KeyPair[];
  claim: Claim;
  work: Work;
  /** Name of the driver that carries the claim. */
  driver: string;
  lease: Lease;
  reporter: Reporter;
  /** Aborts when this process hands its work back. */
  draining: AbortSignal;
  serverNow: () => number;
  /** A report was acknowledged, so the lease runs. */
  confirmed: () => void;
  /** An attempt is open from here until it is settled; in between nothing but its outcome may be reported. */
  attemptOpened: () => void;
  attemptSettled: () => void;
};

export function claimContext(deps: ClaimDeps): ClaimContext {
  const { lease, clock, draining } = deps;
  const either = AbortSignal.any([lease.signal, draining]);
  return {
    work: deps.work,
    signal: lease.signal,
    mayTouchShop: () => lease.mayTouchShop(),
    serverNow: deps.serverNow,
    async wait(ms) {
      if (ms > 0) await clock.sleep(ms, either);
      lease.check();
      return ms <= 0 || !draining.aborted;
    },
  };
}

// What an operator may tune on the runner side, with the contract's defaults.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { BudgetSchema } from "@openintents/proto";

/** Limits of one shop. `startsPerSecond` 0: no limit. */
export type HostLimits = { claims: number; startsPerSecond: number };

export type AgentTuning = {
  /** An offer goes back unconfirmed after this. */
  offerMs: number;
  /** Core takes a lost lease back this long after its end; never longer than the lease itself. */
  graceMs: number;
  /** An irreversible step is dispatched within this after its begin, or never. */
  commitMs: number;
  /** Offers per shop; the test shop is not to be spared. */
  hostLimits: { test: HostLimits; live: HostLimits };
  claimsPerRunner: number;
  runnersPerPool: number;
  /** Asks for work that wait at once in this process. */
  waitingAsks: number;
  reportsPerSecond: number;
  /** When no core ran its clocks for longer, runners could not reach it, and leases are not held against them. */
  awayMs: number;
  budget: MessageInitShape<typeof BudgetSchema>;
};

export type AgentSettings = AgentTuning & {
  /** At least 32 bytes, the same on every replica: the tokens of claims are derived under it. */
  tokenKey: Buffer;
};

const tuning: AgentTuning = {
  offerMs: 10_000,
  graceMs: 5_000,
  commitMs: 30_000,
  hostLimits: { test: { claims: 1_000, startsPerSecond: 0 }, live: { claims: 4, startsPerSecond: 1 } },
  claimsPerRunner: 100,
  runnersPerPool: 1_000,
  waitingAsks: 5_000,
  reportsPerSecond: 20,
  awayMs: 3_000,
  budget: {
    actions: 120,
    modelCalls: 80,
    tokensIn: 400_000n,
    tokensOut: 20_000n,
    activeMs: 15n * 60n * 1000n,
    costMicros: 500_000n,
  },
};

export function agentSettings(given: { tokenKey: Buffer } & Partial<AgentTuning>): AgentSettings {
  if (given.tokenKey.byteLength < 32) throw new Error("the key of claim tokens has at least 32 bytes");
  return { ...tuning, ...given };
}

import { create } from "@bufbuild/protobuf";
import { type Claim, ClaimSchema, type IntentResult } from "@openintents/proto";
import type { PurchaseAttempt } from "../domain/attempt.ts";
import type { PoolKey } from "../domain/pool.ts";
import type { IntentRecord } from "../domain/record.ts";
import { workOf } from "../domain/work.ts";
import { claimToken } from "./claim-token.ts";
import type { AgentContext, RunnerPool } from "./context.ts";

/** A claim as its runner gets it, by the first ask and by each repeat of it. */
export function claimMessage(
  { settings }: Pick<AgentContext, "settings">,
  o: {
    id: string;
    kind: Claim["kind"];
    epoch: number;
    record: IntentRecord;
    attempts: PurchaseAttempt[];
    understanding: IntentResult | undefined;
    pool: RunnerPool;
    keys: PoolKey[];
  },
): Claim {
  return create(ClaimSchema, {
    ref: { claimId: o.id, epoch: BigInt(o.epoch), token: claimToken(settings.tokenKey, o.id), reportNo: 0 },
    kind: o.kind,
    leaseMs: o.pool.leaseMs,
    heartbeatMs: o.pool.heartbeatMs,
    traceparent: o.record.traceparent ?? "",
    budget: settings.budget,
    sealTo: o.keys,
    work: workOf(o.record, o.attempts, o.understanding),
  });
}

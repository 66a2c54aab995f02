// An offer becomes a claim by the first call that carries its ref.

import { WorkKind } from "@openintents/proto";
import type { Claim } from "../domain/claim.ts";
import type { Pool } from "../domain/pool.ts";
import type { Change, IntentRecord } from "../domain/record.ts";
import { started } from "../domain/transition.ts";

/** Starts the lease of an offer. Answers what that says to the outside: a run starts, a lookup is silent. */
export function confirm(record: IntentRecord, claim: Claim, pool: Pool, now: number): Change | null {
  if (claim.confirmedAt !== null) return null;
  claim.confirmedAt = now;
  claim.expiresAt = now + pool.leaseMs;
  claim.progressAt = now;
  claim.excused = false;
  return claim.kind === WorkKind.RUN ? started(record, now) : null;
}

import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type Attempt,
  AttemptState,
  OutcomeBasis,
  PurchaseOutcome,
  ReleaseClaimRequestSchema,
  ReleaseReason,
  ResolvePurchaseRequestSchema,
} from "@openintents/proto";
import { type ClaimDeps, claimContext } from "./claim-context.ts";
import type { Driver, Finding } from "./drivers/driver.ts";
import { outcomeName } from "./names.ts";

const OPEN_STATES: readonly AttemptState[] = [
  AttemptState.COMMITTING,
  AttemptState.UNKNOWN,
  AttemptState.AWAITING_PAYER,
];

/** Looks up the open attempt of a RECONCILE claim and settles it as far as the shop's records allow. */
export async function reconcileClaim(deps: ClaimDeps, driver: Driver, lookupGapMs: number): Promise<void> {
  const attempt = deps.work.attempts.findLast((one) => OPEN_STATES.includes(one.state));
  if (attempt === undefined) {
    deps.logger.error("there is no open attempt to look up");
    await handBack(deps);
    return;
  }
  const finding = await driver.reconcile({ ...claimContext(deps), lookupGapMs }, attempt);
  const end = resolution(finding);
  const { reply } = await deps.reporter.report(
    ResolvePurchaseRequestSchema,
    (ref) =>
      create(ResolvePurchaseRequestSchema, { ref, attemptId: attempt.id, basis: OutcomeBasis.ORDER_LOOKUP, ...end }),
    (request, options) => deps.agent.resolvePurchase(request, options),
  );
  count(deps, attempt, end.outcome);
  if (reply.claimAlive) await handBack(deps);
  else deps.lease.end("ended");
}

function resolution(finding: Finding) {
  if (finding.kind === "placed") {
    return { outcome: PurchaseOutcome.PLACED, receipt: finding.receipt, complete: true };
  }
  // Absence that is not proven may be an order that is not shown yet.
  if (finding.kind === "absent" && finding.strong) return { outcome: PurchaseOutcome.NOT_PLACED, strong: true };
  return { outcome: PurchaseOutcome.UNKNOWN };
}

function count(deps: ClaimDeps, attempt: Attempt, result: PurchaseOutcome): void {
  const outcome = outcomeName(result);
  deps.metrics.attempts.inc({ outcome, basis: "order_lookup" });
  if (attempt.begunAt === undefined) return;
  deps.metrics.reconcileAge.observe({ outcome }, Math.max(0, deps.serverNow() - timestampMs(attempt.begunAt)) / 1000);
}

/** A look-up leaves nothing to continue from: the claim goes back, and core decides when to look again. */
async function handBack(deps: ClaimDeps): Promise<void> {
  await deps.reporter.unnumbered(
    (ref) => create(ReleaseClaimRequestSchema, { ref, reason: ReleaseReason.DRAINING }),
    (request, options) => deps.agent.releaseClaim(request, options),
  );
  deps.lease.end("released");
}

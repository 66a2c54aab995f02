import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { ServiceError } from "@openintents/process";
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
import type { Driver, Finding, ReceiptInit } from "./drivers/driver.ts";
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
  let end = resolution(finding);
  let alive: boolean;
  try {
    alive = await resolve(deps, attempt, end);
  } catch (error) {
    // Core holds absence for unproven, such as before the end of a longer commit window.
    const unproven = error instanceof ServiceError && error.reason === "parameter_invalid";
    if (!unproven || end.outcome !== PurchaseOutcome.NOT_PLACED) throw error;
    end = { outcome: PurchaseOutcome.UNKNOWN };
    alive = await resolve(deps, attempt, end);
  }
  count(deps, attempt, end.outcome);
  if (alive) await handBack(deps);
  else deps.lease.end("ended");
}

type End = { outcome: PurchaseOutcome; receipt?: ReceiptInit; complete?: boolean; strong?: boolean };

async function resolve(deps: ClaimDeps, attempt: Attempt, end: End): Promise<boolean> {
  const basis = OutcomeBasis.ORDER_LOOKUP;
  const { reply } = await deps.reporter.report(
    ResolvePurchaseRequestSchema,
    (ref) => create(ResolvePurchaseRequestSchema, { ref, attemptId: attempt.id, basis, ...end }),
    (request, options) => deps.agent.resolvePurchase(request, options),
  );
  return reply.claimAlive;
}

function resolution(finding: Finding): End {
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

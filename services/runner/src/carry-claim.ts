import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { ServiceError, withSpan } from "@openintents/process";
import {
  CompleteWorkRequestSchema,
  FailureCode,
  FailWorkRequestSchema,
  ReleaseClaimRequestSchema,
  ReleaseReason,
  WorkKind,
} from "@openintents/proto";
import type { ClaimDeps } from "./claim-context.ts";
import { ClaimOver } from "./claim-over.ts";
import type { Driver, Outcome } from "./drivers/driver.ts";
import { kindName } from "./names.ts";
import { reconcileClaim } from "./reconcile-claim.ts";
import { runContext } from "./run-context.ts";

export type CarryDeps = Omit<ClaimDeps, "driver" | "attemptOpened" | "attemptSettled"> & {
  drivers: readonly Driver[];
  lookupGapMs: number;
  /** Confirms a claim that no report confirms. */
  heartbeat: () => Promise<void>;
};

/** Carries one claim to its end with the driver that serves it best. Never throws. */
export async function carryClaim(deps: CarryDeps): Promise<void> {
  const { claim, work, lease, logger } = deps;
  try {
    const attributes = { "intent.id": work.intentId, "claim.kind": kindName(claim.kind) };
    await withSpan("runner.claim", { traceparent: claim.traceparent, kind: "consumer", attributes }, () => carry(deps));
  } catch (error) {
    if (error instanceof ClaimOver) logger.debug({ reason: error.reason }, "claim over");
    else logger.error({ err: error }, "claim dropped");
  } finally {
    // Dropped work is not renewed: core gives it to somebody else, or looks the order up.
    lease.end("abandoned");
  }
}

async function carry(deps: CarryDeps): Promise<void> {
  const driver = bestDriver(deps);
  if (driver === undefined || (deps.claim.kind !== WorkKind.RUN && deps.claim.kind !== WorkKind.RECONCILE)) {
    await deps.reporter.unnumbered(
      (ref) => create(ReleaseClaimRequestSchema, { ref, reason: ReleaseReason.WRONG_DRIVER }),
      (request, options) => deps.agent.releaseClaim(request, options),
    );
    throw deps.lease.end("released");
  }
  if (deps.claim.kind === WorkKind.RECONCILE) {
    await deps.heartbeat();
    const unused = { attemptOpened: () => undefined, attemptSettled: () => undefined };
    await reconcileClaim({ ...deps, ...unused, driver: driver.name }, driver, deps.lookupGapMs);
    return;
  }
  await run(deps, driver);
}

function bestDriver({ drivers, work }: CarryDeps): Driver | undefined {
  const serving = drivers.filter((driver) => driver.canServe(work) !== "no");
  return serving.find((driver) => driver.canServe(work) === "strong") ?? serving[0];
}

async function run(deps: CarryDeps, driver: Driver): Promise<void> {
  const { work, metrics } = deps;
  if (work.createdAt !== undefined && work.resume === undefined && work.restarts === 0) {
    metrics.claimWait.observe(
      { driver: driver.name },
      Math.max(0, deps.serverNow() - timestampMs(work.createdAt)) / 1000,
    );
  }
  let open = false;
  const attemptOpened = (): void => {
    open = true;
  };
  const attemptSettled = (): void => {
    open = false;
  };
  let outcome: Outcome;
  try {
    outcome = await driver.run(runContext({ ...deps, driver: driver.name, attemptOpened, attemptSettled }), work);
  } catch (error) {
    // With an attempt open only its outcome may be told, and that is not known here: it is looked up.
    if (error instanceof ClaimOver || open) throw error;
    if (error instanceof ServiceError && error.reason === "limit_reached") {
      outcome = { kind: "failed", code: FailureCode.RUN_LIMIT_REACHED };
    } else {
      deps.logger.error({ err: error }, "driver failed");
      outcome = { kind: "failed", code: FailureCode.INTERNAL_ERROR };
    }
  }
  deps.lease.check();
  await finish(deps, outcome);
  deps.lease.end("ended");
}

async function finish(deps: CarryDeps, outcome: Outcome): Promise<void> {
  if (outcome.kind === "completed") {
    await deps.reporter.report(
      CompleteWorkRequestSchema,
      (ref) => create(CompleteWorkRequestSchema, { ref }),
      (request, options) => deps.agent.completeWork(request, options),
    );
    return;
  }
  const { code, details } = outcome;
  await deps.reporter.report(
    FailWorkRequestSchema,
    (ref) => create(FailWorkRequestSchema, { ref, code, ...(details === undefined ? {} : { details }) }),
    (request, options) => deps.agent.failWork(request, options),
  );
}

// What follows when a claim ends without a result: the run is queued again, the order is
// looked up, or the intent ends. Nothing is ever bought again while an order may stand.
import { AttemptState, FailureCode, PurchaseState, WorkKind } from "@openintents/proto";
import { isCommitting, isOpen, type PurchaseAttempt } from "./attempt.ts";
import { MAX_RESTARTS, pauseEndsAt } from "./clocks.ts";
import { unconfirmedAt } from "./reconcile.ts";
import type { Change, IntentRecord } from "./record.ts";
import { lookAgain } from "./settle.ts";
import { confirming, failed, placed, requeued } from "./transition.ts";

export type Loss = {
  kind: WorkKind;
  /** lease: no heartbeat; progress: heartbeats only; revoked: the runner's key; released: handed back. */
  cause: "lease" | "progress" | "revoked" | "released";
  /** Whether this is one of the restarts that are counted. */
  counted: boolean;
  now: number;
  /** Time to leave before the work is offered again. */
  delayMs: number;
};

/** `attempt` is the decisive one of the intent; it may be changed. No change: nothing visible happened. */
export function afterLoss(record: IntentRecord, attempt: PurchaseAttempt | null, loss: Loss): Change | null {
  const { now } = loss;
  record.claimId = null;
  if (attempt?.state === AttemptState.PLACED && attempt.receipt) {
    // The runner said that the order stands and then was lost: nothing is left to do.
    return placed(record, { now, receipt: attempt.receipt, reference: attempt.orderReference });
  }
  if (loss.kind === WorkKind.RECONCILE) {
    if (loss.cause === "released") record.work = { kind: WorkKind.RECONCILE, wakeAt: now + loss.delayMs };
    else if (attempt !== null && isOpen(attempt)) lookAgain(record, attempt, now);
    else record.work = null;
    return null;
  }
  if (isCommitting(attempt)) return lookUp(record, attempt, loss);
  if (loss.counted && record.restarts >= MAX_RESTARTS) return giveUp(record, attempt, loss);
  const change = requeued(record, { now, lost: loss.counted, reason: loss.cause });
  if (record.work) record.work.wakeAt = now + loss.delayMs;
  return change;
}

/** The order is looked up once neither lease nor commit window lets anybody place it any more. */
function lookUp(record: IntentRecord, attempt: PurchaseAttempt, loss: Loss): Change {
  const wakeAt = Math.max(loss.now, attempt.commitUntil);
  attempt.unknownAt ??= wakeAt;
  return confirming(record, {
    wakeAt,
    reference: attempt.orderReference,
    lost: loss.counted,
    unconfirmedAt: unconfirmedAt(record.intent.test ?? false, { unknownAt: wakeAt, seen: false }),
  });
}

function giveUp(record: IntentRecord, attempt: PurchaseAttempt | null, loss: Loss): Change {
  record.restarts += 1;
  if (leaveOpen(record, attempt, loss.now)) {
    return failed(record, { now: loss.now, failure: { code: FailureCode.ORDER_UNCONFIRMED }, unknown: true });
  }
  // A runner that lives but does not get on hangs at the shop.
  const atShop = loss.cause === "progress" && record.intent.shop !== undefined;
  const code = atShop ? FailureCode.SHOP_UNAVAILABLE : FailureCode.INTERNAL_ERROR;
  return failed(record, { now: loss.now, failure: { code } });
}

/**
 * Call before the intent ends while a payer may still pay at the shop: the attempt becomes
 * unknown and its lookup is planned for after the code's expiry. False when no attempt is open.
 */
export function leaveOpen(record: IntentRecord, attempt: PurchaseAttempt | null, now: number): boolean {
  if (attempt === null || !isOpen(attempt)) return false;
  const wakeAt = Math.max(now, pauseEndsAt(record) ?? now);
  attempt.state = AttemptState.UNKNOWN;
  attempt.unknownAt = wakeAt;
  record.intent.purchaseState = PurchaseState.UNKNOWN;
  record.work = { kind: WorkKind.RECONCILE, wakeAt };
  return true;
}

/** The outcome stayed unknown for too long: the intent ends, the lookups go on. */
export function unconfirmed(record: IntentRecord, attempt: PurchaseAttempt | null, now: number): Change {
  const failure = { code: FailureCode.ORDER_UNCONFIRMED };
  if (attempt === null) return failed(record, { now, failure });
  attempt.state = AttemptState.UNKNOWN;
  attempt.unknownAt ??= now;
  record.work ??= { kind: WorkKind.RECONCILE, wakeAt: now };
  const details = { reference: attempt.orderReference };
  return failed(record, { now, failure: { ...failure, details }, unknown: true });
}

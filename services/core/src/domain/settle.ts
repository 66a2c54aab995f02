// Settling a purchase attempt: what placed, not placed and unknown mean for the intent. Each
// function changes record and attempt and says whether the claim ends with it.
import {
  AttemptState,
  FailureCode,
  IntentPhase,
  PurchaseState,
  type ResolvePurchaseRequest,
  WorkKind,
} from "@openintents/proto";
import type { PurchaseAttempt } from "./attempt.ts";
import { MAX_RESTARTS } from "./clocks.ts";
import { isOvercharged, receiptOf } from "./receipt.ts";
import { nextLookup, unconfirmedAt } from "./reconcile.ts";
import { type Change, emptyChange, type IntentRecord, merged } from "./record.ts";
import { isFinal } from "./status.ts";
import { confirming, failed, notPlaced, placed, requeued, resolvedAsNone } from "./transition.ts";

export type Settling = { record: IntentRecord; attempt: PurchaseAttempt; kind: WorkKind; now: number };

/** No change: nothing that the caller sees is different. */
export type Settled = { change: Change | null; claimEnds: boolean };

export function settlePlaced(s: Settling, told: ResolvePurchaseRequest): Settled {
  const { record, attempt, now } = s;
  if (!told.receipt) throw new Error("a placed order has a receipt");
  const receipt = receiptOf(record, attempt, told.receipt, now);
  settle(s, AttemptState.PLACED, told);
  attempt.receipt = receipt;
  attempt.overcharged = isOvercharged(record, attempt, receipt);
  if (told.complete || isFinal(record.intent.status)) {
    return { change: placed(record, { now, receipt, reference: attempt.orderReference }), claimEnds: true };
  }
  // The receipt is shown once the runner completes the work, or loses it.
  record.intent.phase = IntentPhase.CONFIRMING;
  record.intent.purchaseState = PurchaseState.PLACED;
  record.intent.cancelable = false;
  record.unconfirmedAt = null;
  return { change: emptyChange(), claimEnds: false };
}

export function settleNotPlaced(s: Settling, told: ResolvePurchaseRequest): Settled {
  const { record, attempt, kind, now } = s;
  settle(s, AttemptState.NOT_PLACED, told);
  if (isFinal(record.intent.status)) {
    return { change: resolvedAsNone(record, attempt.orderReference), claimEnds: true };
  }
  const change = notPlaced(record, attempt.orderReference);
  if (told.failure !== FailureCode.UNSPECIFIED) {
    return { change: merged(change, failed(record, { now, failure: { code: told.failure } })), claimEnds: true };
  }
  if (kind !== WorkKind.RECONCILE) return { change, claimEnds: false };
  // The lookup is done; the run that was lost with its order goes on.
  const next =
    record.restarts > MAX_RESTARTS
      ? failed(record, { now, failure: { code: FailureCode.INTERNAL_ERROR } })
      : requeued(record, { now, lost: false, reason: "not_placed" });
  return { change: merged(change, next), claimEnds: true };
}

function settle({ attempt, now }: Settling, state: AttemptState, told: ResolvePurchaseRequest): void {
  attempt.state = state;
  attempt.settledAt = now;
  attempt.basis = told.basis;
}

/** Nobody can tell yet: the order is looked up, at once at first, then by the schedule. */
export function settleUnknown(s: Settling): Settled {
  const { record, attempt, kind, now } = s;
  attempt.state = AttemptState.UNKNOWN;
  attempt.unknownAt ??= now;
  const test = record.intent.test ?? false;
  if (kind !== WorkKind.RECONCILE) {
    const change = confirming(record, {
      wakeAt: now,
      reference: attempt.orderReference,
      lost: false,
      unconfirmedAt: unconfirmedAt(test, { unknownAt: attempt.unknownAt, seen: true }),
    });
    return { change, claimEnds: true };
  }
  lookAgain(record, attempt, now);
  return { change: null, claimEnds: true };
}

/** A lookup ended without an answer: plans the next one, if one is left. */
export function lookAgain(record: IntentRecord, attempt: PurchaseAttempt, now: number): void {
  const test = record.intent.test ?? false;
  const unknownAt = attempt.unknownAt ?? now;
  attempt.lookups += 1;
  const wakeAt = nextLookup(test, { unknownAt, lookups: attempt.lookups, now });
  record.work = wakeAt === null ? null : { kind: WorkKind.RECONCILE, wakeAt };
  if (attempt.lookups > 1 || isFinal(record.intent.status)) return;
  const told = unconfirmedAt(test, { unknownAt: test ? now : unknownAt, seen: true });
  record.unconfirmedAt = Math.min(record.unconfirmedAt ?? told, told);
}

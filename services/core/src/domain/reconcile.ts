// Looking up an order of unknown outcome: when the next look is due, what proves absence,
// and when the caller is told that it stays unknown.
import { AttemptState, OutcomeBasis, PurchaseOutcome, type ResolvePurchaseRequest, WorkKind } from "@openintents/proto";
import type { PurchaseAttempt } from "./attempt.ts";
import type { Refusal } from "./refusal.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Times of the live lookups, counted from when the outcome became unknown. */
const LIVE_LOOKUPS = [0, MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 72 * HOUR];
export const LOOKUP_HORIZON_MS = 72 * HOUR;

/** Test intents are told after seconds; before the first lookup could report they get a little longer. */
const UNCONFIRMED_MS = { live: 30 * MINUTE, test: 5 * SECOND };
const UNSEEN_MS = { live: 30 * MINUTE, test: 30 * SECOND };

/** Epoch ms after which an intent whose order stays unknown fails. */
export function unconfirmedAt(test: boolean, o: { unknownAt: number; seen: boolean }): number {
  const after = o.seen ? UNCONFIRMED_MS : UNSEEN_MS;
  return o.unknownAt + (test ? after.test : after.live);
}

/** When to look again after `lookups` looks, the last of them now; null when the horizon is reached. */
export function nextLookup(test: boolean, o: { unknownAt: number; lookups: number; now: number }): number | null {
  const elapsed = o.now - o.unknownAt;
  if (test) {
    // Every second at first, then with growing gaps.
    if (elapsed >= LOOKUP_HORIZON_MS) return null;
    return Math.min(o.now + Math.max(SECOND, elapsed / 10), o.unknownAt + LOOKUP_HORIZON_MS);
  }
  const next = LIVE_LOOKUPS[o.lookups];
  return next === undefined ? null : Math.max(o.unknownAt + next, o.now + SECOND);
}

type Told = Pick<ResolvePurchaseRequest, "outcome" | "basis" | "strong" | "receipt" | "failure">;
type Teller = { claimId: string; kind: WorkKind; lookupGapMs: number; now: number };

/** Why this report cannot settle the attempt, or null. */
export function resolveRefusal(attempt: PurchaseAttempt, told: Told, teller: Teller): Refusal | null {
  if (told.failure !== 0 && told.outcome !== PurchaseOutcome.NOT_PLACED) {
    return invalid("failure", "A failure goes with NOT_PLACED only.");
  }
  if (told.outcome === PurchaseOutcome.PLACED) return placedRefusal(attempt, told);
  return told.outcome === PurchaseOutcome.NOT_PLACED ? notPlacedRefusal(attempt, told, teller) : null;
}

function placedRefusal(attempt: PurchaseAttempt, told: Told): Refusal | null {
  const charged = told.receipt?.charged;
  if (charged === undefined) {
    return { reason: "parameter_missing", message: "PLACED needs a receipt.", param: "receipt" };
  }
  if (told.basis === OutcomeBasis.NOT_DISPATCHED) return invalid("basis", "What was not dispatched is not placed.");
  if (charged.host.toLowerCase() !== attempt.quote.host.toLowerCase()) {
    return invalid("receipt.charged.host", "The receipt is from another shop than the attempt.");
  }
  return null;
}

function notPlacedRefusal(attempt: PurchaseAttempt, told: Told, teller: Teller): Refusal | null {
  switch (told.basis) {
    case OutcomeBasis.NOT_DISPATCHED:
      return attempt.claimId === teller.claimId && attempt.state === AttemptState.COMMITTING
        ? null
        : invalid("basis", "Only the claim that began the attempt knows that nothing was dispatched.");
    case OutcomeBasis.SHOP_ANSWER: {
      // The answer to the submit itself; for an order that the payer pays at the shop, to a question of ours.
      const heard = attempt.claimId === teller.claimId || attempt.state === AttemptState.AWAITING_PAYER;
      return teller.kind === WorkKind.RUN && heard
        ? null
        : invalid("basis", "Only the run that submitted the order heard the shop's answer to it.");
    }
    case OutcomeBasis.ORDER_LOOKUP:
    case OutcomeBasis.PROTOCOL_STATE:
      if (!told.strong) return invalid("basis", "A lookup proves absence only when it is strong.");
      // Two reads, both after the commit window, cannot be had sooner.
      return teller.now >= attempt.commitUntil + teller.lookupGapMs
        ? null
        : invalid("basis", "The two reads of a strong lookup begin after the commit window.");
    default:
      return invalid("basis", "NOT_PLACED needs a basis.");
  }
}

function invalid(param: string, message: string): Refusal {
  return { reason: "parameter_invalid", message, param };
}

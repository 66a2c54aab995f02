// One try to place one order.
import { AttemptState, type OutcomeBasis, type Receipt, type ShopQuote, type SubmitKind } from "@openintents/proto";

/** Times are epoch ms. */
export type PurchaseAttempt = {
  id: string;
  intentId: string;
  /** The claim that began it. */
  claimId: string;
  epoch: number;
  state: AttemptState;
  submit: SubmitKind;
  orderReference: string;
  idempotencyKey: string;
  quote: ShopQuote;
  fee: number;
  begunAt: number;
  /** The irreversible step is dispatched before this, or never. */
  commitUntil: number;
  lookups: number;
  /** When the outcome became unknown; lookups are scheduled from here. */
  unknownAt: number | null;
  settledAt: number | null;
  basis: OutcomeBasis | null;
  overcharged: boolean;
  receipt: Receipt | null;
};

const OPEN: readonly AttemptState[] = [
  AttemptState.PREPARED,
  AttemptState.COMMITTING,
  AttemptState.AWAITING_PAYER,
  AttemptState.UNKNOWN,
];

/** Its outcome is not known yet. */
export function isOpen(attempt: PurchaseAttempt): boolean {
  return OPEN.includes(attempt.state);
}

/** Something irreversible may be under way right now, so the intent may not go on or end. */
export function isCommitting(attempt: PurchaseAttempt | null): attempt is PurchaseAttempt {
  return attempt !== null && isOpen(attempt) && attempt.state !== AttemptState.AWAITING_PAYER;
}

/** The attempt that decides what may happen: the open one, else one that stands. */
export function decisive(attempts: PurchaseAttempt[]): PurchaseAttempt | null {
  return attempts.find(isOpen) ?? attempts.find((attempt) => attempt.state === AttemptState.PLACED) ?? null;
}

/**
 * Why this process has nothing more to do on a claim: `lost`, `cancelled` and `ended` are core's words,
 * `fenced` says that the lease could not be renewed in time, `paused` and `released` that a call of ours
 * ended the claim, `abandoned` that it was dropped without a word.
 */
export type OverReason = "lost" | "cancelled" | "ended" | "fenced" | "paused" | "released" | "abandoned";

/** Thrown through whatever works on a claim once the claim is over. It is no fault and is not logged as one. */
export class ClaimOver extends Error {
  override readonly name = "ClaimOver";
  readonly reason: OverReason;

  constructor(reason: OverReason) {
    super(`the claim is over: ${reason}`);
    this.reason = reason;
  }
}

const CORE_REASONS: Readonly<Record<string, OverReason>> = {
  claim_lost: "lost",
  claim_cancelled: "cancelled",
  claim_ended: "ended",
};

/** What core's refusal of a call on a claim means; undefined when the claim lives on. */
export function overReason(reason: string): OverReason | undefined {
  return CORE_REASONS[reason.toLowerCase()];
}

// Work lent to a runner: who may still speak for a claim, and what a repeat is answered.
import { timingSafeEqual } from "node:crypto";
import type { WorkKind } from "@openintents/proto";
import type { Refusal } from "./refusal.ts";

/**
 * Why a claim ended. offer: never confirmed; lost: lease or progress ran out, or its key was
 * revoked; cancelled: the intent was; released: handed back; ended: a pause or a final report.
 */
export type EndReason = "offer" | "lost" | "cancelled" | "released" | "ended";

/** Times are epoch ms. */
export type Claim = {
  id: string;
  intentId: string;
  kind: WorkKind;
  epoch: number;
  runnerId: string;
  pool: string;
  tokenHash: Uint8Array;
  host: string | null;
  confirmedAt: number | null;
  /** End of the offer while unconfirmed, of the lease afterwards. */
  expiresAt: number;
  progressAt: number;
  /** Core itself was away during this lease: losing it does not count. */
  excused: boolean;
  /** Number, digest and reply of the last accepted report. */
  reportNo: number;
  reportDigest: Uint8Array | null;
  reportReply: Uint8Array | null;
  endedAt: number | null;
  endReason: EndReason | null;
};

/** A runner's proof, with the digest of its report; calls without a report number have none. */
export type ClaimProof = {
  pool: string;
  epoch: bigint;
  tokenHash: Uint8Array;
  report: { no: number; digest: Uint8Array } | null;
};

export type Verdict = { kind: "valid" } | { kind: "repeat"; reply: Uint8Array } | { kind: "refused"; refusal: Refusal };

/** The stored reply answers a repeat this long after the end of its claim. */
export const REPLY_KEPT_MS = 10 * 60 * 1000;

const lost: Refusal = { reason: "claim_lost", message: "This claim is not alive; drop the work." };

const ends: Record<EndReason, Refusal> = {
  offer: { ...lost, message: "The offer was not confirmed in time." },
  lost: { ...lost, message: "The lease of this claim is over; another runner may hold the work." },
  cancelled: { reason: "claim_cancelled", message: "The intent was cancelled; drop the work." },
  released: { reason: "claim_ended", message: "The claim was handed back." },
  ended: { reason: "claim_ended", message: "The claim ended with its last report." },
};

/** Compares claim, epoch, token and report number, in this order. */
export function judge(claim: Claim | null, proof: ClaimProof, now: number): Verdict {
  if (!claim || claim.pool !== proof.pool || !same(claim.tokenHash, proof.tokenHash)) return refused(lost);
  if (BigInt(claim.epoch) !== proof.epoch) return refused(lost);
  const repeat = proof.report === null ? null : storedReply(claim, proof.report, now);
  if (repeat) return { kind: "repeat", reply: repeat };
  const ended = endOf(claim, now);
  if (ended) return refused(ended);
  return proof.report === null ? { kind: "valid" } : judgeNumber(claim, proof.report.no);
}

/** Why nothing more is taken from this claim, or null while it lives. */
export function endOf(claim: Claim, now: number): Refusal | null {
  if (claim.endedAt !== null) return ends[claim.endReason ?? "lost"];
  // A lease that ran out lives on until core takes it back; an offer does not.
  if (claim.confirmedAt === null && claim.expiresAt <= now) return ends.offer;
  return null;
}

function storedReply(claim: Claim, report: { no: number; digest: Uint8Array }, now: number): Uint8Array | null {
  if (report.no !== claim.reportNo || claim.reportDigest === null || claim.reportReply === null) return null;
  if (claim.endedAt !== null && claim.endedAt + REPLY_KEPT_MS <= now) return null;
  return same(claim.reportDigest, report.digest) ? claim.reportReply : null;
}

function judgeNumber(claim: Claim, no: number): Verdict {
  const expected = claim.reportNo + 1;
  if (no === expected) return { kind: "valid" };
  if (no > 0 && no < expected) {
    return refused({
      reason: "report_conflict",
      message: `Report ${no} was sent before with other content.`,
      details: { expected },
    });
  }
  return refused({
    reason: "report_gap",
    message: `The next report of this claim is number ${expected}.`,
    details: { expected },
  });
}

function refused(refusal: Refusal): Verdict {
  return { kind: "refused", refusal };
}

/** Constant time for values of equal length. */
function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

// What is kept of one host request between prepare and its last reply. Plain data: a store may hold it
// in memory or in a row. No token is in it, only hashes of tokens; no candidate, only its digest.
import type { CancelReason } from "../types/names.ts";

/** Who may see a record: the logical adapter (or credential) and its session. Both must be equal, null included. */
export interface HostScope {
  readonly owner: string;
  readonly session: string | null;
}

/** What a replica must have in common with the one that made the task; otherwise it does not know the record. */
export interface HostVersions {
  readonly instructionsVersion: string;
  readonly coreVersion: string;
}

/** What the task was made with. */
export interface HostStamps extends HostVersions {
  /** SHA-256, hex, of the candidate schema handed out and of the fields and domains it is about. */
  readonly candidateSchema: string;
}

export type HostState = "open" | "validating" | "done" | "failed" | "cancelled" | "expired";

/**
 * A stored answer. `result`: the IntentResult's text. `failure`: a SerializedIntentError's text. `correction`: the same,
 * whose `correction.submissionToken` is "" here: the token is derived from the one that the caller shows again.
 */
export interface HostReply {
  readonly kind: "result" | "failure" | "correction";
  readonly text: string;
}

export interface HostToken {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  /** SHA-256 of the candidate's UTF-8 text, base64url; null until a candidate is bound. */
  readonly digest: string | null;
  readonly reply: HostReply | null;
}

/** Who validates the bound candidate, and until when nobody else does. */
export interface HostLease {
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface HostRecord {
  readonly requestId: string;
  readonly scope: HostScope;
  readonly instance: string;
  readonly stamps: HostStamps;
  /** The prepared input as JSON text; "" as soon as the record is terminal. */
  readonly input: string;
  /** 32 random bytes, base64url: a correction token is HMAC-SHA256 of this under the token before it. */
  readonly seed: string;
  readonly state: HostState;
  /** Oldest first; the last one is the current token. */
  readonly tokens: readonly HostToken[];
  readonly lease: HostLease | null;
  /** Distinct candidates that may still be bound. */
  readonly attemptsLeft: number;
  /** UTF-8 bytes of the candidates bound so far. */
  readonly candidateBytes: number;
  /** Validation time spent so far, and what may be spent in all; milliseconds. */
  readonly validationMs: number;
  readonly validationLimitMs: number;
  /** Epoch milliseconds, null: none. */
  readonly deadline: number | null;
  readonly cancelReason: CancelReason | null;
  readonly createdAt: number;
  /** When the record was last written. */
  readonly changedAt: number;
  /** Set exactly in a terminal state. */
  readonly finishedAt: number | null;
}

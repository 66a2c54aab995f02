// The port behind host mode. Each operation is ONE atomic step: it reads the record under a lock (a row lock, or one turn
// of the event loop), applies the transition of ./transitions.ts and writes, or it changes nothing. So two replicas never
// accept two candidates. A record of another scope, or one that is gone, is `not_found` in every operation.
//
// Every operation is a touch: before anything else an open or validating record whose deadline is not after `now` becomes
// `expired`. Whenever a record becomes terminal, the same step evicts what exceeds the owner's bounds, oldest finished
// first (equal times: in the order in which they were finished). `now` is the caller's clock, epoch milliseconds;
// replicas' clocks are assumed to agree to about a second, which is what the ten seconds of a lease leave room for.
import type { Problem } from "../types/executor.ts";
import type { CancelReason, CancelStatus } from "../types/names.ts";
import type { HostRecord, HostReply, HostScope } from "./record.ts";

export interface HostBounds {
  /** Open and validating records of one scope. */
  readonly openPerSession: number;
  /** Open and validating records of one owner. */
  readonly openPerOwner: number;
  /** Terminal records of one owner. */
  readonly terminalRecords: number;
  /** UTF-8 bytes of the replies that one owner's terminal records hold. */
  readonly terminalBytes: number;
}

export const HOST_BOUNDS: HostBounds = Object.freeze({
  openPerSession: 32,
  openPerOwner: 256,
  terminalRecords: 32,
  terminalBytes: 8 * 1024 * 1024,
});

/** UTF-8 bytes of candidate text that one request may bind in all. */
export const CANDIDATE_BUDGET_BYTES = 512 * 1024;
/** How long a validator is left alone. */
export const LEASE_MS = 10_000;

/** `full`: the bound named is reached after overdue records of the owner were expired. Nothing is evicted for a newcomer. */
export type CreateOutcome = { outcome: "created" } | { outcome: "full"; bound: "session" | "owner" };

export interface BindRequest {
  readonly tokenHash: string;
  readonly digest: string;
  readonly bytes: number;
  /** Random name of this validation run. */
  readonly holder: string;
  readonly now: number;
}

/**
 * - `bound`: the caller holds the lease and must end with `finish` or `release`. Either this step bound the candidate (one
 *   attempt and its bytes are spent), or the same candidate was bound before and nobody validates it any more.
 * - `held`: the same candidate is being validated under another lease; ask again, at the latest after `until`.
 * - `replay`: the stored reply of this token and candidate; also when this step found the budget exhausted.
 */
export type BindOutcome =
  | { outcome: "bound"; record: HostRecord }
  | { outcome: "held"; until: number }
  | { outcome: "replay"; record: HostRecord; reply: HostReply }
  | { outcome: "conflict" | "token_invalid" | "expired" | "not_found" }
  | { outcome: "cancelled"; reason: CancelReason };

export interface FinishRequest {
  readonly tokenHash: string;
  readonly digest: string;
  readonly spentMs: number;
  readonly now: number;
  readonly verdict:
    | { readonly kind: "result" | "failure"; readonly text: string }
    | { readonly kind: "invalid"; readonly problems: readonly Problem[]; readonly nextTokenHash: string };
}

/** `settled`: what the record now answers for this candidate, be it this caller's verdict or an equal one that came first. */
export type FinishOutcome =
  | { outcome: "settled"; record: HostRecord; reply: HostReply }
  | { outcome: "cancelled" | "expired" | "not_found" };

export interface ReleaseRequest {
  readonly holder: string;
  readonly spentMs: number;
  readonly now: number;
}

export type CancelOutcome = { outcome: CancelStatus } | { outcome: "not_found" };

export interface HostRecordStore {
  /** Counts and inserts in one step. */
  create(record: HostRecord): Promise<CreateOutcome>;
  /** Compare-and-set: binds the candidate to the token, or says what stands against it. */
  bind(scope: HostScope, requestId: string, request: BindRequest): Promise<BindOutcome>;
  /** Stores the verdict unless the record was cancelled, expired or dropped meanwhile. */
  finish(scope: HostScope, requestId: string, request: FinishRequest): Promise<FinishOutcome>;
  /** Gives the lease back without a verdict, if `holder` still has it: binding and attempt stay spent. */
  release(scope: HostScope, requestId: string, request: ReleaseRequest): Promise<void>;
  cancel(scope: HostScope, requestId: string, request: { reason: CancelReason; now: number }): Promise<CancelOutcome>;
  /** The record after the touch, or null. */
  get(scope: HostScope, requestId: string, now: number): Promise<HostRecord | null>;
  /** Ends a session: its records are gone, terminal ones included. */
  drop(scope: HostScope): Promise<void>;
  /** Expires what is overdue, removes what was last written before `idleBefore` (epoch milliseconds), enforces the bounds; the number of records changed. */
  sweep(request: { now: number; idleBefore: number }): Promise<number>;
}

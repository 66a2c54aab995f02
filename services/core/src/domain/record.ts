// What core knows of one intent inside a transaction: the caller's view, the caller's
// request, and core's own bookkeeping. Domain functions change a record in place and
// collect what the change says to the outside.
import type {
  EventType,
  FailureCode,
  Intent,
  IntentEvent,
  IntentEventType,
  IntentSpec,
  IntentStatus,
  Resume,
  Sealed,
  WorkKind,
} from "@openintents/proto";

/** Work that a runner may claim from `wakeAt` (epoch ms) on. */
export type WorkNeed = { kind: WorkKind; wakeAt: number };

export type IntentRecord = {
  accountId: string;
  /** As the caller sees it; `intent.sequence` is the row's version. */
  intent: Intent;
  /** As the caller sent it, input-only fields included. */
  request: IntentSpec;
  /** Counts the caller's changes; starts at 1. */
  revision: number;
  /** Number of the last timeline event. */
  eventSequence: number;
  work: WorkNeed | null;
  claimId: string | null;
  epoch: number;
  restarts: number;
  steps: number;
  host: string | null;
  driverHint: string | null;
  resume: Resume | null;
  checkpoint: Sealed | null;
  approvedDigest: Uint8Array | null;
  /** Epoch ms after which an order of unknown outcome fails the intent. */
  unconfirmedAt: number | null;
  traceparent: string | null;
};

/** The payload of a timeline event, by its oneof case. */
export type TimelineData = IntentEvent["data"];

export type TimelineDraft = { type: IntentEventType; message: string; data: TimelineData };

/** A webhook event of the intent as it is after the change. */
export type EventDraft = { type: EventType; previousStatus: IntentStatus | null };

/** What a change says to the outside; written with the row in one transaction. */
export type Change = { timeline: TimelineDraft[]; events: EventDraft[] };

export const noData: TimelineData = { case: undefined };

export function emptyChange(): Change {
  return { timeline: [], events: [] };
}

/** Joins what several steps of one version say. */
export function merged(...changes: Change[]): Change {
  return { timeline: changes.flatMap((c) => c.timeline), events: changes.flatMap((c) => c.events) };
}

/** Why an intent failed, before it is written into the intent. */
export type Failure = { code: FailureCode; message?: string; details?: Record<string, unknown> };

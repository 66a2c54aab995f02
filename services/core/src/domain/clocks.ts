// Which of core's own clocks rings next for an intent.
import { IntentStatus } from "@openintents/proto";
import type { IntentRecord } from "./record.ts";
import { isFinal } from "./status.ts";
import { msOf } from "./values.ts";

/** Whole life of an intent, from its creation. */
export const INTENT_LIFE_MS = 30 * 24 * 3600 * 1000;

/** Restarts after lost leases and runs without progress; one more ends the intent. */
export const MAX_RESTARTS = 3;

/** A claim without any report but heartbeats ends after this. */
export const PROGRESS_MS = 10 * 60 * 1000;

/**
 * Epoch ms of the next clock that core has to run for this intent, or null. The whole life
 * ends an intent that waits; one that runs is let finish, and is looked at when it waits again.
 */
export function dueAt(record: IntentRecord): number | null {
  const { intent } = record;
  if (isFinal(intent.status)) return null;
  if (intent.status === IntentStatus.RUNNING) return record.unconfirmedAt;
  const clocks = [pauseEndsAt(record), msOf(intent.expiresAt)].filter((at) => at !== null);
  return clocks.length === 0 ? null : Math.min(...clocks);
}

/** Epoch ms at which the open pause runs out, or null. */
export function pauseEndsAt({ intent }: IntentRecord): number | null {
  return msOf(intent.inputRequest?.expiresAt ?? intent.signIn?.expiresAt ?? intent.payment?.expiresAt);
}

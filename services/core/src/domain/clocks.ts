// Which of core's own clocks rings next for an intent.
import type { IntentRecord } from "./record.ts";
import { isFinal } from "./status.ts";
import { msOf } from "./values.ts";

/** Whole life of an intent, from its creation. */
export const INTENT_LIFE_MS = 30 * 24 * 3600 * 1000;

/** Epoch ms of the next clock that core has to run for this intent, or null. */
export function dueAt(record: IntentRecord): number | null {
  const { intent } = record;
  if (isFinal(intent.status)) return null;
  const pause = msOf(intent.inputRequest?.expiresAt ?? intent.signIn?.expiresAt ?? intent.payment?.expiresAt);
  const clocks = [pause, msOf(intent.expiresAt), record.unconfirmedAt].filter((at) => at !== null);
  return clocks.length === 0 ? null : Math.min(...clocks);
}

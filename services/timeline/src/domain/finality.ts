import { IntentEventType } from "@openintents/proto";

const FINAL: ReadonlySet<number> = new Set([
  IntentEventType.COMPLETED,
  IntentEventType.FAILED,
  IntentEventType.CANCELLED,
]);

/** Whether an event of this type (a number of IntentEventType) ends its intent; only a late purchase_resolved may follow. */
export function endsIntent(type: number): boolean {
  return FINAL.has(type);
}

// What the person's own words forbid or limit, checked by code before an order is placed.
import type { ShopQuote } from "@openintents/proto";
import type { IntentRecord } from "./record.ts";
import type { Refusal } from "./refusal.ts";

/**
 * forbidden: the order breaks a prohibition. ask: code cannot decide, so the person confirms
 * the order with those words in view.
 */
export type PlanCheck = { kind: "clear" } | { kind: "forbidden"; refusal: Refusal } | { kind: "ask" };

/** Judges an order by the recognised text. Without a recognition nothing is known to be forbidden. */
export function checkPlan(_record: IntentRecord, _quote: ShopQuote): PlanCheck {
  return { kind: "clear" };
}

/** A limit stated in the text, in minor units of `currency`; null when there is none. */
export function limitInText(_record: IntentRecord, _currency: string): number | null {
  return null;
}

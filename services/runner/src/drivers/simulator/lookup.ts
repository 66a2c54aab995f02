import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Attempt } from "@openintents/proto";
import type { Finding, ReconcileContext } from "../driver.ts";
import { receiptOf } from "./quotes.ts";
import { scenarioOfHost } from "./scenario.ts";
import { type ShopOrder, type ShopReader, ShopUnavailable } from "./shop-client.ts";

/** An order may leave for core's 30 s after its attempt began; a second more for clocks that differ. */
const COMMIT_WINDOW_MS = 31_000;
const BEFORE_MS = 2 * 60_000;
const AFTER_MS = 10 * 60_000;
/** The unknown scenario's shop shows its orders this late. */
const UNKNOWN_FOR_MS = 10_000;

/**
 * Looks an attempt up in the account's order history, which certainly shows new orders. Absence counts
 * as proven when two reads after the commit window, the gap apart, show nothing.
 */
export async function lookUp(ctx: ReconcileContext, shop: ShopReader, attempt: Attempt): Promise<Finding> {
  const begun = milliseconds(attempt.begunAt);
  const host = attempt.quote?.host;
  if (begun === undefined || host === undefined) return { kind: "unclear" };
  if (scenarioOfHost(host) === "unknown" && ctx.serverNow() - begun < UNKNOWN_FOR_MS) return { kind: "unclear" };
  try {
    const first = await readOnce(ctx, shop, attempt, begun);
    if (first.kind !== "absent") return first;
    const windowOver = await ctx.wait(begun + COMMIT_WINDOW_MS - ctx.serverNow());
    if (!windowOver) return { kind: "unclear" };
    const second = await readOnce(ctx, shop, attempt, begun);
    if (second.kind !== "absent") return second;
    const gapOver = await ctx.wait(ctx.lookupGapMs);
    if (!gapOver) return { kind: "unclear" };
    const third = await readOnce(ctx, shop, attempt, begun);
    return third.kind === "absent" ? { kind: "absent", strong: true } : third;
  } catch (error) {
    if (error instanceof ShopUnavailable) return { kind: "unclear" };
    throw error;
  }
}

/** By our reference; else the one order without any reference that fits host, total, items and time. */
async function readOnce(ctx: ReconcileContext, shop: ShopReader, attempt: Attempt, begun: number): Promise<Finding> {
  const permission = { guard: () => ctx.mayTouchShop(), signal: ctx.signal };
  const { quote, orderReference } = attempt;
  if (quote === undefined) return { kind: "unclear" };
  const from = new Date(begun - BEFORE_MS).toISOString();
  const to = new Date(begun + AFTER_MS).toISOString();
  const referenced =
    orderReference === ""
      ? []
      : await shop.orders({ host: quote.host, customer_reference: orderReference }, permission);
  const around = referenced.length > 0 ? [] : await shop.orders({ host: quote.host, from, to }, permission);
  const matching = around.filter((order) => order.customer_reference === null && fits(order, attempt));
  const [order, another] = [...referenced, ...matching];
  if (order === undefined) return { kind: "absent", strong: false };
  if (another !== undefined) return { kind: "unclear" };
  return { kind: "placed", receipt: receiptOf(order, quote) };
}

function fits(order: ShopOrder, attempt: Attempt): boolean {
  const { quote } = attempt;
  if (quote === undefined || order.total !== quote.total || order.currency !== quote.currency) return false;
  const names = (items: { name: string; quantity: number }[]) =>
    items.map((item) => `${item.quantity} ${item.name}`).sort();
  return JSON.stringify(names(order.items)) === JSON.stringify(names(quote.items));
}

function milliseconds(time: Timestamp | undefined): number | undefined {
  return time === undefined ? undefined : timestampMs(time);
}

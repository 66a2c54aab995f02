import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  enumValue,
  FailureCode,
  FailureCodeSchema,
  OutcomeBasis,
  PurchaseOutcome,
  type ShopQuote,
} from "@openintents/proto";
import { CommitWindowOver } from "../../commit-window.ts";
import { type BegunPurchase, type Outcome, PurchaseRefused, type RunContext } from "../driver.ts";
import { NotDispatched, Unanswered } from "./http-call.ts";
import { approvalQuestion } from "./questions.ts";
import { receiptOf } from "./quotes.ts";
import { type RunState, saved } from "./run-state.ts";
import type { Scenario } from "./scenario.ts";
import { type OrderRequest, type ShopClient, type ShopOrder, ShopRefused } from "./shop-client.ts";

/** How often one run begins an attempt, price and approval included, before it gives up. */
const MOST_ROUNDS = 4;

const REFUSED: Readonly<Record<string, FailureCode>> = {
  out_of_stock: FailureCode.OUT_OF_STOCK,
  unknown_host: FailureCode.SHOP_NOT_SUPPORTED,
};

export type PurchaseDeps = {
  ctx: RunContext;
  shop: ShopClient;
  scenario: Scenario;
  state: RunState;
  /** Reads the price again and reports it. */
  price: () => Promise<ShopQuote>;
  /** Simulated waiting, in ms at pace 1. */
  idle: (ms: number) => Promise<void>;
  crash: () => Promise<never>;
};

/**
 * Asks for approval if need be, begins, places and settles. Undefined when a call of the contract ended
 * the claim.
 */
export async function purchase(deps: PurchaseDeps, priced: ShopQuote, askFirst: boolean): Promise<Outcome | undefined> {
  const { ctx, state } = deps;
  let quote = priced;
  let asking = askFirst;
  let invalid = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    try {
      if (asking) await ctx.ask(approvalQuestion(quote), saved(state));
      asking = false;
      const end = await place(deps, await ctx.begin(quote), quote);
      if (end !== "again") return end;
      quote = await deps.price();
    } catch (error) {
      if (!(error instanceof PurchaseRefused)) throw error;
      asking = error.rule === "needs_approval";
      if (error.rule === "quote_invalid") invalid += 1;
      const end = await afterRefusal(deps, error, quote, invalid > 1);
      if (end !== "again") return end;
      if (error.rule === "quote_invalid") quote = await deps.price();
    }
  }
  return { kind: "failed", code: FailureCode.INTERNAL_ERROR };
}

/** What core's refusal means for the run. */
async function afterRefusal(
  { ctx, state }: PurchaseDeps,
  refused: PurchaseRefused,
  quote: ShopQuote,
  givenUp: boolean,
): Promise<Outcome | "again"> {
  const details = plain(refused.details);
  switch (refused.rule) {
    case "needs_approval":
      return "again";
    case "needs_funds":
      try {
        await ctx.wallet(quote, saved(state));
      } catch (error) {
        if (error instanceof PurchaseRefused) return { kind: "failed", code: FailureCode.PAYMENT_DECLINED };
        throw error;
      }
      return "again";
    case "quote_invalid":
      return givenUp ? { kind: "failed", code: FailureCode.INTERNAL_ERROR } : "again";
    case "over_cap":
      return {
        kind: "failed",
        code: FailureCode.OVER_MAX_AMOUNT,
        details: { total: quote.total, ...details },
      };
    case "prohibited":
      return { kind: "failed", code: forbiddenCode(details.failure), details: kept(details, ["constraint"]) };
    case "shop_not_allowed":
      return { kind: "failed", code: FailureCode.SHOP_UNTRUSTED, details };
    default:
      // The intent changed, or another attempt is open: core's records say more than this claim knows.
      return ctx.release(saved(state));
  }
}

/** Core says which failure its refusal is: an item, a shop, a time. */
function forbiddenCode(failure: unknown): FailureCode {
  const code = typeof failure === "string" ? enumValue(FailureCodeSchema, failure) : undefined;
  return code === undefined ? FailureCode.PROHIBITED_ITEM : (code as FailureCode);
}

function kept(details: Record<string, string | number | boolean>, keys: string[]) {
  return Object.fromEntries(Object.entries(details).filter(([key]) => keys.includes(key)));
}

function plain(details: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const kept = Object.entries(details).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return Object.fromEntries(kept) as Record<string, string | number | boolean>;
}

/** From here on something irreversible may happen, once. */
async function place(
  deps: PurchaseDeps,
  begun: BegunPurchase,
  quote: ShopQuote,
): Promise<Outcome | undefined | "again"> {
  const { ctx, shop, scenario } = deps;
  const { attemptId } = begun;
  if (scenario === "uncancelable") await deps.idle(20_000);
  let order: ShopOrder;
  try {
    const permission = { guard: begun.mayDispatch, signal: ctx.signal };
    order = await shop.placeOrder(orderRequest(quote, begun.orderReference), permission);
  } catch (error) {
    return afterFailure(deps, attemptId, error);
  }
  if (scenario === "crash-placing" && ctx.work.restarts === 0 && ctx.work.attempts.length === 0) await deps.crash();
  if (scenario === "unknown") {
    return leaveOpen(deps, attemptId);
  }
  const receipt = receiptOf(order, quote);
  const settled = { attemptId, outcome: PurchaseOutcome.PLACED, basis: OutcomeBasis.SHOP_ANSWER };
  const alive = await ctx.resolve({ ...settled, receipt, complete: true });
  return alive ? { kind: "completed" } : undefined;
}

function orderRequest(quote: ShopQuote, reference: string): OrderRequest {
  const startsAt = quote.fulfillment?.startsAt;
  return {
    host: quote.host,
    items: quote.items.map(({ name, variant, quantity, amount }) => ({ name, variant, quantity, amount })),
    total: quote.total,
    currency: quote.currency,
    customer_reference: reference,
    ...(startsAt && { fulfillment: { starts_at: timestampDate(startsAt).toISOString() } }),
  };
}

/** Tells core exactly as much as this process knows about an order that did not go through. */
async function afterFailure(
  deps: PurchaseDeps,
  attemptId: string,
  error: unknown,
): Promise<Outcome | undefined | "again"> {
  const { ctx } = deps;
  const notPlaced = { attemptId, outcome: PurchaseOutcome.NOT_PLACED };
  if (error instanceof CommitWindowOver) {
    const alive = await ctx.resolve({ ...notPlaced, basis: OutcomeBasis.NOT_DISPATCHED });
    return alive ? "again" : undefined;
  }
  if (error instanceof NotDispatched) {
    const alive = await ctx.resolve({ ...notPlaced, basis: OutcomeBasis.NOT_DISPATCHED });
    return alive ? { kind: "failed", code: FailureCode.SHOP_UNAVAILABLE } : undefined;
  }
  if (error instanceof ShopRefused) {
    if (error.code === "price_changed") {
      return (await ctx.resolve({ ...notPlaced, basis: OutcomeBasis.SHOP_ANSWER })) ? "again" : undefined;
    }
    const failure = REFUSED[error.code] ?? FailureCode.SHOP_UNAVAILABLE;
    const alive = await ctx.resolve({ ...notPlaced, basis: OutcomeBasis.SHOP_ANSWER, failure });
    return alive ? { kind: "failed", code: failure } : undefined;
  }
  if (error instanceof Unanswered) return leaveOpen(deps, attemptId);
  throw error;
}

/** Nobody here knows whether there is an order: it is looked up, by whichever runner core asks. */
async function leaveOpen({ ctx, state }: PurchaseDeps, attemptId: string): Promise<undefined> {
  const alive = await ctx.resolve({ attemptId, outcome: PurchaseOutcome.UNKNOWN, basis: OutcomeBasis.SHOP_ANSWER });
  if (alive) await ctx.release(saved(state));
}

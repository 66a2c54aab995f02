// The only door to an irreversible step: what must hold before an order may be placed.
import {
  ApprovalPolicy,
  AttemptState,
  type BeginPurchaseRequest,
  quoteDigest,
  type ShopQuote,
  WorkKind,
} from "@openintents/proto";
import { isOpen, type PurchaseAttempt } from "./attempt.ts";
import { checkPlan, limitInText, type Plan } from "./plan-check.ts";
import type { Pool } from "./pool.ts";
import { capOf, quoteProblem, sameBytes } from "./quote.ts";
import type { IntentRecord } from "./record.ts";
import type { Refusal } from "./refusal.ts";
import { hostMatches, hostName, isTestShop } from "./routing.ts";
import { cut } from "./sentences.ts";

export type Begin = {
  record: IntentRecord;
  /** The kind of the claim that asks. */
  kind: WorkKind;
  attempts: PurchaseAttempt[];
  request: Pick<BeginPurchaseRequest, "revision">;
  quote: ShopQuote;
  fee: number;
  pool: Pool;
  /** What was understood of the text; null for an intent of a time before texts were. */
  plan: Plan | null;
  now: number;
};

/** The first reason, in the contract's order, why the purchase may not begin; null when it may. */
export function beginRefusal(begin: Begin): Refusal | null {
  return (
    staleIntent(begin) ??
    attemptOpen(begin) ??
    shopNotAllowed(begin.record, begin.pool, begin.quote.host) ??
    quoteInvalid(begin.quote, begin.now) ??
    overCap(begin.record, begin.plan, begin.quote, begin.fee) ??
    prohibited(begin.plan, begin.quote) ??
    needsApproval(begin) ??
    needsFunds(begin)
  );
}

function staleIntent({ record, request }: Begin): Refusal | null {
  if (request.revision === record.revision) return null;
  const maxAmount = record.intent.spec?.maxAmount ?? null;
  return {
    reason: "stale_intent",
    message: "The caller changed the intent; read the change first.",
    param: "revision",
    details: { revision: record.revision, max_amount: maxAmount },
  };
}

function attemptOpen({ attempts, kind }: Begin): Refusal | null {
  const standing = attempts.find((attempt) => isOpen(attempt) || attempt.state === AttemptState.PLACED);
  if (!standing && kind === WorkKind.RUN) return null;
  const message = standing
    ? "An earlier purchase of this intent is not settled as not placed."
    : "A lookup never begins a purchase.";
  return { reason: "attempt_open", message, ...(standing ? { details: { attempt: standing.id } } : {}) };
}

export function shopNotAllowed(record: IntentRecord, pool: Pool, host: string): Refusal | null {
  const shops = record.intent.spec?.shops ?? [];
  const allowed = shops.length === 0 || shops.some((shop) => shop.toLowerCase() === host.toLowerCase());
  const param = "quote.host";
  if (!allowed) return { reason: "shop_not_allowed", message: "The caller does not buy at this shop.", param };
  // The test shops exist in test mode only, and nothing outside is bought from there.
  const ownMode = isTestShop(host) ? pool.test : true;
  if (!ownMode || !hostMatches(pool.hosts, host)) {
    return { reason: "shop_not_allowed", message: `This pool may not buy at ${hostName(host)}.`, param };
  }
  return null;
}

export function quoteInvalid(quote: ShopQuote, now: number): Refusal | null {
  const problem = quoteProblem(quote, now);
  return problem === null
    ? null
    : { reason: "quote_invalid", message: `The quote does not hold: ${problem}.`, param: "quote" };
}

/** The lower of the caller's cap and a limit in the text, with the words where it is that one. */
function limit(
  record: IntentRecord,
  plan: Plan | null,
  currency: string,
): { amount: number; words: string | null } | null {
  const cap = capOf(record, currency);
  const stated = limitInText(plan, currency);
  if (stated !== null && (cap === null || stated.amount < cap)) return stated;
  return cap === null ? null : { amount: cap, words: null };
}

export function overCap(record: IntentRecord, plan: Plan | null, quote: ShopQuote, fee: number): Refusal | null {
  const cap = limit(record, plan, quote.currency);
  const total = quote.total + fee;
  if (cap === null || total <= cap.amount) return null;
  const constraint = cap.words === null ? {} : { constraint: cut(cap.words, 300) };
  return {
    reason: "over_cap",
    message: "The total with the fee is above the limit.",
    param: "quote.total",
    details: { total, limit: cap.amount, currency: quote.currency, ...constraint },
  };
}

export function prohibited(plan: Plan | null, quote: ShopQuote): Refusal | null {
  const check = checkPlan(plan, quote);
  return check.kind === "forbidden" ? check.refusal : null;
}

/** An order needs the person's yes to exactly this digest, or a cap that it keeps. */
function needsApproval({ record, plan, quote, fee }: Begin): Refusal | null {
  const check = checkPlan(plan, quote);
  const asked =
    limit(record, plan, quote.currency) === null ||
    record.intent.spec?.approval === ApprovalPolicy.ALWAYS ||
    // What was approved was another order.
    record.approvedDigest !== null ||
    check.kind === "ask";
  if (!asked || isApproved(record, quote)) return null;
  const words = check.kind === "ask" ? { constraints: check.words.map((text) => cut(text, 300)).slice(0, 10) } : {};
  return {
    reason: "needs_approval",
    message: "This order needs an approval of exactly this quote.",
    details: { total: quote.total + fee, currency: quote.currency, ...words },
  };
}

export function isApproved(record: IntentRecord, quote: ShopQuote): boolean {
  return record.approvedDigest !== null && sameBytes(record.approvedDigest, quoteDigest(quote));
}

/** Money is held once wallets exist; until then nothing can be short. */
function needsFunds(_begin: Begin): Refusal | null {
  return null;
}

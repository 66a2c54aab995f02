// The shop's price: whether it holds, what the payer sees of it, and what the cap says.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type OrderItemSchema,
  type Quote,
  QuoteSchema,
  quoteDigest,
  type Shop,
  type ShopQuote,
  ShopSchema,
  TotalSource,
} from "@openintents/proto";
import type { IntentRecord } from "./record.ts";
import { shopText, webAddress } from "./shop-text.ts";
import { msOf } from "./values.ts";

/** Our fee in minor units; live fees begin with the wallet. */
export function feeOf(test: boolean): number {
  return test ? 95 : 0;
}

/** Why the quote cannot be bought, as a sentence, or null. */
export function quoteProblem(quote: ShopQuote, now: number): string | null {
  const items = quote.items.reduce((sum, item) => sum + item.amount, 0);
  if (items !== quote.subtotal) return "the items do not add up to the subtotal";
  const total = quote.subtotal + quote.shipping + quote.tax + quote.tip - quote.discount;
  if (total !== quote.total) return "the parts do not add up to the total";
  const expiresAt = msOf(quote.expiresAt);
  if (expiresAt !== null && expiresAt <= now) return "the price has expired";
  const observed = quote.observedTotal;
  if (observed === undefined) return "observed_total is missing";
  if (observed.source !== TotalSource.CODE && observed.source !== TotalSource.PROTOCOL) {
    return "observed_total must be read by code or stated by the shop's protocol";
  }
  if (observed.amount !== quote.total || observed.currency !== quote.currency) {
    return "observed_total differs from the total";
  }
  if (!sameBytes(quote.digest, quoteDigest(quote))) return "the digest is not that of this order";
  return null;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

/** The quote as the payer sees it, our fee included. */
export function publicQuote(quote: ShopQuote, fee: number): Quote {
  return create(QuoteSchema, {
    items: orderItems(quote),
    subtotal: quote.subtotal,
    shipping: quote.shipping,
    tax: quote.tax,
    discount: quote.discount,
    tip: quote.tip,
    fee,
    total: quote.total + fee,
    currency: quote.currency,
    ...(quote.expiresAt ? { expiresAt: quote.expiresAt } : {}),
  });
}

export function orderItems(quote: ShopQuote): MessageInitShape<typeof OrderItemSchema>[] {
  return quote.items.map((item) => {
    const variant = shopText(item.variant, 100);
    const url = webAddress(item.url);
    return {
      name: shopText(item.name, 200) + (variant === "" ? "" : ` (${variant})`),
      quantity: item.quantity,
      amount: item.amount,
      ...(url === undefined ? {} : { url }),
    };
  });
}

/** The shop of a quote; a name is kept from before where the quote has none. */
export function shopOf(quote: ShopQuote, before?: Shop): Shop {
  const host = quote.host.toLowerCase();
  const known = before?.host === host ? before : undefined;
  const name = shopText(quote.shopName, 120) || known?.name || host;
  return create(ShopSchema, { host, name, url: known?.url ?? `https://${host}/` });
}

/**
 * The most that the payer may be charged, in minor units of `currency`; null when nobody set
 * a limit, or when it is in a currency that cannot be compared. Test money compares one to one.
 */
export function capOf({ intent }: IntentRecord, currency: string): number | null {
  const cap = intent.spec?.maxAmount;
  if (cap === undefined) return null;
  return intent.spec?.currency === currency || intent.test === true ? cap : null;
}

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  FulfillmentKind,
  FulfillmentSchema,
  ObservedTotalSchema,
  quoteDigest,
  type ShopQuote,
  ShopQuoteSchema,
  TotalSource,
} from "@openintents/proto";
import type { ReceiptInit } from "../driver.ts";
import type { ShopOrder, ShopQuoteAnswer, ShopSlot } from "./shop-client.ts";

function fulfillmentOf(slot: ShopSlot) {
  return create(FulfillmentSchema, {
    kind: FulfillmentKind.DELIVERY,
    startsAt: timestampFromDate(new Date(slot.starts_at)),
    endsAt: timestampFromDate(new Date(slot.ends_at)),
  });
}

/** The shop's price in the contract's form. The test shop states its total by protocol. */
export function quoteOf(answer: ShopQuoteAnswer): ShopQuote {
  const quote = create(ShopQuoteSchema, {
    host: answer.host,
    shopName: answer.shop_name,
    items: answer.items.map((item) => ({
      name: item.name,
      variant: item.variant,
      quantity: item.quantity,
      unitAmount: item.unit_amount ?? item.amount,
      amount: item.amount,
      url: item.url ?? "",
    })),
    subtotal: answer.subtotal,
    shipping: answer.shipping,
    tax: answer.tax,
    discount: answer.discount,
    tip: answer.tip,
    total: answer.total,
    currency: answer.currency,
    expiresAt: timestampFromDate(new Date(answer.expires_at)),
    observedTotal: { amount: answer.total, currency: answer.currency, source: TotalSource.PROTOCOL },
    fulfillment: fulfillmentOf(answer.fulfillment),
  });
  quote.digest = quoteDigest(quote);
  return quote;
}

/** The receipt of an order: the quote it was placed with, and what the shop says was charged and promised. */
export function receiptOf(order: ShopOrder, quoted: ShopQuote): ReceiptInit {
  const charged = clone(ShopQuoteSchema, quoted);
  charged.total = order.total;
  charged.currency = order.currency;
  charged.observedTotal = create(ObservedTotalSchema, {
    amount: order.total,
    currency: order.currency,
    source: TotalSource.PROTOCOL,
  });
  charged.fulfillment = fulfillmentOf(order.fulfillment);
  charged.digest = quoteDigest(charged);
  return {
    charged,
    confirmation: order.order,
    orderUrl: `http://${order.host}/orders/${order.order}`,
    placedAt: timestampFromDate(new Date(order.placed_at)),
  };
}

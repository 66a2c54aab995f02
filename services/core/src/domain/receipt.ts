// What was bought, from the shop's own confirmation; our fee is added, payments follow with wallets.
import { create } from "@bufbuild/protobuf";
import { type PurchaseReceipt, type Receipt, ReceiptSchema } from "@openintents/proto";
import type { PurchaseAttempt } from "./attempt.ts";
import { capOf, orderItems, shopOf } from "./quote.ts";
import type { IntentRecord } from "./record.ts";
import { cut, money } from "./sentences.ts";
import { shopText, webAddress } from "./shop-text.ts";
import { timestampOf } from "./values.ts";

export function receiptOf(record: IntentRecord, attempt: PurchaseAttempt, told: PurchaseReceipt, now: number): Receipt {
  const charged = told.charged ?? attempt.quote;
  const shop = shopOf(charged, record.intent.shop);
  const total = charged.total + attempt.fee;
  const confirmation = shopText(told.confirmation, 120);
  const fulfillment = charged.fulfillment ?? attempt.quote.fulfillment;
  return create(ReceiptSchema, {
    merchant: shop.name,
    merchantUrl: shop.url,
    items: orderItems(charged),
    subtotal: charged.subtotal,
    shipping: charged.shipping,
    tax: charged.tax,
    discount: charged.discount,
    tip: charged.tip,
    fee: attempt.fee,
    total,
    currency: charged.currency,
    ...optional("confirmation", confirmation === "" ? undefined : confirmation),
    ...optional("orderUrl", webAddress(told.orderUrl)),
    ...optional("receiptUrl", webAddress(told.receiptUrl)),
    ...(fulfillment ? { fulfillment } : {}),
    summary: cut(summary(charged, shop.name, money(total, charged.currency)), 500),
    placedAt: told.placedAt ?? timestampOf(now),
    payments: [],
  });
}

function summary(charged: PurchaseAttempt["quote"], shop: string | undefined, total: string): string {
  const items = orderItems(charged).map((item) => `${item.quantity} × ${item.name}`);
  return `${items.join(", ")} at ${shop} for ${total}.`;
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

/**
 * Whether the shop charged more than was begun or than the cap allows. Such an order stands
 * and is shown as it is; it is flagged, and people are told.
 */
export function isOvercharged(record: IntentRecord, attempt: PurchaseAttempt, receipt: Receipt): boolean {
  const { currency = "", total = 0 } = receipt;
  const cap = capOf(record, currency);
  if (cap !== null && total > cap) return true;
  return currency !== attempt.quote.currency || total > attempt.quote.total + attempt.fee;
}

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { FulfillmentKind, quoteDigest, type ShopQuote, ShopQuoteSchema } from "../src/index.ts";

type QuoteInit = Exclude<MessageInitShape<typeof ShopQuoteSchema>, ShopQuote>;

const base: QuoteInit = {
  host: "ok.shop.test",
  items: [{ name: "Mug", variant: "", quantity: 1, unitAmount: 1500, amount: 1500 }],
  subtotal: 1500,
  shipping: 200,
  tax: 205,
  total: 1905,
  currency: "usd",
  fulfillment: { kind: FulfillmentKind.DELIVERY, startsAt: timestampFromDate(new Date("2026-12-02T09:00:00Z")) },
};

function digest(change: QuoteInit = {}): string {
  return Buffer.from(quoteDigest(create(ShopQuoteSchema, { ...base, ...change }))).toString("hex");
}

describe("quoteDigest", () => {
  it("has 32 bytes and is fixed for a fixed order", () => {
    expect(digest()).toMatch(/^[0-9a-f]{64}$/);
    expect(digest()).toBe(digest());
  });

  it("does not depend on links, shop name, expiry or where the total was read", () => {
    const item = { name: "Mug", quantity: 1, unitAmount: 1500, amount: 1500, url: "http://ok.shop.test/mug" };
    const same = digest({
      host: "OK.shop.test",
      shopName: "OK",
      items: [item],
      expiresAt: timestampFromDate(new Date(0)),
      observedTotal: { amount: 1905, currency: "usd" },
      digest: new Uint8Array(32),
    });
    expect(same).toBe(digest());
  });

  it.each<[string, QuoteInit]>([
    ["host", { host: "size.shop.test" }],
    ["variant", { items: [{ name: "Mug", variant: "M", quantity: 1, unitAmount: 1500, amount: 1500 }] }],
    ["quantity", { items: [{ name: "Mug", quantity: 2, unitAmount: 750, amount: 1500 }] }],
    ["shipping", { shipping: 201 }],
    ["total", { total: 1906 }],
    ["currency", { currency: "eur" }],
    ["delivery time", { fulfillment: { kind: FulfillmentKind.DELIVERY } }],
    ["delivery kind", { fulfillment: { kind: FulfillmentKind.PICKUP } }],
    ["no delivery option", { fulfillment: undefined }],
  ])("changes with the %s", (_part, change) => {
    expect(digest(change)).not.toBe(digest());
  });
});

import { createHash } from "node:crypto";
import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ShopQuote } from "./gen/openintents/intent/v1/agent_service_pb.ts";

function milliseconds(time: Timestamp | undefined): number | null {
  return time === undefined ? null : timestampMs(time);
}

/**
 * SHA-256 of the canonical order, which an approval approves: host, items with variants and
 * quantities, amounts, currency and delivery option. Two quotes with the same digest are the same
 * order to the person; links, expiry and where the total was read do not count. The canonical form
 * is a JSON array in fixed order, UTF-8, so that core and a runner in any language agree.
 */
export function quoteDigest(quote: ShopQuote): Uint8Array {
  const { fulfillment } = quote;
  const canonical = [
    "openintents order 1",
    quote.host.toLowerCase(),
    quote.items.map((item) => [item.name, item.variant, item.quantity, item.unitAmount, item.amount]),
    [quote.subtotal, quote.shipping, quote.tax, quote.discount, quote.tip, quote.total],
    quote.currency,
    fulfillment === undefined
      ? null
      : [
          fulfillment.kind ?? 0,
          milliseconds(fulfillment.startsAt),
          milliseconds(fulfillment.endsAt),
          fulfillment.addressLabel ?? null,
        ],
  ];
  return new Uint8Array(createHash("sha256").update(JSON.stringify(canonical), "utf8").digest());
}

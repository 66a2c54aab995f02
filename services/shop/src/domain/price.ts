/** Amounts are minor units of the order's currency. Every order costs the same; only stock differs by host. */
export const PRICE = { items: 1500, shipping: 200, tax: 205, total: 1905 } as const;

const QUOTE_VALID_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const SLOT_MS = 2 * 3_600_000;

export type QuoteRequest = {
  host: string;
  item: string;
  variant?: string | undefined;
  currency: string;
  /** Wished start of the delivery; absent = in two days at 09:00 UTC. */
  startsAt?: Date | undefined;
};

export type Slot = { kind: "delivery"; starts_at: string; ends_at: string };

export type Quote = {
  host: string;
  shop_name: string;
  in_stock: boolean;
  items: { name: string; variant: string; quantity: number; unit_amount: number; amount: number; url: string }[];
  subtotal: number;
  shipping: number;
  tax: number;
  discount: number;
  tip: number;
  total: number;
  currency: string;
  expires_at: string;
  fulfillment: Slot;
};

/** The shop runs every host under `shop.test`; what a host does beyond selling is the visitor's business. */
export function isServedHost(host: string): boolean {
  return /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+shop\.test$/.test(host);
}

export function inStock(host: string): boolean {
  return host !== "stock.shop.test";
}

/** Delivery in two days, 09:00-11:00 UTC, unless another start is wished for. */
export function slotFrom(now: number, startsAt: Date | undefined): Slot {
  const start = startsAt?.getTime() ?? Math.floor(now / DAY_MS) * DAY_MS + 2 * DAY_MS + 9 * 3_600_000;
  return {
    kind: "delivery",
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + SLOT_MS).toISOString(),
  };
}

/** "size.shop.test" is called "Size test shop". */
function shopName(host: string): string {
  const label = host.slice(0, host.indexOf("."));
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} test shop`;
}

export function quoteFor(request: QuoteRequest, now: number): Quote {
  const item = {
    name: request.item,
    variant: request.variant ?? "",
    quantity: 1,
    unit_amount: PRICE.items,
    amount: PRICE.items,
    url: `http://${request.host}/items/1`,
  };
  return {
    host: request.host,
    shop_name: shopName(request.host),
    in_stock: inStock(request.host),
    items: [item],
    subtotal: PRICE.items,
    shipping: PRICE.shipping,
    tax: PRICE.tax,
    discount: 0,
    tip: 0,
    total: PRICE.total,
    currency: request.currency,
    expires_at: new Date(now + QUOTE_VALID_MS).toISOString(),
    fulfillment: slotFrom(now, request.startsAt),
  };
}

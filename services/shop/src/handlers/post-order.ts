import type { Clock, Metrics } from "@openintents/process";
import type { FastifyInstance } from "fastify";
import type { Books, OrderItem } from "../books.ts";
import { inStock, isServedHost, PRICE, type Slot, slotFrom } from "../domain/price.ts";
import { ShopError } from "../shop-error.ts";

type Body = {
  host: string;
  items: OrderItem[];
  total: number;
  currency: string;
  customer_reference?: string;
  fulfillment?: Slot;
};

const item = {
  type: "object",
  required: ["name", "quantity", "amount"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 300 },
    variant: { type: "string", maxLength: 300, default: "" },
    quantity: { type: "integer", minimum: 1, maximum: 10_000 },
    amount: { type: "integer", minimum: 0 },
  },
};

const body = {
  type: "object",
  required: ["host", "items", "total", "currency"],
  properties: {
    host: { type: "string", maxLength: 255 },
    items: { type: "array", minItems: 1, maxItems: 100, items: item },
    total: { type: "integer", minimum: 0 },
    currency: { type: "string", pattern: "^[a-z]{3}$" },
    customer_reference: { type: "string", maxLength: 100 },
    fulfillment: {
      type: "object",
      required: ["starts_at"],
      properties: { starts_at: { type: "string", maxLength: 40 } },
    },
  },
};

/**
 * `POST /orders`: sells, each time it is asked. There is no idempotency key here, as in most shops:
 * asked twice it sells twice, and whoever asks has to know whether the first time arrived.
 */
export function registerPostOrder(app: FastifyInstance, deps: { books: Books; clock: Clock; metrics: Metrics }): void {
  const placed = deps.metrics.counter("shop_orders_total", "Orders placed at the test shop");

  app.post<{ Body: Body }>("/orders", { schema: { body } }, async (request, reply) => {
    const { host, items, total, currency, customer_reference, fulfillment } = request.body;
    if (!isServedHost(host)) throw new ShopError(404, "unknown_host", `No shop answers at ${host}.`);
    if (!inStock(host)) throw new ShopError(409, "out_of_stock", "The item is out of stock.");
    if (total !== PRICE.total)
      throw new ShopError(409, "price_changed", `The order costs ${PRICE.total}, not ${total}.`);
    const startsAt = fulfillment === undefined ? undefined : new Date(fulfillment.starts_at);
    if (startsAt !== undefined && Number.isNaN(startsAt.getTime())) {
      throw new ShopError(400, "invalid_request", "fulfillment.starts_at is not a time.");
    }
    const now = deps.clock.now();
    const order = await deps.books.place({
      host,
      items: items.map(({ name, variant, quantity, amount }) => ({ name, variant, quantity, amount })),
      total,
      currency,
      placed_at: new Date(now).toISOString(),
      customer_reference: customer_reference ?? null,
      fulfillment: slotFrom(now, startsAt),
    });
    placed.inc();
    return reply.code(201).send(order);
  });
}

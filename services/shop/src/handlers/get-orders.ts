import type { FastifyInstance } from "fastify";
import type { Books } from "../books.ts";

type Query = { host: string; customer_reference?: string; from?: string; to?: string };

const querystring = {
  type: "object",
  required: ["host"],
  additionalProperties: false,
  properties: {
    host: { type: "string", maxLength: 255 },
    customer_reference: { type: "string", maxLength: 100 },
    from: { type: "string", maxLength: 40 },
    to: { type: "string", maxLength: 40 },
  },
};

/**
 * `GET /orders`: the account's order history at a host, oldest first. It certainly shows every
 * order whose placing was answered. `from` and `to` bound `placed_at`, both inclusive.
 */
export function registerGetOrders(app: FastifyInstance, books: Books): void {
  app.get<{ Querystring: Query }>("/orders", { schema: { querystring } }, async (request) => {
    const { host, customer_reference, from, to } = request.query;
    const earliest = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
    const latest = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
    const orders = books.ordersOf(host).filter((order) => {
      const placed = Date.parse(order.placed_at);
      if (!(placed >= earliest && placed <= latest)) return false;
      return customer_reference === undefined || order.customer_reference === customer_reference;
    });
    return { orders };
  });
}

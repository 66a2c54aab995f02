import type { Clock } from "@openintents/process";
import type { FastifyInstance } from "fastify";
import { isServedHost, quoteFor } from "../domain/price.ts";
import { ShopError } from "../shop-error.ts";

type Query = { host: string; item: string; variant?: string; currency: string; starts_at?: string };

const querystring = {
  type: "object",
  required: ["host", "item"],
  additionalProperties: false,
  properties: {
    host: { type: "string", maxLength: 255 },
    item: { type: "string", minLength: 1, maxLength: 300 },
    variant: { type: "string", maxLength: 300 },
    currency: { type: "string", pattern: "^[a-z]{3}$", default: "usd" },
    starts_at: { type: "string", maxLength: 40 },
  },
};

/** `GET /quote`: what one item costs at a host, delivery included. */
export function registerGetQuote(app: FastifyInstance, clock: Clock): void {
  app.get<{ Querystring: Query }>("/quote", { schema: { querystring } }, async (request) => {
    const { host, item, variant, currency, starts_at } = request.query;
    if (!isServedHost(host)) throw new ShopError(404, "unknown_host", `No shop answers at ${host}.`);
    const startsAt = starts_at === undefined ? undefined : new Date(starts_at);
    if (startsAt !== undefined && Number.isNaN(startsAt.getTime())) {
      throw new ShopError(400, "invalid_request", "starts_at is not a time.");
    }
    return quoteFor({ host, item, variant, currency, startsAt }, clock.now());
  });
}

import type { FastifyInstance } from "fastify";
import type { Books } from "../books.ts";

/** `GET /books`: every order ever placed, oldest first, for whoever wants to know what was really bought. */
export function registerGetBooks(app: FastifyInstance, books: Books): void {
  app.get("/books", async () =>
    books.orders().map(({ order, host, total, placed_at, customer_reference }) => ({
      order,
      host,
      total,
      placed_at,
      customer_reference,
    })),
  );
}

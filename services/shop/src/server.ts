import type { Clock, Logger, Metrics } from "@openintents/process";
import fastify, { type FastifyInstance } from "fastify";
import type { Books } from "./books.ts";
import { registerGetBooks } from "./handlers/get-books.ts";
import { registerGetOrders } from "./handlers/get-orders.ts";
import { registerGetQuote } from "./handlers/get-quote.ts";
import { registerPostOrder } from "./handlers/post-order.ts";
import { ShopError } from "./shop-error.ts";

/** The shop's HTTP face over its books. */
export function createServer(deps: { books: Books; clock: Clock; metrics: Metrics; logger: Logger }): FastifyInstance {
  // Unknown query parameters are refused by name, not dropped: a mistyped filter must not match everything.
  const app = fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false } },
  });

  app.setErrorHandler<Error & { validation?: unknown; statusCode?: number }>((error, _request, reply) => {
    if (error instanceof ShopError) {
      return reply.code(error.status).send({ error: { code: error.code, message: error.message } });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ error: { code: "invalid_request", message: error.message } });
    deps.logger.error({ err: error }, "request failed");
    return reply.code(500).send({ error: { code: "internal_error", message: "The shop could not do this." } });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: "not_found", message: "There is no such page." } }),
  );

  app.get("/healthz", async () => ({ status: "ok" }));
  registerGetBooks(app, deps.books);
  registerGetOrders(app, deps.books);
  registerGetQuote(app, deps.clock);
  registerPostOrder(app, deps);
  return app;
}

import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import type { FastifyInstance } from "fastify";
import { Books } from "./books.ts";
import { createServer } from "./server.ts";

export type ShopDeps = { logger: Logger; metrics: Metrics; readiness: Readiness; clock: Clock };

export type Shop = Service & {
  /** Where the shop answers, without trailing slash. Throws before start. */
  readonly url: string;
};

/** The test shop. `start` reads the books and listens; `stop` finishes orders in flight. */
export function createShop(config: { host: string; port: number; dataDir: string }, deps: ShopDeps): Shop {
  let books: Books | undefined;
  let app: FastifyInstance | undefined;
  let url: string | undefined;
  deps.readiness.set("shop", false, "not started");

  return {
    name: "shop",

    get url() {
      if (url === undefined) throw new Error("the shop has not started");
      return url;
    },

    async start() {
      books = await Books.open(join(config.dataDir, "shop", "books.jsonl"));
      app = createServer({ books, ...deps });
      await app.listen({ host: config.host, port: config.port });
      const { port } = app.server.address() as AddressInfo;
      url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
      deps.readiness.set("shop", true);
      deps.logger.info({ url, orders: books.orders().length }, "test shop open");
    },

    async stop() {
      deps.readiness.set("shop", false, "stopped");
      const [server, kept] = [app, books];
      app = undefined;
      books = undefined;
      await server?.close();
      await kept?.close();
    },
  };
}

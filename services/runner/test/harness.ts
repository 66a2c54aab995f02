import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, createMetrics, Readiness, type Service, systemClock } from "@openintents/process";
import { AgentService } from "@openintents/proto";
import { createClient, grpcTransport, type Transport } from "@openintents/rpc";
import { exportKeyPair } from "@openintents/vault";
import { createRunner } from "../src/index.ts";
import { type Child, startChild } from "./child-process.ts";
import { type CoreServer, startFakeCore } from "./fake-core-server.ts";

export type BookEntry = { order: string; host: string; total: number; customer_reference: string | null };

export type ShopOrder = { order: string; items: { name: string; variant: string }[] };

export type Harness = CoreServer & {
  shopUrl: string;
  books(): Promise<BookEntry[]>;
  orders(host: string): Promise<ShopOrder[]>;
  /** A runner in this process, over a real socket. */
  runner(o?: { pace?: number; slots?: number; shopUrl?: string }): Promise<{ stop(): Promise<void> }>;
  /** A runner as a process of its own. */
  runnerProcess(o?: { pace?: number; slots?: number }): Promise<Child>;
  metrics: ReturnType<typeof createMetrics>;
  close(): Promise<void>;
};

/** The real shop as its own process, for the tests of one file. */
export async function startShop(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "runner-"));
  const env = { SHOP_PORT: "0", OPENINTENTS_DATA_DIR: dataDir };
  const shop = await startChild("../../shop/src/main.ts", env, "test shop open");
  return {
    url: String(shop.first.url),
    async close() {
      await shop.kill("SIGKILL");
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A fake core of its own for one test, and runners between it and the shop. The books count from here on. */
export async function startHarness(shopUrl: string): Promise<Harness> {
  const server = await startFakeCore();
  const services: Service[] = [];
  const transports: Transport[] = [];
  const children: Child[] = [];
  const metrics = createMetrics({ service: "runner" });
  const keyText = server.core.keys.map(exportKeyPair);
  const read = async (path: string): Promise<unknown> => (await fetch(shopUrl + path)).json();
  const before = ((await read("/books")) as BookEntry[]).length;
  const newOrders = async (): Promise<BookEntry[]> => ((await read("/books")) as BookEntry[]).slice(before);

  return Object.assign(server, {
    shopUrl,
    metrics,
    books: newOrders,
    orders: async (host: string) => {
      const mine = new Set((await newOrders()).map((one) => one.order));
      const { orders } = (await read(`/orders?host=${host}`)) as { orders: ShopOrder[] };
      return orders.filter((one) => mine.has(one.order));
    },

    async runner(o: { pace?: number; slots?: number; shopUrl?: string } = {}) {
      const transport = grpcTransport({ address: server.address });
      const agent = createClient(AgentService, transport, { metadata: () => ({ authorization: "Bearer oi_run_x" }) });
      const config = { privateKeys: keyText, shopUrl, slots: 5, pace: 0.05, crash: "forget" as const, ...o };
      const deps = { metrics, readiness: new Readiness(), clock: systemClock, agent };
      const service = createRunner(config, { ...deps, logger: createLogger({ service: "runner", level: "silent" }) });
      services.push(service);
      transports.push(transport);
      await service.start();
      return { stop: () => service.stop() };
    },

    async runnerProcess(o: { pace?: number; slots?: number } = {}) {
      const env = {
        CORE_ADDRESS: server.address,
        RUNNER_KEY: "oi_run_x",
        RUNNER_PRIVATE_KEY: keyText.join(","),
        SHOP_URL: shopUrl,
        SIMULATOR_PACE: String(o.pace ?? 0.05),
        RUNNER_SLOTS: String(o.slots ?? 5),
        METRICS_PORT: "0",
      };
      const child = await startChild("../src/main.ts", env, "registered with core");
      children.push(child);
      return child;
    },

    close: async () => {
      // Nothing is left to finish: what is still waited for is given up.
      for (const lent of server.core.lent.values()) server.core.endClaim(lent, "claim_lost");
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all(children.map((child) => child.kill("SIGKILL")));
      await Promise.all(transports.map((transport) => transport.close()));
      server.core.close();
      await server.stop();
    },
  });
}

import { readConfig, setting } from "@openintents/process";

/** Settings of the test shop. */
export const shopSettings = {
  host: setting.string({ env: "SHOP_HOST", default: "127.0.0.1", help: "address the test shop listens on" }),
  port: setting.integer({
    env: "SHOP_PORT",
    default: 8090,
    min: 0,
    max: 65535,
    help: "port of the test shop; 0 = any free one",
  }),
  dataDir: setting.string({
    env: "OPENINTENTS_DATA_DIR",
    default: ".data",
    help: "data folder; the books are shop/books.jsonl in it",
  }),
  metricsHost: setting.string({
    env: "METRICS_HOST",
    default: "127.0.0.1",
    help: "address of the health and metrics listener",
  }),
  metricsPort: setting.integer({
    env: "METRICS_PORT",
    default: null,
    min: 0,
    max: 65535,
    help: "port of the health and metrics listener; unset = none beside /healthz of the shop",
  }),
};

export type ShopConfig = ReturnType<typeof readShopConfig>;

export function readShopConfig(env?: Record<string, string | undefined>) {
  return readConfig(shopSettings, env);
}

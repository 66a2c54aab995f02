// The test shop beside everything else: a process of its own with its own books, so that
// what was bought is known even when this process dies.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Clock, type Service, serviceError } from "@openintents/process";

const MAIN = fileURLToPath(import.meta.resolve("@openintents/shop").replace(/index\.ts$/, "main.ts"));
const READY_MS = 10_000;
const PROBE_MS = 50;

/** Starts the shop's process and waits until it answers; it ends with this process, however that ends. */
export function createShopProcess(o: {
  port: number;
  dataDir: string;
  logLevel: string;
  clock: Clock;
}): Service & { url: string } {
  const url = `http://127.0.0.1:${o.port}`;
  let child: ReturnType<typeof fork> | null = null;
  let gone: Promise<number | null> = Promise.resolve(null);
  return {
    name: "shop",
    url,
    async start() {
      const started = fork(MAIN, [], {
        env: {
          ...process.env,
          SHOP_PORT: String(o.port),
          OPENINTENTS_DATA_DIR: o.dataDir,
          LOG_LEVEL: o.logLevel,
          METRICS_PORT: "",
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      child = started;
      let ended = false;
      gone = new Promise((resolve) => {
        started.on("exit", (code) => {
          ended = true;
          resolve(code);
        });
      });
      const deadline = o.clock.monotonic() + READY_MS;
      while (!ended && o.clock.monotonic() < deadline) {
        if (await answers(url)) return;
        await o.clock.sleep(PROBE_MS);
      }
      throw serviceError("unavailable", `the test shop did not start on port ${o.port} (SHOP_PORT)`);
    },
    async stop() {
      child?.kill("SIGTERM");
      await gone;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

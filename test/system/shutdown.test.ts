// Starting and stopping as people do it: npm start, signals to npm alone and to its group,
// a second start on the same data, ports that are taken.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePorts } from "../../scripts/free-ports.ts";
import { root } from "../house.ts";

let dataDir: string;
let ports: { http: number; grpc: number; metrics: number; shop: number };
const started: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "openintents-start-"));
  const [http = 0, grpc = 0, metrics = 0, shop = 0] = await freePorts(4);
  ports = { http, grpc, metrics, shop };
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.pid) {
      process.kill(-child.pid, "SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

type Run = { child: ChildProcess; said: () => string; ready: Promise<void>; exit: Promise<number | null> };

function npmStart(env: Record<string, string> = {}): Run {
  const child = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      OPENINTENTS_DATA_DIR: dataDir,
      PORT: String(ports.http),
      GRPC_PORT: String(ports.grpc),
      METRICS_PORT: String(ports.metrics),
      SHOP_PORT: String(ports.shop),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  const exit = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (/^ready /m.test(said)) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void exit.then((code) => reject(new Error(`ended with code ${code}:\n${said}`)));
  });
  ready.catch(() => {});
  return { child, said: () => said, ready, exit };
}

/** Processes whose environment names this test's data folder: whatever npm start left behind. */
function survivors(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return environment.includes(dataDir) || command.includes(dataDir);
    } catch {
      return false;
    }
  });
}

function apiKey(): string {
  return JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")).api_key;
}

type Load = { answered: Set<string>; errors: number[] };

/** Eight clients that create held intents one after the other, until nobody listens any more. */
async function load(stop: AbortSignal): Promise<Load> {
  const key = apiKey();
  const made: Load = { answered: new Set(), errors: [] };
  const client = async () => {
    while (!stop.aborted) {
      try {
        const response = await fetch(`http://127.0.0.1:${ports.http}/v1/intents?wait_seconds=2`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ intent: "a mug", max_amount: 2500 }),
        });
        const { id } = (await response.json()) as { id: string };
        if (response.status === 201) made.answered.add(id);
        else made.errors.push(response.status);
      } catch (cause) {
        // Nobody listens, or the connection was closed before it was accepted: the request did not get in.
        if ((cause as { cause?: { code?: string } }).cause?.code === "ECONNREFUSED") return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return made;
}

/** Every intent that the installation holds. */
async function allIntents(): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const response = await fetch(`http://127.0.0.1:${ports.http}/v1/intents?limit=100${query}`, {
      headers: { authorization: `Bearer ${apiKey()}` },
    });
    const page = (await response.json()) as { data: { id: string }[]; next_cursor: string | null };
    ids.push(...page.data.map((intent) => intent.id));
    cursor = page.next_cursor;
  } while (cursor);
  return ids;
}

test.each([
  ["npm alone", (pid: number) => process.kill(pid, "SIGTERM")],
  ["the whole group", (pid: number) => process.kill(-pid, "SIGTERM")],
])("SIGTERM to %s under load: every request is answered, exit 0 within 10 s, nobody is left", async (_who, signal) => {
  const run = npmStart({ RATE_LIMIT_PER_MINUTE: "600000", RATE_LIMIT_BURST: "100000", LOG_LEVEL: "info" });
  await run.ready;
  const stop = new AbortController();
  const loaded = load(stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const at = Date.now();
  signal(run.child.pid ?? 0);
  expect(await run.exit, run.said()).toBe(0);
  expect(Date.now() - at).toBeLessThan(10_000);
  stop.abort();
  const { answered, errors } = await loaded;
  expect(errors).toEqual([]);
  expect(answered.size).toBeGreaterThan(8);
  await expect.poll(survivors, { timeout: 2_000 }).toEqual([]);
  const again = npmStart({ RATE_LIMIT_PER_MINUTE: "600000", RATE_LIMIT_BURST: "100000" });
  await again.ready;
  expect((await allIntents()).filter((id) => !answered.has(id))).toEqual([]);
});

test("kill -9 of the group leaves a state from which the next start recovers", async () => {
  const first = npmStart();
  await first.ready;
  process.kill(-(first.child.pid ?? 0), "SIGKILL");
  await first.exit;
  const second = npmStart();
  await second.ready;
  process.kill(second.child.pid ?? 0, "SIGTERM");
  expect(await second.exit).toBe(0);
});

test("a second start on the same data says that one is running, and leaves it alone", async () => {
  const first = npmStart();
  await first.ready;
  const [http = 0, grpc = 0, metrics = 0, shop = 0] = await freePorts(4);
  const more = { PORT: String(http), GRPC_PORT: String(grpc), METRICS_PORT: String(metrics), SHOP_PORT: String(shop) };
  const second = npmStart(more);
  expect(await second.exit).toBe(1);
  expect(second.said()).toMatch(/already running/);
  expect((await fetch(`http://127.0.0.1:${ports.http}/readyz`)).status).toBe(200);
});

test.each(["PORT", "GRPC_PORT", "METRICS_PORT", "SHOP_PORT"] as const)(
  "a taken port is named with its setting: %s",
  async (env) => {
    const server: Server = createServer();
    await new Promise<void>((resolve) => server.listen({ host: "127.0.0.1", port: 0 }, resolve));
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const run = npmStart({ [env]: String(port) });
    expect(await run.exit).toBe(1);
    expect(run.said()).toMatch(new RegExp(`port ${port} is in use.*set ${env}`));
    await new Promise((resolve) => server.close(resolve));
  },
);

// Processes of a bench: each runs on its core, tells when it is ready and takes requests over IPC.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Core, pinned } from "./cores.ts";

/** A process made of one of this workspace's entries. */
export type Child<Ready> = {
  pid: number;
  ready: Ready;
  /** Has the entry's operation run there and answers its result. */
  ask<Result>(operation: string, input?: unknown): Promise<Result>;
  stop(): Promise<void>;
};

type Answer = { id: number; result?: unknown; error?: string };

const READY_MS = 60_000;
const STOP_MS = 20_000;
const PROBE_MS = 25;

function start(core: Core, file: string, env: Record<string, string>, nodeArgs: string[]): ChildProcess {
  const [program, args] = pinned(core, process.execPath, [...nodeArgs, "--disable-warning=ExperimentalWarning", file]);
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const base = { PATH, HOME, NODE_ENV: "production", ...(TMPDIR ? { TMPDIR } : {}) };
  return spawn(program, args, { env: { ...base, ...env }, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await gone;
  clearTimeout(timer);
}

/** Node's arguments for a CPU profile in the folder, written when the process ends. */
export function profiling(directory: string | null): string[] {
  return directory === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${directory}`];
}

/** Runs an entry of this workspace, given by its URL, with an input that it reads when it starts. */
export async function startEntry<Ready>(
  url: URL,
  o: { core: Core; input: unknown; cpuProfile?: string | null; nodeArgs?: string[] },
): Promise<Child<Ready>> {
  const nodeArgs = [...profiling(o.cpuProfile ?? null), ...(o.nodeArgs ?? [])];
  const child = start(o.core, fileURLToPath(url), { BENCH_INPUT: JSON.stringify(o.input) }, nodeArgs);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  let asked = 0;
  let ended: Error | undefined;
  let heard = (_ready: unknown) => {};
  let failed = (_cause: Error) => {};
  const ready = new Promise((resolve, reject) => {
    heard = resolve;
    failed = reject;
  });
  child.on("message", (message: { ready?: unknown } | Answer) => {
    if ("id" in message) {
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error !== undefined) caller?.reject(new Error(message.error));
      else caller?.resolve(message.result);
    } else heard(message.ready);
  });
  child.once("exit", (code, signal) => {
    ended = new Error(`${url.pathname.split("/").at(-1)} ended (${code ?? signal})`);
    failed(ended);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  });
  return {
    ready: (await ready) as Ready,
    pid: child.pid ?? 0,
    ask<Result>(operation: string, input?: unknown) {
      asked += 1;
      const id = asked;
      return new Promise<Result>((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, operation, input });
      });
    },
    stop: () => end(child),
  };
}

/** Runs a service's own main and waits until it says that it is ready. */
export async function startService(
  main: string,
  o: { core: Core; env: Record<string, string>; metricsPort: number; cpuProfile?: string | null },
): Promise<{ pid: number; stop(): Promise<void> }> {
  const env = { LOG_LEVEL: "warn", ...o.env, METRICS_PORT: String(o.metricsPort) };
  const child = start(o.core, main, env, profiling(o.cpuProfile ?? null));
  const deadline = performance.now() + READY_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    if (await answers(`http://127.0.0.1:${o.metricsPort}/readyz`)) {
      return { pid: child.pid ?? 0, stop: () => end(child) };
    }
    await delay(PROBE_MS);
  }
  await end(child);
  throw new Error(`${main} did not become ready`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

import { spawn } from "node:child_process";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { type ClusterPaths, serverEnvironment } from "./cluster.ts";
import { exists, isServerOf, type Postmaster, readPostmaster } from "./postmaster-file.ts";
import { giveTo, type Identity } from "./unprivileged.ts";

const POLL_MS = 10;
// Replaying the log after a crash may take a while; a server that neither answers nor ends in this time never will.
const START_MS = 300_000;
const SHUTDOWN_MS = 8_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=400"];
const DURABLE = ["max_connections=200"];
const COMMON = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "timezone=UTC",
  "log_timezone=UTC",
  // Errors go to the client that caused them; the file keeps what concerns the server.
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_checkpoints=off",
  // Queues are emptied all the time, so their dead rows should go soon.
  "autovacuum_naptime=10s",
  "jit=off",
];

/** A port on the loopback interface that is free right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** A start that failed, with the server's own last words. */
export class StartFailure extends Error {
  readonly log: string;
  constructor(message: string, log: string) {
    super(`${message}${log === "" ? "" : `: ${log}`}`);
    this.log = log;
  }
}

function tail(path: string, from: number): string {
  const size = statSync(path).size;
  const start = Math.max(from, size - 2000);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  const file = openSync(path, "r");
  try {
    readSync(file, buffer, 0, buffer.length, start);
  } finally {
    closeSync(file);
  }
  const lines = buffer.toString("utf8").trim().split("\n");
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL|could not/.test(line));
  return (telling.length > 0 ? telling : lines).slice(-6).join(" | ");
}

/** Starts a server over the files and resolves when it accepts connections. */
export async function launch(o: {
  binaries: Binaries;
  identity: Identity;
  paths: ClusterPaths;
  port: number;
  fast: boolean;
}): Promise<Postmaster> {
  const settings = [...COMMON, ...(o.fast ? FAST : DURABLE), `port=${o.port}`];
  const [command, args] = o.identity.wrap(o.binaries.postgres, [
    "-D",
    o.paths.data,
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const log = openSync(o.paths.log, "a", 0o600);
  let from = statSync(o.paths.log).size;
  if (from > LOG_LIMIT_BYTES) {
    await truncate(o.paths.log);
    from = 0;
  }
  await giveTo(o.identity, o.paths.log);
  // A session of its own: a Ctrl-C in the terminal must reach the services first, and a
  // parent that is killed must not take the server along in the middle of a write.
  const child = spawn(command, args, {
    ...o.identity.spawn,
    cwd: o.paths.root,
    env: serverEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let failure: string | undefined;
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", (code, signal) => {
    failure ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (failure !== undefined) throw new StartFailure("the embedded database did not start", tail(o.paths.log, from));
    const found = await readPostmaster(o.paths.data);
    if (found !== undefined && found.pid === child.pid && found.ready) return found;
    await delay(POLL_MS);
  }
  throw new StartFailure("the embedded database did not become ready", tail(o.paths.log, from));
}

/** Stops the server: clients are disconnected, everything is written; if that takes too long, at once. */
export async function shutDown(pid: number, data: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isServerOf(pid, data)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + SHUTDOWN_MS;
    while (performance.now() < deadline) {
      const found = await readPostmaster(data);
      // The file goes last; the number of a dead child may linger until it is reaped.
      if (found?.pid !== pid || !exists(pid)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`the embedded database (process ${pid}) does not stop`);
}

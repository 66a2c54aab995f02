import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runningEmbedded } from "@openintents/postgres";

const POLL_MS = 50;
const START_MS = 60_000;

/** Files by which test processes and the keeper of their shared server agree. */
export type SharedServer = { root: string; dataDir: string; users: string; closing: string; log: string };

/** The shared server of this user on this machine. */
export function sharedServer(root = join(tmpdir(), `openintents-test-postgres-18-${process.getuid?.() ?? 0}`)) {
  const server: SharedServer = {
    root,
    dataDir: join(root, "db"),
    users: join(root, "users"),
    closing: join(root, "closing"),
    log: join(root, "keeper.log"),
  };
  return server;
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isClosing(server: SharedServer): boolean {
  if (!existsSync(server.closing)) return false;
  try {
    return alive(Number(readFileSync(server.closing, "utf8")));
  } catch {
    // It closed between the look and the read.
    return false;
  }
}

function spawnKeeper(server: SharedServer): void {
  const log = openSync(server.log, "a");
  const keeper = fileURLToPath(new URL("server-keeper.ts", import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", keeper, server.root], {
    detached: true,
    stdio: ["ignore", log, log],
    env,
  }).unref();
}

/** URL of the shared server, started when none runs; marks this process as a user of it. */
export async function findServer(server: SharedServer): Promise<string> {
  // First the mark, then the look: the keeper marks that it closes before it looks for
  // users, so at least one of the two sees the other.
  mkdirSync(server.users, { recursive: true, mode: 0o700 });
  writeFileSync(join(server.users, String(process.pid)), "");
  const deadline = performance.now() + START_MS;
  let spawned = -Infinity;
  while (performance.now() < deadline) {
    if (!isClosing(server)) {
      const running = await runningEmbedded(server.dataDir);
      if (running?.owned === true) return running.url;
      if (performance.now() - spawned > 10_000) {
        spawned = performance.now();
        spawnKeeper(server);
      }
    }
    await delay(POLL_MS);
  }
  throw new Error(`the shared test server does not start, see ${server.log}`);
}

let found: Promise<string> | undefined;

/**
 * URL of a superuser on the PostgreSQL server that tests use: TEST_DATABASE_URL, or an
 * embedded server (not durable) that all test processes of this user share. The first one
 * starts it through a keeper process; it ends, files and all, soon after the last user did.
 */
export function testServerUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return Promise.resolve(given);
  found ??= findServer(sharedServer());
  return found;
}

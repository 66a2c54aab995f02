import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "@openintents/process";
import type { Binaries } from "./binaries.ts";
import { giveTo, type Identity } from "./unprivileged.ts";

const execute = promisify(execFile);

/** Where the files of an embedded server lie: `data`, `password` (mode 0600) and `server.log` in one folder. */
export type ClusterPaths = { root: string; data: string; password: string; log: string };

export function clusterPaths(dataDir: string): ClusterPaths {
  const root = join(dataDir, "cluster");
  return { root, data: join(root, "data"), password: join(root, "password"), log: join(root, "server.log") };
}

export const SUPERUSER = "openintents";

const STAGING = "new-";

/**
 * Makes the database files when there are none. They are made aside and moved into place in
 * one step, so a start that is killed, or two that race, leave whole files or nothing.
 */
export async function createCluster(o: {
  dataDir: string;
  binaries: Binaries;
  identity: Identity;
  fast: boolean;
}): Promise<void> {
  const target = clusterPaths(o.dataDir);
  if (existsSync(target.data)) return;
  const staging = join(o.dataDir, `${STAGING}${randomBytes(6).toString("hex")}`);
  await mkdir(staging, { mode: 0o700 });
  await giveTo(o.identity, staging);
  const password = join(staging, "password");
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  await giveTo(o.identity, password);
  const args = ["-D", join(staging, "data"), "-U", SUPERUSER, "--pwfile", password, "--auth=scram-sha-256"];
  args.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (o.fast) args.push("--no-sync");
  const [command, rest] = o.identity.wrap(o.binaries.initdb, args);
  try {
    await execute(command, rest, { ...o.identity.spawn, cwd: staging, env: serverEnvironment() });
    await rename(staging, target.root);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster: its files are as good.
    if (existsSync(target.data)) return;
    const stderr = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`cannot create the database files in ${o.dataDir}: ${stderr || String(error)}`, { cause: error });
  }
}

/** Removes what interrupted creations left. Call only while holding the instance lock. */
export async function removeLeftovers(dataDir: string, logger: Logger): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(STAGING)) continue;
    try {
      await rm(join(dataDir, name), { recursive: true, force: true });
    } catch (error) {
      // A process that lost the race may be writing there: it clears up itself, or the next start does.
      logger.info({ err: error, name }, "left-over database files are not removed yet");
    }
  }
}

export async function readPassword(paths: ClusterPaths): Promise<string> {
  return (await readFile(paths.password, "utf8")).trim();
}

/** The server gets nothing of this process' environment that could change or leak. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
}

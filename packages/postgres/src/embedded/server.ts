import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@openintents/process";
import pg from "pg";
import { locateBinaries } from "./binaries.ts";
import { type ClusterPaths, clusterPaths, createCluster, readPassword, removeLeftovers, SUPERUSER } from "./cluster.ts";
import { freePort, launch, StartFailure, shutDown } from "./postmaster.ts";
import { disownPostmaster, exists, isServerOf, type Postmaster, readPostmaster } from "./postmaster-file.ts";
import { chooseIdentity } from "./unprivileged.ts";

const DATABASE = "openintents";
const POLL_MS = 20;
const LOCK_WAIT_MS = 1_500;
const SETTLE_MS = 60_000;
const ORPHANS_MS = 10_000;

/** Another running instance works on the data folder. */
export class EmbeddedInUseError extends Error {}

const serverUrl = (port: number, password: string, database: string) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/** Connects to the server of these files; undefined when what listens there is not it, or nothing does. */
async function connect(paths: ClusterPaths, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: serverUrl(port, await readPassword(paths), "postgres"),
    connectionTimeoutMillis: 3_000,
    application_name: "openintents embedded owner",
    keepAlive: true,
  });
  // Whoever waits for the connection's end hears "end"; the error itself adds nothing.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    if (rows[0]?.data_directory === paths.data) return client;
  } catch {
    // Not up, not ours, or a password that is not ours: the caller looks at the process next.
  }
  await client.end().catch(() => undefined);
  return undefined;
}

/** The live server over these files with a connection to it, or undefined when none runs. */
async function findLive(paths: ClusterPaths): Promise<{ postmaster: Postmaster; client: pg.Client } | undefined> {
  const deadline = performance.now() + SETTLE_MS;
  while (performance.now() < deadline) {
    const postmaster = await readPostmaster(paths.data);
    if (postmaster === undefined || !exists(postmaster.pid)) return undefined;
    const client = await connect(paths, postmaster.port);
    if (client !== undefined) return { postmaster, client };
    if (!isServerOf(postmaster.pid, paths.data)) {
      // Read once more: the server may have ended properly in between.
      if ((await readPostmaster(paths.data))?.pid === postmaster.pid) await disownPostmaster(paths.data);
      return undefined;
    }
    // It is starting, recovering or stopping: wait for how that ends.
    await delay(POLL_MS);
  }
  throw new Error(`a server runs on ${paths.data} but does not answer`);
}

async function hasDatabase(client: pg.Client): Promise<boolean> {
  return (await client.query("select from pg_database where datname = $1", [DATABASE])).rows.length > 0;
}

const LOCK_SQL = "select pg_try_advisory_lock(hashtext('openintents:embedded')) as acquired";

async function tryLock(client: pg.Client): Promise<boolean> {
  // The connection of an owner that was killed a moment ago ends within milliseconds.
  const deadline = performance.now() + LOCK_WAIT_MS;
  do {
    const { rows } = await client.query<{ acquired: boolean }>(LOCK_SQL);
    if (rows[0]?.acquired === true) return true;
    await delay(POLL_MS);
  } while (performance.now() < deadline);
  return false;
}

/**
 * Starts PostgreSQL over the files in `dataDir` (made on first use) on a loopback port, or
 * takes over a server that an owner which was killed left behind. The URL names a superuser
 * with a random password and the database `openintents`. One owner at a time: while one
 * runs, others get an EmbeddedInUseError. A server that dies is started again on the same
 * port. Writes are durable unless `fast`, which is for tests.
 */
export async function startEmbedded(o: {
  dataDir: string;
  logger: Logger;
  port?: number;
  fast?: boolean;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { logger } = o;
  await mkdir(o.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(o.dataDir);
  const paths = clusterPaths(dataDir);
  const fast = o.fast === true;
  const binaries = await locateBinaries();
  const identity = await chooseIdentity(binaries, dataDir, existsSync(paths.data) ? paths.data : null);
  await createCluster({ dataDir, binaries, identity, fast });

  async function start(port: number | undefined): Promise<Postmaster> {
    const deadline = performance.now() + ORPHANS_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch({ binaries, identity, paths, port: port ?? (await freePort()), fast });
      } catch (error) {
        if (!(error instanceof StartFailure)) throw error;
        // Orphans of a killed server let go of its memory when they notice; a free port may be taken meanwhile.
        const passes = /shared memory block|lock file/.test(error.log) && performance.now() < deadline;
        const portTaken = /Address already in use/i.test(error.log) && port === undefined && attempt < 4;
        if (!passes && !portTaken) throw error;
        await delay(POLL_MS * 5);
        const live = await findLive(paths);
        if (live === undefined) continue;
        await live.client.end();
        return live.postmaster;
      }
    }
  }

  async function own(port: number | undefined): Promise<{ postmaster: Postmaster; client: pg.Client }> {
    for (;;) {
      const live = await findLive(paths);
      const postmaster = live?.postmaster ?? (await start(port));
      const client = live?.client ?? (await connect(paths, postmaster.port));
      if (client === undefined) throw new Error(`the embedded database on port ${postmaster.port} does not answer`);
      if (!(await tryLock(client))) {
        await client.end();
        throw new EmbeddedInUseError(`another running instance holds the data folder ${dataDir}`);
      }
      if (live === undefined) return { postmaster, client };
      const { rows } = await client.query<{ fsync: string }>("show fsync");
      const fits = (rows[0]?.fsync === "off") === fast && (port === undefined || port === postmaster.port);
      logger.info({ pid: postmaster.pid, port: postmaster.port, kept: fits }, "took over a running embedded database");
      if (fits) return { postmaster, client };
      await shutDown(postmaster.pid, paths.data);
      await client.end().catch(() => undefined);
    }
  }

  let current = await own(o.port);
  const port = current.postmaster.port;
  try {
    await removeLeftovers(dataDir, logger);
    if (!(await hasDatabase(current.client))) await current.client.query(`create database ${DATABASE}`);
  } catch (error) {
    await shutDown(current.postmaster.pid, paths.data);
    throw error;
  }

  let stopping: Promise<void> | undefined;
  let recovering: Promise<void> | undefined;
  async function recover(): Promise<void> {
    logger.error({ port }, "the embedded database went away, starting it again");
    for (let wait = 100; stopping === undefined; wait = Math.min(wait * 2, 5_000)) {
      try {
        current = await own(port);
        guard();
        return;
      } catch (error) {
        logger.error({ err: error }, "cannot start the embedded database again");
        await delay(wait, undefined, { ref: false });
      }
    }
  }
  function guard(): void {
    current.client.once("end", () => {
      if (stopping === undefined) recovering = recover();
    });
  }
  guard();

  async function shutDownCurrent(): Promise<void> {
    await recovering;
    await shutDown(current.postmaster.pid, paths.data);
    // The lock goes with the server, not before it.
    await current.client.end().catch(() => undefined);
  }

  return {
    url: serverUrl(port, await readPassword(paths), DATABASE),
    stop() {
      stopping ??= shutDownCurrent();
      return stopping;
    },
  };
}

/**
 * The embedded server that runs over `dataDir`, for tools that work beside a running
 * instance; undefined when none runs (or is still being set up). `owned` says whether an instance holds it: one that
 * nobody owns was left behind and should be taken over with startEmbedded.
 */
export async function runningEmbedded(dataDir: string): Promise<{ url: string; owned: boolean } | undefined> {
  if (!existsSync(clusterPaths(dataDir).data)) return undefined;
  const paths = clusterPaths(await realpath(dataDir));
  const live = await findLive(paths);
  if (live === undefined) return undefined;
  try {
    if (!(await hasDatabase(live.client))) return undefined;
    const { rows } = await live.client.query<{ acquired: boolean }>(LOCK_SQL);
    const url = serverUrl(live.postmaster.port, await readPassword(paths), DATABASE);
    return { url, owned: rows[0]?.acquired !== true };
  } finally {
    await live.client.end();
  }
}

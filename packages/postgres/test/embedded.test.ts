import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createLogger } from "@openintents/process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkLibraries } from "../src/embedded/binaries.ts";
import { createDatabase, EmbeddedInUseError, runningEmbedded, startEmbedded } from "../src/index.ts";

const logger = createLogger({ service: "test", level: "silent" });
const childFile = fileURLToPath(new URL("embedded-child.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

let root: string;
let dataDir: string;
let children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "openintents-embedded-"));
  dataDir = join(root, "data");
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
  children = [];
  // Whatever a test left running is taken over and stopped.
  if ((await runningEmbedded(dataDir)) !== undefined) await (await start()).stop();
  await rm(root, { recursive: true, force: true });
});

const start = (port?: number) => startEmbedded({ dataDir, logger, ...(port === undefined ? {} : { port }) });

const open = (url: string) => createDatabase({ url, schema: "public", applicationName: "test", logger });

async function ask(url: string, sql: string): Promise<unknown> {
  const database = open(url);
  try {
    const { rows } = await database.query(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await database.close();
  }
}

async function owner(o: { uid?: number; path?: string } = {}): Promise<{ child: ChildProcess; line: string }> {
  const env = { ...process.env, ...(o.path === undefined ? {} : { PATH: o.path }) };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", childFile, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
    ...(o.uid === undefined ? {} : { uid: o.uid, gid: o.uid }),
  });
  children.push(child);
  if (child.stdout === null) throw new Error("no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, line: String(line) };
}

const urlOf = (line: string) => {
  expect(line).toMatch(/^url /);
  return line.slice(4);
};

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, "cluster/data/postmaster.pid"), "utf8")).split("\n")[0]);

test("keeps what was written over a stop and a start, with a password that others cannot read", async () => {
  const first = await start();
  expect(await ask(first.url, "show fsync")).toBe("on");
  await ask(first.url, "create table kept as select 42 as answer");
  const password = join(dataDir, "cluster/password");
  expect((await stat(password)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "cluster/data"))).mode & 0o077).toBe(0);
  const wrong = new URL(first.url);
  wrong.password = "wrong";
  await expect(ask(wrong.toString(), "select 1")).rejects.toThrow(/password authentication failed/);
  await first.stop();
  await first.stop();
  expect(await runningEmbedded(dataDir)).toBeUndefined();
  const second = await start();
  expect(await ask(second.url, "select answer from kept")).toBe(42);
  await second.stop();
});

test("listens where it is told to and on loopback only", async () => {
  const probe = await start();
  const port = Number(new URL(probe.url).port);
  await probe.stop();
  const embedded = await start(port);
  expect(Number(new URL(embedded.url).port)).toBe(port);
  expect(await ask(embedded.url, "show listen_addresses")).toBe("127.0.0.1");
  expect(await ask(embedded.url, "show unix_socket_directories")).toBe("");
  await embedded.stop();
});

test("refuses a data folder that another running instance holds, and leaves that one alone", async () => {
  const { line } = await owner();
  const url = urlOf(line);
  await expect(start()).rejects.toThrow(EmbeddedInUseError);
  await expect(start()).rejects.toThrow(/another running instance/);
  expect(await ask(url, "select 1")).toBe(1);
  expect(await runningEmbedded(dataDir)).toEqual({ url, owned: true });
});

test("takes over the server that an owner killed with -9 left behind", async () => {
  const { child, line } = await owner();
  const url = urlOf(line);
  const pid = await postmasterPid();
  await ask(url, "create table kept as select 7 as answer");
  await kill(child);
  expect(await runningEmbedded(dataDir)).toEqual({ url, owned: false });
  const embedded = await start();
  expect(await postmasterPid()).toBe(pid);
  expect(await ask(embedded.url, "select answer from kept")).toBe(7);
  await embedded.stop();
  expect(await runningEmbedded(dataDir)).toBeUndefined();
});

test("moves a server that was left behind to the port that is asked for", async () => {
  const { child, line } = await owner();
  await kill(child);
  const before = Number(new URL(urlOf(line)).port);
  const port = before === 65_535 ? before - 1 : before + 1;
  const embedded = await start(port);
  expect(Number(new URL(embedded.url).port)).toBe(port);
  await embedded.stop();
});

test("recovers after kill -9 of the owner and the server, and loses no committed row", async () => {
  const { child, line } = await owner();
  const url = urlOf(line);
  await ask(url, "create table kept as select generate_series(1, 1000) as n");
  await kill(child);
  process.kill(await postmasterPid(), "SIGKILL");
  const embedded = await start();
  expect(await ask(embedded.url, "select count(*) from kept")).toBe(1000);
  await embedded.stop();
});

test("is not misled by a postmaster.pid whose number belongs to a stranger now", async () => {
  const { child, line } = await owner();
  urlOf(line);
  const pidFile = join(dataDir, "cluster/data/postmaster.pid");
  await kill(child);
  process.kill(await postmasterPid(), "SIGKILL");
  const stranger = spawn("sleep", ["60"]);
  children.push(stranger);
  await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(/^\d+/, String(stranger.pid)));
  const embedded = await start();
  expect(await ask(embedded.url, "select 1")).toBe(1);
  expect(stranger.exitCode).toBeNull();
  await embedded.stop();
});

test("brings a server that died back on the same port", async () => {
  const embedded = await start();
  await ask(embedded.url, "create table kept as select 1 as answer");
  process.kill(await postmasterPid(), "SIGKILL");
  await vi.waitFor(async () => expect(await ask(embedded.url, "select answer from kept")).toBe(1), {
    timeout: 20_000,
    interval: 50,
  });
  await embedded.stop();
  expect(await runningEmbedded(dataDir)).toBeUndefined();
});

test("lets one of several that start at once on an empty folder win", async () => {
  const attempts = await Promise.all([owner(), owner(), owner()]);
  const lines = attempts.map(({ line }) => line).sort();
  expect(lines.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
    "error Error",
    "error Error",
    expect.stringMatching(/^url postgres:/),
  ]);
  expect(lines[0]).toMatch(/another running instance holds the data folder/);
});

test("says what is wrong when the server cannot start", async () => {
  const embedded = await start();
  await embedded.stop();
  await writeFile(join(dataDir, "cluster/data/PG_VERSION"), "12\n");
  await expect(start()).rejects.toThrow(/did not start: .*(incompatible|12)/);
});

test("links the libraries that a package archive cannot carry", async () => {
  const native = join(root, "package/native");
  await mkdir(join(native, "lib"), { recursive: true });
  await writeFile(join(native, "lib/libx.so.1.2"), "library");
  await writeFile(join(native, "lib/libx.so"), "already there");
  await symlink("libx.so.9", join(native, "lib/libx.so.2"));
  const link = (name: string) => ({ source: "native/lib/libx.so.1.2", target: `native/lib/${name}` });
  await writeFile(
    join(native, "pg-symlinks.json"),
    JSON.stringify([link("libx.so"), link("libx.so.1"), link("libx.so.2")]),
  );
  await linkLibraries(join(root, "package"));
  expect(await readFile(join(native, "lib/libx.so.1"), "utf8")).toBe("library");
  expect((await lstat(join(native, "lib/libx.so.1"))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(native, "lib/libx.so"), "utf8")).toBe("already there");
  // A link to a library that is gone is made again.
  expect(await readFile(join(native, "lib/libx.so.2"), "utf8")).toBe("library");
});

describe.runIf(isRoot)("as root", () => {
  test("works under a folder that only root may enter, and the server is not root", async () => {
    await chmod(root, 0o700);
    const embedded = await start();
    expect(await ask(embedded.url, "select 1")).toBe(1);
    await embedded.stop();
  });

  test("works for an ordinary user, and root goes on with that user's files", async () => {
    await chown(root, NOBODY, NOBODY);
    const { child, line } = await owner({ uid: NOBODY });
    await ask(urlOf(line), "create table kept as select 1 as answer");
    child.kill("SIGTERM");
    await once(child, "exit");
    const embedded = await start();
    expect(await ask(embedded.url, "select answer from kept")).toBe(1);
    await embedded.stop();
    expect((await stat(join(dataDir, "cluster/data/PG_VERSION"))).uid).toBe(NOBODY);
  });

  test("refuses an ordinary user the files of root in a sentence", async () => {
    await (await start()).stop();
    await chmod(root, 0o755);
    await chmod(dataDir, 0o755);
    await chmod(join(dataDir, "cluster"), 0o755);
    const { line } = await owner({ uid: NOBODY });
    expect(line).toMatch(/^error Error the database files in .* belong to user 0, but this process runs as 65534/);
  });

  test("falls back to an unprivileged user where user namespaces are not to be had", async () => {
    const bin = join(root, "bin");
    await mkdir(bin);
    await chmod(root, 0o755);
    await symlink("/usr/bin/test", join(bin, "test"));
    const { line } = await owner({ path: bin });
    expect(await ask(urlOf(line), "select 1")).toBe(1);
    expect((await stat(join(dataDir, "cluster/data"))).uid).not.toBe(0);
  });

  test("says what it tried when neither works", async () => {
    const bin = join(root, "bin");
    await mkdir(bin);
    await chmod(root, 0o700);
    await symlink("/usr/bin/test", join(bin, "test"));
    const { line } = await owner({ path: bin });
    expect(line).toMatch(/PostgreSQL does not run as root.*unshare.*ENOENT.*user nobody.*DATABASE_URL/);
  });
});

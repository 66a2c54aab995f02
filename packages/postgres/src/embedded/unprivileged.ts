import { type SpawnOptions, spawnSync } from "node:child_process";
import { chown, readdir, readFile, stat } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";

/**
 * How to run the PostgreSQL programs, which refuse to run as root: `wrap` turns a command
 * into the one to spawn, `owner` is who must own the files.
 */
export type Identity = {
  label: string;
  owner: { uid: number; gid: number };
  spawn: Pick<SpawnOptions, "uid" | "gid">;
  wrap(program: string, args: string[]): [string, string[]];
};

const plain = (program: string, args: string[]): [string, string[]] => [program, args];

/** In a user namespace root's own files look like an ordinary user's, so even a folder only root may enter works. */
const NAMESPACE = ["--user", "--map-user=1000", "--map-group=1000", "--"];

function namespaced(): Identity {
  return {
    label: "a user namespace (unshare)",
    owner: { uid: 0, gid: 0 },
    spawn: {},
    wrap: (program, args) => ["unshare", [...NAMESPACE, program, ...args]],
  };
}

function asUser(name: string, uid: number, gid: number): Identity {
  return { label: `user ${name}`, owner: { uid, gid }, spawn: { uid, gid }, wrap: plain };
}

// In this order: the database's own user where one exists, then what images and systems have.
const FALLBACK_USERS = ["postgres", "node", "nobody"];

async function fallbackUsers(): Promise<Identity[]> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  return FALLBACK_USERS.flatMap((name) => {
    const [, , uid, gid] = lines.find(([found]) => found === name) ?? [];
    return uid === undefined || gid === undefined ? [] : [asUser(name, Number(uid), Number(gid))];
  });
}

/** Why the programs cannot run as this identity, or undefined when they can. */
function obstacle(identity: Identity, binaries: Binaries, directory: string): string | undefined {
  const attempts: [string, string[]][] = [
    [binaries.postgres, ["--version"]],
    ["test", ["-x", directory]],
  ];
  for (const [program, args] of attempts) {
    const [command, rest] = identity.wrap(program, args);
    const result = spawnSync(command, rest, { ...identity.spawn, encoding: "utf8" });
    if (result.error !== undefined) return result.error.message;
    if (result.status !== 0) return result.stderr.trim() || `${directory} may not be entered`;
  }
  return undefined;
}

/**
 * Chooses who runs the server over the files in `directory`: their owner when there are
 * files already (`existing`), else this process' own user, or for root an unprivileged way.
 */
export async function chooseIdentity(binaries: Binaries, directory: string, existing: string | null) {
  const own = process.getuid?.() ?? -1;
  const owner = existing === null ? undefined : await stat(existing);
  if (own !== 0) {
    if (owner !== undefined && owner.uid !== own) {
      throw new Error(
        `the database files in ${directory} belong to user ${owner.uid}, but this process runs as ${own}`,
      );
    }
    return { label: "this user", owner: { uid: own, gid: process.getgid?.() ?? -1 }, spawn: {}, wrap: plain };
  }
  let candidates: Identity[];
  if (owner === undefined) candidates = [namespaced(), ...(await fallbackUsers())];
  else if (owner.uid === 0) candidates = [namespaced()];
  else candidates = [asUser(String(owner.uid), owner.uid, owner.gid)];
  const tried: string[] = [];
  for (const identity of candidates) {
    // A new folder is root's own; the user who shall work in it gets it.
    if (owner === undefined && (await readdir(directory)).length === 0) {
      await chown(directory, identity.owner.uid, identity.owner.gid);
    }
    const why = obstacle(identity, binaries, directory);
    if (why === undefined) return identity;
    tried.push(`${identity.label}: ${why}`);
  }
  if (owner === undefined && (await readdir(directory)).length === 0) await chown(directory, 0, 0);
  throw new Error(
    `PostgreSQL does not run as root, and no other way works for ${directory} (${tried.join("; ")}). ` +
      "Start as an ordinary user, allow user namespaces, or set DATABASE_URL to a PostgreSQL server",
  );
}

/** Gives a path to the identity when this process is somebody else. */
export async function giveTo(identity: Identity, path: string): Promise<void> {
  if (process.getuid?.() === 0 && identity.owner.uid !== 0) await chown(path, identity.owner.uid, identity.owner.gid);
}

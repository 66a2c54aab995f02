import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the server writes about itself into `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; ready: boolean };

const path = (data: string) => join(data, "postmaster.pid");

/** Reads the file; undefined when there is none (the server removes it last when it stops). */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  let text: string;
  try {
    text = await readFile(path(data), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** Whether a process with this number exists, which alone says nothing about what it is. */
export function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether the process is a PostgreSQL server over exactly this data directory. */
export function isServerOf(pid: number, data: string): boolean {
  if (!exists(pid)) return false;
  const cmdline = `/proc/${pid}/cmdline`;
  if (existsSync(cmdline)) {
    try {
      const args = readFileSync(cmdline, "utf8").split("\0");
      return /(^|\/)postgres$/.test(args[0] ?? "") && args[args.indexOf("-D") + 1] === data;
    } catch {
      // The process ended between the look and the read.
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return /(^|\/)postgres -D /.test(stdout ?? "") && stdout.includes(`-D ${data} `);
}

/**
 * Makes a `postmaster.pid` whose number now belongs to a stranger readable as stale: with
 * the number of the server's parent, this process, the server takes it over. Deleting the
 * file would also skip the server's check for orphans that still use its shared memory.
 */
export async function disownPostmaster(data: string): Promise<void> {
  const lines = (await readFile(path(data), "utf8")).split("\n");
  lines[0] = String(process.pid);
  await writeFile(path(data), lines.join("\n"));
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

export type Machine = {
  cpu: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  versions: Record<string, string>;
  commit: string;
  /** Load average of the last minute before the run: what others did here. */
  loadBefore: number;
};

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Whatever a figure of this run depends on beside our own code. */
export function describeMachine(): Machine {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const versions = Object.entries<string>(manifest.dependencies).filter(([name]) => !name.startsWith("@openintents/"));
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    versions: Object.fromEntries(versions),
    commit: commit(),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", "packages", "services", "bench");
    return `${git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : " with local changes"}`;
  } catch {
    return "unknown";
  }
}

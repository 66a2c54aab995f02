// A copy of the tree to plant something in, so that the tree itself stays as it is.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./house.ts";

/** Copies every file that is or may be committed into a new folder, without packages. */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "openintents-copy-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" }).stdout;
  for (const file of listed.split("\n").filter((name) => name !== "")) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  return copy;
}

const OURS = "@openintents";

/** Gives the copy the installed packages, and under our own names its own workspaces instead of the originals. */
export function linkPackages(copy: string): void {
  const installed = join(root, "node_modules");
  const linked = join(copy, "node_modules");
  mkdirSync(join(linked, OURS), { recursive: true });
  for (const entry of readdirSync(installed)) {
    if (entry !== OURS) symlinkSync(join(installed, entry), join(linked, entry));
  }
  for (const workspace of readdirSync(join(installed, OURS))) {
    symlinkSync(readlinkSync(join(installed, OURS, workspace)), join(linked, OURS, workspace));
  }
}

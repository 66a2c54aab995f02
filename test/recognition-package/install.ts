// Packs the package and installs the tarball into an empty folder, once for all files.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { packRecognition } from "../../scripts/pack.ts";
import { root } from "../house.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with the installed package. */
    installed: string;
    /** Where the tarball was unpacked into, before it was packed. */
    staged: string;
  }
}

const run = promisify(execFile);
const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

export default async function install(project: TestProject): Promise<() => void> {
  const work = mkdtempSync(join(tmpdir(), "openintents-package-"));
  const folder = mkdtempSync(join(tmpdir(), "openintents-empty-"));
  const tarball = await packRecognition(join(work, "packed"));
  copyFileSync(tarball, join(folder, basename(tarball)));
  await run("npm", ["init", "-y"], { cwd: folder });
  await run("npm", ["install", ...quiet, "--prefer-offline", `./${basename(tarball)}`], { cwd: folder });
  const example = join(root, "examples", "sdk-v1-server");
  if (!existsSync(join(example, "node_modules", ".package-lock.json"))) {
    await run("npm", ["ci", ...quiet, "--ignore-scripts", "--prefer-offline"], { cwd: example });
  }
  project.provide("installed", folder);
  project.provide("staged", join(work, "packed", "package"));
  return () => {
    for (const made of [work, folder]) rmSync(made, { recursive: true, force: true });
  };
}

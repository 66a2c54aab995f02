// `npm run check`: everything that can be wrong without running the product. Each check
// prints one line; the exit code tells whether all passed.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));

/** A check answers null, or what is wrong. */
export type Check = { name: string; run: (root: string) => string | null };

function command(root: string, program: string, args: string[]): string | null {
  const bin = join(here, "node_modules", ".bin");
  const result = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  if (result.error) return result.error.message;
  return result.status === 0 ? null : `${result.stdout}${result.stderr}`.trim() || `exit code ${result.status}`;
}

/** Generates beside the tree and compares, so that the tree itself stays as it is. */
function generatedCodeIsCurrent(root: string): string | null {
  const copy = mkdtempSync(join(tmpdir(), "openintents-generate-"));
  try {
    for (const entry of ["proto", "buf.yaml", "buf.gen.yaml", "scripts", "package.json"]) {
      cpSync(join(root, entry), join(copy, entry), { recursive: true });
    }
    symlinkSync(join(here, "node_modules"), join(copy, "node_modules"));
    const failed = command(copy, "node", ["scripts/generate.ts"]);
    if (failed) return failed;
    const gen = "packages/proto/src/gen";
    const differing = differences(join(root, gen), join(copy, gen));
    return differing.length === 0 ? null : `run npm run generate; not current: ${differing.join(", ")}`;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function differences(a: string, b: string): string[] {
  const files = new Set([...filesUnder(a), ...filesUnder(b)]);
  return [...files].filter((file) => read(join(a, file)) !== read(join(b, file))).sort();
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export const checks: Record<string, Check> = {
  generated: { name: "generated code is current", run: generatedCodeIsCurrent },
  bufFormat: {
    name: "proto files are formatted",
    run: (root) => command(root, "buf", ["format", "-d", "--exit-code"]),
  },
  bufLint: { name: "proto files pass buf lint", run: (root) => command(root, "buf", ["lint"]) },
  bufBreaking: {
    name: "the contract breaks nobody (buf breaking against proto/baseline.binpb)",
    run: (root) => command(root, "buf", ["breaking", "--against", join(here, "proto/baseline.binpb")]),
  },
  types: { name: "types", run: (root) => command(root, "tsc", ["-p", "tsconfig.json"]) },
  biome: { name: "lint and format", run: (root) => command(root, "biome", ["check", "--error-on-warnings", "."]) },
  knip: { name: "no dead code, no unlisted dependency", run: (root) => command(root, "knip", ["--no-progress"]) },
};

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  let failed = 0;
  for (const check of Object.values(checks)) {
    const wrong = check.run(here);
    console.log(`${wrong ? "✗" : "✓"} ${check.name}`);
    if (wrong) {
      failed += 1;
      console.log(wrong.replace(/^/gm, "    "));
    }
  }
  process.exit(failed === 0 ? 0 : 1);
}

// `npm run pack`: the tarball of packages/recognition that others install. JavaScript, declarations, the command, the
// Skill and the JSON Schemas; nothing of ours is left to be found elsewhere.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");
const source = join(root, "packages", "recognition");
const bin = join(root, "node_modules", ".bin");

type Manifest = {
  version: string;
  description: string;
  exports: Record<string, string>;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, unknown>;
};

/** Packs into `destination`, which is emptied; resolves to the tarball's path. */
export async function packRecognition(destination: string = join(source, "dist")): Promise<string> {
  const stage = join(destination, "package");
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const manifest: Manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  manifest.exports = Object.fromEntries(Object.entries(manifest.exports).filter(([, path]) => !isForTheHouse(path)));
  await writePrograms(stage);
  writeDeclarations(stage, Object.values(manifest.exports));
  await writeSchemas(stage);
  for (const entry of ["README.md", "skill"]) cpSync(join(source, entry), join(stage, entry), { recursive: true });
  writeCommands(stage, Object.values(manifest.bin));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
  const packed = run("npm", ["pack", "--json", "--loglevel=error", `--pack-destination=${destination}`], stage);
  // One npm answers a list, another an object by name.
  const [tarball] = Object.values(JSON.parse(packed) as Record<string, { filename: string }>);
  if (tarball === undefined) throw new Error("npm pack named no tarball");
  return join(destination, tarball.filename);
}

/** Speaks the house's contract: a door of the workspace, and no door of the tarball. */
const isForTheHouse = (path: string) => path.startsWith("./src/grpc/");

const compiled = (path: string) => path.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, ".js");

/** The manifest as installed: compiled entries, third-party dependencies only. */
function published(manifest: Manifest): object {
  const { version, description, exports, bin: commands, dependencies } = manifest;
  return {
    name: "@openintents/recognition",
    version,
    description,
    license: "UNLICENSED",
    type: "module",
    engines: { node: ">=22.12.0" },
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([door, path]) => [
          door,
          { types: compiled(path).replace(/\.js$/, ".d.ts"), default: compiled(path) },
        ]),
      ),
      "./schemas/*": "./schemas/*",
      "./skill": "./skill/SKILL.md",
      "./package.json": "./package.json",
    },
    bin: commands,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !BUNDLED.test(name))),
    peerDependencies: manifest.peerDependencies,
    peerDependenciesMeta: manifest.peerDependenciesMeta,
  };
}

/** Needs the house: it is bundled whole, and loaded only when it is asked for. */
const LISTENER = "src/grpc/serve.ts";
/** What nobody needs who installs the listener bundled. */
const BUNDLED = /^@openintents\/|^@bufbuild\//;

/** One file of JavaScript for each source, so that modules stay single; and the listener in one piece. */
async function writePrograms(stage: string): Promise<void> {
  const options = {
    absWorkingDir: source,
    outbase: join(source, "src"),
    outdir: join(stage, "dist"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    logLevel: "warning",
  } as const;
  const sources = globSync("src/**/*.ts", { cwd: source }).filter((path) => !path.startsWith("src/grpc/"));
  await build({ ...options, entryPoints: sources.sort(), plugins: [apart(join(source, "src"))] });
  const { metafile } = await build({
    ...options,
    metafile: true,
    entryPoints: [LISTENER],
    plugins: [apart(join(source, "src"), join(source, "src", "grpc"))],
    define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" },
    banner: {
      js: 'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);',
    },
  });
  writeFileSync(join(stage, "dist", "grpc", "LICENSES.txt"), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages that a bundle was made from. */
function licencesOf(inputs: string[]): string {
  const folders = inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const path = resolve(source, folder);
      const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      const [file] = globSync("{LICENSE,LICENCE,license}*", { cwd: path });
      const text = file === undefined ? "" : readFileSync(join(path, file), "utf8");
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * Leaves imports of this package's modules where they are, under their compiled names, and those of others too. With
 * `bundle`, what lies in that folder and what comes from others goes into the bundle.
 */
function apart(own: string, bundle?: string): Plugin {
  const isIn = (folder: string, path: string) => !relative(folder, path).startsWith("..");
  return {
    name: "apart",
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        const target = resolve(resolveDir, path);
        const ours = path.startsWith(".") && isIn(own, target);
        if (bundle !== undefined && (!ours || isIn(bundle, target))) return undefined;
        return { path: ours ? path.replace(/\.ts$/, ".js") : path, external: true };
      });
    },
  };
}

/** Declarations of what the public entries reach. */
function writeDeclarations(stage: string, entries: string[]): void {
  const project = join(stage, "..", "declarations.json");
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(source, "src"),
      outDir: join(stage, "dist"),
      typeRoots: [join(root, "node_modules", "@types")],
    },
    files: entries.map((entry) => join(source, entry)),
  };
  writeFileSync(project, JSON.stringify(config));
  run(join(bin, "tsc"), ["-p", project], root);
  rmSync(project);
  for (const file of globSync("dist/**/*.d.ts", { cwd: stage })) {
    const path = join(stage, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/((?:from|import\() ?"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
  }
}

async function writeSchemas(stage: string): Promise<void> {
  const { resultSchema, effectiveStateSchema } = await import("../packages/recognition/src/result/result-schema.ts");
  const { configSchema } = await import("../packages/recognition/src/config/config-schema.ts");
  mkdirSync(join(stage, "schemas"));
  for (const [name, schema] of Object.entries({
    "intent-result": resultSchema,
    "effective-state": effectiveStateSchema,
    configuration: configSchema,
  })) {
    writeFileSync(join(stage, "schemas", `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** The commands, from compiled sources. */
function writeCommands(stage: string, commands: string[]): void {
  for (const command of commands) {
    const text = readFileSync(join(source, command), "utf8");
    const path = join(stage, command);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text.replace(/^\/\/ .*\n/m, "").replace(/"\.\.\/src\/(.*)\.ts"/, '"../dist/$1.js"'));
    chmodSync(path, 0o755);
  }
}

function run(program: string, args: string[], cwd: string): string {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const result = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

if (import.meta.main) console.log(await packRecognition());

